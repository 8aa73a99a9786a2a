//! The combinations of a product: all of them at once, or the prices of one as the specification's form sends them.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{CombinationId, Language, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::view::Product;
use super::{read_product, reread};
use crate::dashboard::access::Staff;
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// The combinations of a product as they are to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CombinationsChange {
    /// The product's version that was read; another one in the shop is a 409 with the present product.
    pub version: u64,
    /// All of them in their order, 2,000 at most; what is not among them goes.
    pub combinations: Vec<WantedCombination>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WantedCombination {
    /// One of the product, or a new one, chosen by the caller: a UUID.
    pub id: String,
    /// Ids of options, one of each of the attributes that all combinations have; left out of one that there is: as they were.
    #[serde(default)]
    pub option_ids: Vec<String>,
    /// The merchant's stock number, no other combination's; at most 64 characters, empty for none.
    #[serde(default)]
    pub sku: String,
    /// No other combination's of the product; at most 64 characters, empty for none, left out: as it was.
    #[serde(default)]
    pub barcode: Option<String>,
    /// Own price before tax, in dinars; 0 means the product's.
    pub price_ht: Dinars,
    /// Chosen first; one at most is.
    #[serde(default)]
    pub is_default: bool,
    /// Whether it is offered.
    pub is_active: bool,
}

/// What the form of a combination sends (spec 7).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CombinationForm {
    /// The combination's label as it was shown. It follows from its options: another text changes nothing.
    pub name: String,
    /// The product's price before tax, in dinars.
    pub product_price: Dinars,
    /// The combination's own, before tax, in dinars; 0 means the product's.
    pub combination_price: Dinars,
}

/// What became of a form (spec 7).
#[derive(Debug, Serialize, ToSchema)]
pub struct CombinationSaved {
    /// Always true: what is refused is a problem.
    pub success: bool,
}

/// Replaces the combinations of a product.
#[utoipa::path(put, path = "/dashboard/api/products/{id}/combinations", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id")),
    request_body = CombinationsChange, responses((status = 200, body = Product),
        (status = 409, body = ProblemBody, description = "`current` is the present product; \
            `catalog.combination_in_use`: `facts` count the `combinations` that can't go, as they had stock or stand in a \
            pack; `catalog.taken`: another combination has the `sku`")))]
pub async fn set_combinations(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(product_id): Path<String>,
    extract::Json(body): extract::Json<CombinationsChange>,
) -> Result<Json<Product>, Problem> {
    let product = id::<ProductId>("id", &product_id)?;
    let request = proto::SetCombinationsRequest {
        product_id: product.to_string(),
        version: body.version,
        combinations: body.combinations.into_iter().map(Into::into).collect(),
    };
    let answer = app.neighbours.by(&staff.actor).products()?.set_combinations(request).await;
    reread(&app, &staff, (product, language), answer).await
}

/// Saves the prices of a product and of one of its combinations (spec 7).
#[utoipa::path(post, path = "/dashboard/api/products/{id}/combinations/{combination}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("combination" = String, Path, description = "The combination's id")),
    request_body = CombinationForm, responses((status = 200, body = CombinationSaved)))]
pub async fn save_combination(
    State(app): State<App>,
    staff: Staff,
    Path((product_id, combination)): Path<(String, String)>,
    extract::Json(form): extract::Json<CombinationForm>,
) -> Result<Json<CombinationSaved>, Problem> {
    let product = id::<ProductId>("id", &product_id)?;
    let combination = id::<CombinationId>("combination", &combination)?;
    let own = proto::CombinationPrice {
        id: combination.to_string(),
        price_ht: form.combination_price.0.centimes(),
    };
    let request = proto::UpdateProductRequest {
        id: product.to_string(),
        version: read_product(&app, &staff, product).await?.version,
        price_ht: Some(form.product_price.0.centimes()),
        combination_prices: vec![own],
        ..Default::default()
    };
    let answer = app.neighbours.by(&staff.actor).products()?.update_product(request).await;
    let saved = reread(&app, &staff, (product, Language::default()), answer).await;
    saved.map(|_| Json(CombinationSaved { success: true }))
}

impl From<WantedCombination> for proto::WantedCombination {
    fn from(wanted: WantedCombination) -> Self {
        let WantedCombination { id, option_ids, sku, barcode, price_ht, is_default, is_active } = wanted;
        let price_ht = price_ht.0.centimes();
        Self { id, option_ids, sku, barcode, price_ht, is_default, active: is_active }
    }
}
