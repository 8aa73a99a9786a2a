//! The products that a list shows, as a file that can be taken in again and then changes nothing.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use futures::{StreamExt as _, stream};
use http::Method;
use serde::Deserialize;
use souk_kernel::{BrandId, CategoryId, Permission};
use souk_proto::catalog::v1 as proto;
use strum::IntoEnumIterator as _;
use utoipa::IntoParams;

use super::access::Staff;
use super::export::{self, Reader, Row, dinars};
use super::product_columns::Column;
use crate::extract::{Query, id, words};
use crate::problem::Problem;
use crate::state::App;

/// What a line says, by its columns.
type Cells = BTreeMap<Column, String>;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProductsExport {
    /// Words of the name, the SKU or a combination's; 2,000 products at most are of them.
    q: Option<String>,
    /// Id.
    category: Option<String>,
    /// Id.
    brand: Option<String>,
    /// Only those that shoppers see, or only the others.
    active: Option<bool>,
    /// In any case; 2,000 products at most have it.
    tag: Option<String>,
}

/// The products that a list shows, as CSV in UTF-8: a line for each and one for each of its combinations.
#[utoipa::path(get, path = "/dashboard/api/products/export", tag = "dashboard", security(("staff" = [])),
    params(ProductsExport), responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_products(
    State(app): State<App>,
    staff: Staff,
    method: Method,
    Query(query): Query<ProductsExport>,
) -> Result<Response, Problem> {
    let filter = query.request()?;
    let columns: Vec<&str> = Column::iter().map(Column::name).collect();
    if let Some(head) = export::head(&method, "products", &columns) {
        return Ok(head);
    }
    let reader = Reader::open(app.clone(), staff.clone(), Permission::CatalogRead)?;
    let first = step(app, staff, filter.clone()).await?;
    let rest = export::steps(reader, first.1, move |app, staff, after| {
        step(app, staff, proto::ListWholeProductsRequest { after, ..filter.clone() })
    });
    Ok(export::file("products", &columns, stream::iter([Ok(first.0)]).chain(rest)))
}

/// The lines of a step, and what the next goes on after.
async fn step(
    app: App,
    staff: Staff,
    request: proto::ListWholeProductsRequest,
) -> Result<(Vec<Row>, u64), Problem> {
    let answer = app.neighbours.by(&staff.actor).product_files()?.list_whole_products(request).await?;
    let proto::ListWholeProductsResponse { products, next } = answer.into_inner();
    // To others the catalogue tells none.
    let tells_costs = staff.actor.may(Permission::CatalogWrite);
    let lines = products.into_iter().flat_map(|whole| lines(whole, &app.public_url, tells_costs));
    Ok((lines.collect(), next))
}

impl ProductsExport {
    fn request(self) -> Result<proto::ListWholeProductsRequest, Problem> {
        let (query, tag) = (words(self.q)?, words(self.tag)?);
        if let Some(category) = &self.category {
            id::<CategoryId>("category", category)?;
        }
        if let Some(brand) = &self.brand {
            id::<BrandId>("brand", brand)?;
        }
        Ok(proto::ListWholeProductsRequest {
            query,
            category_id: self.category.unwrap_or_default(),
            brand_id: self.brand.unwrap_or_default(),
            active: self.active,
            after: 0,
            tag,
        })
    }
}

fn lines(whole: proto::WholeProduct, public_url: &str, tells_costs: bool) -> Vec<Row> {
    let product = whole.product.unwrap_or_default();
    let pictures = Pictures { public_url, images: &product.images };
    let named = Cells::from([(Column::Id, product.id.clone()), (Column::Slug, product.slug.clone())]);
    let mut of_product = product_cells(&product, whole.category_slug, whole.brand_slug, tells_costs);
    of_product.insert(Column::Images, pictures.cell(|_| true));
    let mut lines = vec![of_product];
    for combination in product.combinations.iter().cloned() {
        let shown = combination.image_ids.clone();
        let mut cells = combination_cells(combination);
        cells.insert(Column::Images, pictures.cell(|image| shown.contains(&image.id)));
        lines.push(cells);
    }
    let row = |mut cells: Cells| -> Row {
        cells.extend(named.clone());
        Column::iter().map(|column| cells.remove(&column).unwrap_or_default()).collect()
    };
    lines.into_iter().map(row).collect()
}

