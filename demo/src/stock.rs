//! Three warehouses and what stands in them.

use souk_proto::inventory::v1 as inventory;
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_proto::inventory::v1::warehouses_client::WarehousesClient;
use souk_rpc::Client;

use crate::data::{self, Product};
use crate::{Shop, ids, wait};

/// Name, wilaya and the share of a product's pieces, in percent, that stands there.
const WAREHOUSES: [(&str, &str, u32); 3] =
    [("Alger Centre", "16", 60), ("Oran", "31", 25), ("Constantine", "25", 15)];

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let client = shop.client("inventory")?;
    load_warehouses(client.clone()).await?;
    for product in data::products()?.iter().filter(|product| product.pack.is_empty()) {
        load_product(&client, product).await?;
    }
    println!("{} warehouses with stock", WAREHOUSES.len());
    Ok(())
}

async fn load_warehouses(client: Client) -> anyhow::Result<()> {
    let mut warehouses = WarehousesClient::new(client);
    let stored =
        warehouses.list_warehouses(inventory::ListWarehousesRequest {}).await?.into_inner().warehouses;
    for (priority, (name, wilaya, _)) in (1..).zip(WAREHOUSES) {
        let warehouse = inventory::Warehouse {
            id: ids::id("warehouse", name),
            name: name.into(),
            wilaya_id: wilaya.into(),
            priority,
            active: true,
            ..inventory::Warehouse::default()
        };
        if stored.iter().all(|stored| stored.id != warehouse.id) {
            warehouses.save_warehouse(inventory::SaveWarehouseRequest { warehouse: Some(warehouse) }).await?;
        }
    }
    Ok(())
}

async fn load_product(client: &Client, product: &Product) -> anyhow::Result<()> {
    let pieces = product.stock.unwrap_or(0);
    let keys: Vec<String> = match product.combinations.as_slice() {
        [] => vec![String::new()],
        all => all.iter().map(|combination| product.combination_id(&combination.value.fr)).collect(),
    };
    for key in keys {
        for (name, _, percent) in WAREHOUSES {
            let quantity = pieces * percent / 100;
            if quantity > 0 {
                add(client, product, &key, name, quantity).await?;
            }
        }
    }
    Ok(())
}

/// Fills a shelf that was never filled; waits until inventory has heard of the product from the catalogue.
async fn add(
    client: &Client,
    product: &Product,
    combination: &str,
    warehouse: &str,
    quantity: u32,
) -> anyhow::Result<()> {
    let request = inventory::AddStockRequest {
        idempotency_key: format!("demo/{warehouse}/{}/{combination}", product.slug),
        warehouse_id: ids::id("warehouse", warehouse),
        product_id: product.id(),
        combination_id: combination.into(),
        quantity: i64::from(quantity),
        reason: "Stock initial".into(),
    };
    if is_stocked(client, &request).await? {
        return Ok(());
    }
    wait::until_known(|| {
        let (mut stock, request) = (StockClient::new(client.clone()), request.clone());
        async move { stock.add_stock(request).await }
    })
    .await?;
    Ok(())
}

/// Asks the ledger: the key that adds stock once is forgotten after two days.
async fn is_stocked(client: &Client, request: &inventory::AddStockRequest) -> anyhow::Result<bool> {
    let movements = inventory::ListMovementsRequest {
        warehouse_id: request.warehouse_id.clone(),
        product_id: request.product_id.clone(),
        combination_id: request.combination_id.clone(),
        ..Default::default()
    };
    Ok(StockClient::new(client.clone()).list_movements(movements).await?.into_inner().total > 0)
}
