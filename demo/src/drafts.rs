//! Carts that shoppers filled and left at the checkout, for staff to call about.

use anyhow::Context as _;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::checkout_client::CheckoutClient;
use souk_rpc::Actor;
use uuid::Uuid;

use crate::data::Product;
use crate::{ORDERS, Shop, ids, orders, wait};

/// How many carts there are.
const DRAFTS: usize = 7;

/// Saves the carts, each of a visitor of its own whatever was saved before. Answers the visitors, the last to leave first.
pub async fn load(shop: &Shop, products: &[Product]) -> anyhow::Result<Vec<Uuid>> {
    let client = shop.client_as("orders", &Actor::shopper())?;
    let mut visitors = Vec::with_capacity(DRAFTS);
    // Behind the demo's orders: other people with other phones.
    for number in ORDERS..ORDERS + DRAFTS {
        let visitor_id = ids::id("visitor", &number.to_string());
        let (first_name, last_name) = orders::name(number);
        let form =
            proto::CheckoutForm { first_name, last_name, phone: orders::phone(number), ..Default::default() };
        let request = proto::CreateDraftCartRequest {
            visitor_id: visitor_id.clone(),
            form: Some(form),
            lines: orders::lines(number, products),
            client_network: String::new(),
            client_site: String::new(),
        };
        wait::until_known(|| {
            let (mut checkout, request) = (CheckoutClient::new(client.clone()), request.clone());
            async move { checkout.create_draft_cart(request).await }
        })
        .await
        .with_context(|| format!("the cart of visitor {number}"))?;
        visitors.push(visitor_id.parse()?);
    }
    Ok(visitors)
}
