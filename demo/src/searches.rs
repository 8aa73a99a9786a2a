//! What shoppers of the demo searched and did not find, as they search: the shop counts it of itself.

use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_client::ListingsClient;
use souk_proto::catalog::v1::no_result_searches_client::NoResultSearchesClient;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Actor;

use crate::{Shop, wait};

/// Words, the language of the shop's pages and how often. The demo sells nothing of that kind.
const SEARCHES: [(&str, &str, usize); 9] = [
    ("henné", "fr", 11),
    ("حناء", "ar", 8),
    ("khôl", "fr", 6),
    ("سواك", "ar", 5),
    ("trottinette", "fr", 4),
    ("déodorant", "fr", 3),
    ("كحل", "ar", 3),
    ("shampoing", "fr", 2),
    ("sunscreen", "en", 1),
];

/// Searches, unless somebody did before.
pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let page = PageRequest { page: 1, size: 12 };
    let request = catalog::ListNoResultSearchesRequest { page: Some(page), days: 90, ..Default::default() };
    let listed =
        NoResultSearchesClient::new(shop.client("catalog")?).list_no_result_searches(request).await?;
    if listed.into_inner().total > 0 {
        return Ok(());
    }
    let client = shop.client_as("catalog", &Actor::shopper())?;
    for (words, language, times) in SEARCHES {
        for _ in 0..times {
            let search = catalog::GetListingRequest {
                scope: Scope::Search.into(),
                key: words.into(),
                language: language.into(),
                page: Some(page),
                ..Default::default()
            };
            wait::until_known(|| {
                let (mut listings, search) = (ListingsClient::new(client.clone()), search.clone());
                async move { listings.get_listing(search).await }
            })
            .await?;
        }
    }
    Ok(())
}
