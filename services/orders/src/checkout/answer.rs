//! The answer of a checkout as it is stored and sent.

use std::time::Duration;

use prost::Message as _;
use souk_proto::orders::v1::PlaceOrderResponse;

use crate::orders::Order;

/// `cooldown`: how long its visitor and phone wait before the next, where they do.
pub fn encode(order: &Order, cooldown: Option<Duration>) -> Vec<u8> {
    let response = PlaceOrderResponse {
        order_id: order.id.to_string(),
        order_number: order.number.to_string(),
        total: order.total.centimes(),
        order: Some(order.into()),
        replayed: false,
        cooldown_seconds: cooldown.and_then(|wait| wait.as_secs().try_into().ok()),
    };
    response.encode_to_vec()
}

pub fn decode(bytes: &[u8]) -> Result<PlaceOrderResponse, prost::DecodeError> {
    PlaceOrderResponse::decode(bytes)
}
