//! Reading a message of the broker.

use std::collections::HashMap;

use anyhow::{Context as _, anyhow};
use lapin::BasicProperties;
use lapin::types::AMQPValue;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Delivery, Event};

/// A message before its payload is understood.
#[derive(Debug, Clone)]
pub(crate) struct Envelope {
    pub(crate) message_id: Uuid,
    pub(crate) correlation_id: Uuid,
    pub(crate) r#type: String,
    pub(crate) occurred_at: OffsetDateTime,
    pub(crate) trace: HashMap<String, String>,
    /// Whether it was delivered before, to whomever, and not acknowledged.
    pub(crate) is_redelivered: bool,
    pub(crate) payload: Vec<u8>,
}

impl Envelope {
    pub(crate) fn read(
        properties: &BasicProperties,
        is_redelivered: bool,
        payload: Vec<u8>,
    ) -> anyhow::Result<Self> {
        let occurred_at = header(properties, "occurred-at").context("no occurred-at header")?;
        Ok(Self {
            message_id: uuid(properties.message_id().as_ref().map(lapin::types::ShortString::as_str))?,
            correlation_id: uuid(
                properties.correlation_id().as_ref().map(lapin::types::ShortString::as_str),
            )?,
            r#type: properties.kind().as_ref().context("no type")?.to_string(),
            occurred_at: souk_kernel::parse_rfc3339(&occurred_at).context("occurred-at is no time")?,
            trace: header(properties, "traceparent")
                .map(|it| ("traceparent".to_owned(), it))
                .into_iter()
                .collect(),
            is_redelivered,
            payload,
        })
    }
}

/// Understands the payload as an `E`.
pub(crate) fn decode<E: Event>(envelope: &Envelope) -> anyhow::Result<Delivery<E>> {
    Ok(Delivery {
        message_id: envelope.message_id,
        correlation_id: envelope.correlation_id,
        occurred_at: envelope.occurred_at,
        event: E::decode(envelope.payload.as_slice())
            .with_context(|| format!("not a {}", envelope.r#type))?,
    })
}

/// A header that holds text.
pub(crate) fn header(properties: &BasicProperties, name: &str) -> Option<String> {
    match properties.headers().as_ref()?.inner().get(name)? {
        AMQPValue::LongString(text) => Some(text.to_string()),
        AMQPValue::ShortString(text) => Some(text.to_string()),
        _ => None,
    }
}

fn uuid(text: Option<&str>) -> anyhow::Result<Uuid> {
    text.and_then(|text| Uuid::try_parse(text).ok()).ok_or_else(|| anyhow!("no message id or correlation id"))
}