fn product_cells(product: &proto::Product, category: String, brand: String, tells_costs: bool) -> Cells {
    let details = product.details.clone().unwrap_or_default();
    let rule = product.quantity_rule.unwrap_or(proto::QuantityRule { minimum: 1, maximum: None, step: 1 });
    let mut cells = Cells::from([
        (Column::PriceHt, dinars(product.price_ht)),
        (Column::TaxRate, dinars(product.tax_rate.into())),
        (Column::Category, category),
        (Column::Brand, brand),
        (Column::Tags, tags(&product.tags)),
        (Column::Sku, details.sku),
        (Column::Barcode, details.barcode),
        (Column::WholesalePriceHt, dinars(details.wholesale_price_ht)),
        (Column::WholesaleMinOrderQuantity, details.wholesale_min_order_quantity.to_string()),
        (Column::Weight, details.weight.to_string()),
        (Column::Height, details.height.to_string()),
        (Column::Width, details.width.to_string()),
        (Column::Length, details.length.to_string()),
        (Column::MinimumQuantity, rule.minimum.to_string()),
        (Column::MaximumQuantity, rule.maximum.unwrap_or_default().to_string()),
        (Column::QuantityStep, rule.step.to_string()),
        (Column::AvailableFrom, product.available_from.clone()),
        (Column::Active, yes_no(product.active)),
        (Column::Featured, yes_no(product.featured)),
        (Column::OnSale, yes_no(product.on_sale)),
    ]);
    // An empty cell leaves it as it is, where the file is taken in again.
    if tells_costs {
        cells.insert(Column::SupplyPriceHt, dinars(details.supply_price_ht));
    }
    for text in &product.texts {
        let said = [
            ("name", &text.name),
            ("short_description", &text.short_description),
            ("description", &text.long_description),
            ("seo_title", &text.seo_title),
            ("seo_description", &text.seo_description),
        ];
        let said = said.into_iter().filter_map(|(field, text_of)| {
            Some((format!("{field}_{}", text.language).parse::<Column>().ok()?, text_of.clone()))
        });
        cells.extend(said);
    }
    cells
}

/// The pictures of a product, as addresses that another shop can ask for.
struct Pictures<'a> {
    public_url: &'a str,
    images: &'a [proto::Image],
}

impl Pictures<'_> {
    fn cell(&self, is_shown: impl Fn(&proto::Image) -> bool) -> String {
        let large = |image: &proto::Image| Some(format!("{}{}", self.public_url, image.sizes.last()?.url));
        let addresses: Vec<_> =
            self.images.iter().filter(|image| is_shown(image)).filter_map(large).collect();
        addresses.join("|")
    }
}

/// Its own price is 0 where it has the product's.
fn combination_cells(combination: proto::Combination) -> Cells {
    let mut cells = Cells::from([
        (Column::CombinationId, combination.id),
        (Column::PriceHt, dinars(combination.price_ht)),
        (Column::Sku, combination.sku),
        (Column::Barcode, combination.barcode),
        (Column::Active, yes_no(combination.active)),
    ]);
    for ((name, value), chosen) in Column::OPTIONS.into_iter().zip(combination.values) {
        cells.extend([(name, chosen.r#type), (value, chosen.value.unwrap_or_default().fr)]);
    }
    cells
}

/// Between bars; one tag with a comma ends in a bar, or it would be read as two.
fn tags(tags: &[String]) -> String {
    match tags {
        [only] if only.contains(',') => format!("{only}|"),
        tags => tags.join("|"),
    }
}

fn yes_no(yes: bool) -> String {
    (if yes { "yes" } else { "no" }).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_can_be_told_apart() {
        let tags_of = |given: &[&str]| tags(&given.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
        assert_eq!(tags_of(&["cadeau", "été"]), "cadeau|été");
        assert_eq!(tags_of(&["rouge, vif"]), "rouge, vif|");
        assert_eq!(tags_of(&[]), "");
    }
}
