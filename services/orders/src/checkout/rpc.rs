//! The gRPC interface of checkout and of draft carts.

use souk_kernel::{Money, VisitorId};
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::checkout_server::Checkout as CheckoutService;
use souk_rpc::{Failure, Violations};
use tonic::{Request, Response, Status};

use super::{Checkout, IdempotencyKey, PlaceOrder, answer, form};
use crate::carts::{self, Carts, Draft};
use crate::orders::{OrderType, parse_person};

/// Longest idempotency key, as Stripe's.
const KEY_MAX: usize = 255;

/// Answers `souk.orders.v1.Checkout`.
#[derive(Clone)]
pub struct CheckoutRpc {
    pub checkout: Checkout,
    pub carts: Carts,
}

#[tonic::async_trait]
impl CheckoutService for CheckoutRpc {
    async fn place_order(
        &self,
        request: Request<proto::PlaceOrderRequest>,
    ) -> Result<Response<proto::PlaceOrderResponse>, Status> {
        let order = parse_order(request.into_inner())?;
        let answer = self.checkout.place_order(order).await.map_err(Failure::from)?;
        let mut response = answer::decode(&answer.bytes).map_err(Failure::internal)?;
        response.replayed = answer.replayed;
        Ok(Response::new(response))
    }

    async fn create_draft_cart(
        &self,
        request: Request<proto::CreateDraftCartRequest>,
    ) -> Result<Response<proto::CreateDraftCartResponse>, Status> {
        let draft = parse_draft(request.into_inner())?;
        let id = self.carts.save(&draft).await.map_err(Failure::from)?;
        Ok(Response::new(proto::CreateDraftCartResponse { cart_id: id.to_string() }))
    }
}

/// A checkout with legal values.
pub fn parse_order(request: proto::PlaceOrderRequest) -> Result<PlaceOrder, Failure> {
    let mut violations = Violations::default();
    let key = parse_key(&request, &mut violations);
    let form = form::parse(&request.form.unwrap_or_default(), &mut violations);
    let cart = form::parse_lines(&request.lines, form::LINES_MAX, &mut violations);
    let language =
        Some(request.language).filter(|code| !code.is_empty()).map(|code| code.parse()).transpose();
    let language = violations.check("language", "form.validation.language", language);
    match (key, form, language) {
        (Some(key), Some(form), Some(language)) if violations.is_empty() => Ok(PlaceOrder {
            key,
            form,
            cart,
            shown_total: request.shown_total.map(Money::from_centimes),
            language: language.unwrap_or_default(),
            network: Some(request.client_network).filter(|network| !network.is_empty()),
            site: Some(request.client_site).filter(|site| !site.is_empty()),
            only_placed: request.only_placed,
            by: None,
            kind: OrderType::Weborder,
        }),
        _ => Err(Failure::invalid("orders.invalid_checkout", violations)),
    }
}

fn parse_key(request: &proto::PlaceOrderRequest, violations: &mut Violations) -> Option<IdempotencyKey> {
    if request.idempotency_key.is_empty() || request.idempotency_key.len() > KEY_MAX {
        let text = format!("a key has 1 to {KEY_MAX} characters");
        violations.push("Idempotency-Key", "form.validation.idempotencyKey", text);
    }
    let visitor =
        violations.check("visitor", "form.validation.id", request.visitor_id.parse::<VisitorId>())?;
    Some(IdempotencyKey { visitor, key: request.idempotency_key.clone(), hash: request.request_hash.clone() })
}

fn parse_draft(request: proto::CreateDraftCartRequest) -> Result<Draft, Failure> {
    let mut violations = Violations::default();
    let visitor = violations.check("visitor", "form.validation.id", request.visitor_id.parse());
    let person = parse_person(&request.form.unwrap_or_default(), &mut violations);
    let lines = form::parse_lines(&request.lines, carts::LINES_MAX, &mut violations);
    match (visitor, person) {
        (Some(visitor), (Some(first_name), Some(last_name), Some(phone))) if violations.is_empty() => {
            let (network, site) = (request.client_network, request.client_site);
            Ok(Draft { visitor, first_name, last_name, phone, lines, network, site })
        }
        _ => Err(Failure::invalid("orders.invalid_cart", violations)),
    }
}
