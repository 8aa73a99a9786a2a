//! Goods on their way between the demo's warehouses: one that is edited, one that was sent, one that arrived in part.

use anyhow::Context as _;
use souk_proto::inventory::v1 as inventory;
use souk_proto::inventory::v1::expeditions_client::ExpeditionsClient;
use souk_rpc::Client;

use crate::{Shop, ids};

/// From where, to where, how many pieces of how many goods, and how far it is.
const EXPEDITIONS: [(&str, &str, i64, usize, Stage); 3] = [
    ("Alger Centre", "Oran", 2, 3, Stage::Arrived),
    ("Alger Centre", "Constantine", 3, 2, Stage::Sent),
    ("Oran", "Constantine", 1, 2, Stage::Edited),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Edited,
    Sent,
    /// The first of its goods.
    Arrived,
}

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let mut expeditions = ExpeditionsClient::new(shop.client("inventory")?);
    let there =
        expeditions.list_expeditions(inventory::ListExpeditionsRequest::default()).await?.into_inner();
    if there.total > 0 {
        return Ok(());
    }
    for (index, plan) in EXPEDITIONS.into_iter().enumerate() {
        make(&mut expeditions, index, plan).await?;
    }
    println!("{} expeditions between warehouses", EXPEDITIONS.len());
    Ok(())
}

async fn make(
    expeditions: &mut ExpeditionsClient<Client>,
    index: usize,
    (from, to, pieces, goods, stage): (&str, &str, i64, usize, Stage),
) -> anyhow::Result<()> {
    let warehouse_id = ids::id("warehouse", from);
    let request = inventory::CreateExpeditionRequest {
        idempotency_key: format!("demo/expedition/{index}"),
        source_id: warehouse_id.clone(),
        destination_id: ids::id("warehouse", to),
        note: "Réassort".into(),
    };
    let mut made = expeditions.create_expedition(request).await?.into_inner();
    let free = inventory::ListAvailableRequest { warehouse_id, query: String::new() };
    let free = expeditions.list_available(free).await?.into_inner().stocks;
    let plenty = free.into_iter().filter(|stock| i64::from(stock.available) > 4 * pieces);
    for stock in plenty.skip(index * goods).take(goods) {
        let item = inventory::AddItemRequest {
            idempotency_key: format!("demo/expedition/{index}/{}/{}", stock.product_id, stock.combination_id),
            expedition_id: made.id.clone(),
            product_id: stock.product_id,
            combination_id: stock.combination_id,
            quantity: pieces,
        };
        made = expeditions.add_item(item).await?.into_inner();
    }
    if stage == Stage::Edited {
        return Ok(());
    }
    let step = inventory::StepRequest { id: made.id, version: made.version };
    let sent = expeditions.send_expedition(step).await?.into_inner();
    if stage == Stage::Arrived {
        let part = sent.parts.first().context("an expedition of nothing")?;
        let arrival = inventory::ReceivePartRequest {
            idempotency_key: format!("demo/expedition/{index}/arrived"),
            part_id: part.id.clone(),
            quantity: pieces,
            received: None,
        };
        expeditions.receive_part(arrival).await?;
    }
    Ok(())
}
