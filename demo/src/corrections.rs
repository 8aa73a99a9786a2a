//! One in three of the demo's confirmed orders was corrected on the telephone.

use anyhow::Context as _;
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::orders_client::OrdersClient;

use crate::orders::Made;
use crate::{Shop, life};

/// What the customers say of their houses.
const ADDRESS: &str = "Cité des 200 logements, bâtiment 4, 2e étage";

pub async fn load(shop: &Shop, made: &[Made]) -> anyhow::Result<()> {
    let mut service = OrdersClient::new(shop.client_as("orders", &life::employee("confirmed"))?);
    let confirmed = made.iter().filter(|made| made.order.status == "confirmed");
    for made in confirmed.step_by(3) {
        let request = orders::GetOrderRequest { id: made.order.id.clone() };
        let order = service.get_order(request).await?.into_inner().order;
        let order = order.context("the answer has no order")?;
        let form = orders::CheckoutForm {
            first_name: order.first_name,
            last_name: order.last_name,
            phone: order.phone,
            email: order.email,
            address: ADDRESS.into(),
            wilaya_id: order.wilaya_id,
            commune_id: order.commune_id,
            transporter_id: order.transporter_id,
            delivery_type: order.delivery_type,
        };
        let request = orders::CorrectOrderRequest {
            id: order.id,
            version: order.version,
            form: Some(form),
            shown_total: Some(order.total),
        };
        service.correct_order(request).await?;
    }
    Ok(())
}
