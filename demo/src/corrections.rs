//! On the telephone one in three of the demo's confirmed orders was corrected, and the next one has two of its first product.

use anyhow::Context as _;
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_proto::orders::v1::staff_orders_client::StaffOrdersClient;
use souk_rpc::Client;
use tonic::Code;

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
    let confirmed = made.iter().filter(|made| made.order.status == "confirmed");
    for made in confirmed.skip(1).step_by(3) {
        order_two(shop, &mut service, &made.order.id).await?;
    }
    Ok(())
}

/// Unless that is not in stock.
async fn order_two(shop: &Shop, service: &mut OrdersClient<Client>, id: &str) -> anyhow::Result<()> {
    let order = service.get_order(orders::GetOrderRequest { id: id.into() }).await?.into_inner().order;
    let order = order.context("the answer has no order")?;
    let wanted = |(line, at): (&orders::OrderLine, u32)| orders::WantedLine {
        line: Some(at),
        product: Some(orders::CheckoutLine {
            product_id: line.product_id.clone(),
            combination_id: line.combination_id.clone(),
            quantity: if at == 0 { 2 } else { line.quantity.into() },
            choices: Vec::new(),
        }),
    };
    let lines = order.lines.iter().zip(0..).map(wanted).collect();
    let request =
        orders::ChangeLinesRequest { id: order.id, version: order.version, lines, shown_total: None };
    let mut staff = StaffOrdersClient::new(shop.client_as("orders", &life::employee("confirmed"))?);
    match staff.change_lines(request).await {
        Err(status) if status.code() != Code::FailedPrecondition => Err(status.into()),
        _ => Ok(()),
    }
}
