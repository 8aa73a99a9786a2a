//! Reading a message of the broker.

use std::collections::HashMap;

use anyhow::{Context as _, anyhow};
use lapin::BasicProperties;
use lapin::types::AMQPValue;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::connection::without_history;
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
    /// Absent where it comes for the first time.
    pub(crate) waiting: Option<Waiting>,
    pub(crate) payload: Vec<u8>,
}

impl Envelope {
    pub(crate) fn read(
        properties: &BasicProperties,
        is_redelivered: bool,
        payload: Vec<u8>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            message_id: uuid(properties.message_id().as_ref().map(lapin::types::ShortString::as_str))?,
            correlation_id: uuid(
                properties.correlation_id().as_ref().map(lapin::types::ShortString::as_str),
            )?,
            r#type: properties.kind().as_ref().context("no type")?.to_string(),
            occurred_at: time_header(properties, "occurred-at").context("no time in occurred-at")?,
            trace: header(properties, "traceparent")
                .map(|it| ("traceparent".to_owned(), it))
                .into_iter()
                .collect(),
            is_redelivered,
            waiting: Waiting::read(properties),
            payload,
        })
    }
}

/// Since when an event waits for a release that knows it. Its headers are part of the [history](without_history) of a message: one
/// that comes back from the dead letters begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// When it was put aside first, which is what ends its wait.
    pub(crate) since: OffsetDateTime,
    /// Since when it is offered, now and then, to the processes that run: how long it waits between two offers.
    pub(crate) offered: OffsetDateTime,
}

impl Waiting {
    const SINCE: &str = "x-waits-since";
    const OFFERED: &str = "x-offered-since";

    pub(crate) fn from(now: OffsetDateTime) -> Self {
        Self { since: now, offered: now }
    }

    pub(crate) fn read(properties: &BasicProperties) -> Option<Self> {
        let (since, offered) = (time_header(properties, Self::SINCE), time_header(properties, Self::OFFERED));
        Some(Self { since: since?, offered: offered? })
    }

    /// The properties of a message that waits once more.
    pub(crate) fn write(self, properties: &BasicProperties) -> BasicProperties {
        let properties = without_history(properties);
        let mut headers = properties.headers().clone().unwrap_or_default();
        for (name, time) in [(Self::SINCE, self.since), (Self::OFFERED, self.offered)] {
            headers.insert(name.into(), AMQPValue::LongString(souk_kernel::rfc3339(time).into()));
        }
        properties.with_headers(headers)
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

/// A header that holds a time.
pub(crate) fn time_header(properties: &BasicProperties, name: &str) -> Option<OffsetDateTime> {
    souk_kernel::parse_rfc3339(&header(properties, name)?)
}

fn uuid(text: Option<&str>) -> anyhow::Result<Uuid> {
    text.and_then(|text| Uuid::try_parse(text).ok()).ok_or_else(|| anyhow!("no message id or correlation id"))
}
