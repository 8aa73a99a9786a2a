//! Who waits for something that is sold out in the demo, and for something that is back.

use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::restock_requests_client::RestockRequestsClient;
use souk_rpc::{Actor, Failure};

use crate::{Shop, data, wait};

/// Product, combination, phone and name. The same wish again is the same one, so it is sent whether or not it was before; of what can be
/// ordered by then it was.
const WISHES: [(&str, &str, &str, &str); 6] = [
    ("oud-de-nuit", "50 ml", "0661204518", "Nadia"),
    ("oud-de-nuit", "50 ml", "0770315629", ""),
    ("oud-de-nuit", "50 ml", "0553426730", "مراد"),
    ("oud-de-nuit", "100 ml", "0661537841", "Lyes"),
    ("musc-blanc", "50 ml", "0772648952", "Sabrina"),
    ("musc-blanc", "100 ml", "0554759063", ""),
];

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let products = data::products()?;
    let client = shop.client_as("catalog", &Actor::shopper())?;
    for (slug, combination, phone, name) in WISHES {
        let Some(product) = products.iter().find(|product| product.slug == slug) else { continue };
        let wish = catalog::SubmitRestockRequestRequest {
            product_id: product.id(),
            combination_id: product.combination_id(combination),
            phone: phone.into(),
            name: name.into(),
        };
        wait::until_known(|| {
            let (mut requests, wish) = (RestockRequestsClient::new(client.clone()), wish.clone());
            async move {
                match requests.submit_restock_request(wish).await {
                    Err(status) if Failure::from(status.clone()).code == "catalog.can_be_had" => Ok(()),
                    sent => sent.map(|_| ()),
                }
            }
        })
        .await?;
    }
    Ok(())
}
