//! Half of the demo's unconfirmed orders are the seller's; the others wait for whoever takes them.

use anyhow::Context as _;
use souk_proto::common::v1 as common;
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::orders_client::OrdersClient;
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::orders::Made;
use crate::{Shop, life};

const SELLER: &str = "sales@souk.test";

pub async fn load(shop: &Shop, gateway_database: &str, made: &[Made]) -> anyhow::Result<()> {
    let employee = seller(gateway_database).await?;
    let mut service = OrdersClient::new(shop.client_as("orders", &life::employee("confirmed"))?);
    let open = made.iter().filter(|made| matches!(made.order.status.as_str(), "placed" | "unreachable"));
    for made in open.step_by(2) {
        let request = orders::GetOrderRequest { id: made.order.id.clone() };
        let order = service.get_order(request).await?.into_inner().order;
        let orders::Order { id, version, .. } = order.context("the answer has no order")?;
        let employee = Some(employee.clone());
        service.assign_order(orders::AssignOrderRequest { id, version, employee }).await?;
    }
    Ok(())
}

async fn seller(gateway_database: &str) -> anyhow::Result<common::Actor> {
    let mut connection = PgConnection::connect(gateway_database).await?;
    let (id, name): (Uuid, String) = sqlx::query_as("SELECT id, name FROM staff WHERE lower(email) = $1")
        .bind(SELLER)
        .fetch_one(&mut connection)
        .await?;
    Ok(common::Actor { id: id.to_string(), name })
}
