//! Products read whole from PostgreSQL. One statement for one product and for five hundred: all of it is of one
//! moment, so nothing is older than the revision that it comes with.

use std::collections::HashMap;

use serde::Deserialize;
use souk_database::columns::{count, damaged};
use souk_kernel::{
    BrandId, BrandLineId, CategoryId, CombinationId, Day, ImageId, Money, ProductId, QuantityRule,
};
use souk_pricing::Discount;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::details::Details;
use super::model::{ChosenValue, Combination, FeatureValue, Image, PackComponent, Product, Text};
use crate::columns::tax_rate;
use crate::media::StoredSize;

/// A product's row with what belongs to it as JSON.
struct Row {
    id: Uuid,
    number: i64,
    version: i64,
    revision: i64,
    slug: String,
    active: bool,
    featured: bool,
    on_sale: bool,
    available_from: Option<Date>,
    price_ht: i64,
    tax_rate: i32,
    category_id: Uuid,
    brand_id: Option<Uuid>,
    brand_line_id: Option<Uuid>,
    tags: Vec<String>,
    features: Json<Vec<FeatureValue>>,
    sku: String,
    barcode: String,
    supply_price_ht: i64,
    wholesale_price_ht: i64,
    weight: i32,
    height: i32,
    width: i32,
    length: i32,
    wholesale_min_order_quantity: i32,
    minimum_quantity: i32,
    maximum_quantity: Option<i32>,
    quantity_step: i32,
    page: String,
    created_at: OffsetDateTime,
    texts: Option<Json<Vec<Text>>>,
    combinations: Option<Json<Vec<CombinationRow>>>,
    images: Option<Json<Vec<ImageRow>>>,
    shows: Option<Json<Vec<ShowsRow>>>,
    pack: Option<Json<Vec<PackRow>>>,
    pack_price: Option<Json<PackPriceRow>>,
    on_offer: Option<Json<Vec<OnOfferRow>>>,
}

#[derive(Deserialize)]
struct CombinationRow {
    id: CombinationId,
    sku: String,
    barcode: String,
    price_ht: i64,
    is_default: bool,
    active: bool,
    chosen: Vec<ChosenValue>,
}

#[derive(Deserialize)]
struct ImageRow {
    id: ImageId,
    alt: String,
    sizes: Vec<StoredSize>,
}

#[derive(Deserialize)]
struct ShowsRow {
    combination_id: CombinationId,
    image_id: ImageId,
}

#[derive(Debug, Deserialize)]
pub struct PackRow {
    component_id: ProductId,
    combination_id: Option<CombinationId>,
    quantity: u32,
    choices: Option<Vec<CombinationId>>,
}

#[derive(Deserialize)]
struct PackPriceRow {
    rule_type: String,
    value: i64,
}

#[derive(Deserialize)]
struct OnOfferRow {
    product_id: ProductId,
    id: CombinationId,
}

/// The products of these ids that exist, in no order. The list is wrapped in a query of its own, so that its length, which would
/// have each call planned anew, is not known: planning costs as much as reading.
pub async fn load(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Product>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.number, p.version, p.revision, p.slug, p.active, p.featured, p.price_ht, p.tax_rate,
                  p.category_id, p.brand_id, p.brand_line_id, p.tags, p.features AS "features: Json<Vec<FeatureValue>>",
                  p.sku, p.barcode, p.supply_price_ht, p.wholesale_price_ht, p.weight, p.height, p.width, p.length,
                  p.wholesale_min_order_quantity, p.minimum_quantity, p.maximum_quantity, p.quantity_step, p.on_sale,
                  p.available_from, p.page, p.created_at,
                  (SELECT json_agg(t ORDER BY array_position(ARRAY['fr', 'ar', 'en'], t.language))
                     FROM product_texts t WHERE t.product_id = p.id) AS "texts: Json<Vec<Text>>",
                  (SELECT json_agg(c ORDER BY c.position) FROM combinations c WHERE c.product_id = p.id)
                      AS "combinations: Json<Vec<CombinationRow>>",
                  (SELECT json_agg(i ORDER BY i.position) FROM images i WHERE i.product_id = p.id)
                      AS "images: Json<Vec<ImageRow>>",
                  (SELECT json_agg(s ORDER BY i.position)
                     FROM images i JOIN combination_images s ON s.image_id = i.id WHERE i.product_id = p.id)
                      AS "shows: Json<Vec<ShowsRow>>",
                  (SELECT json_agg(k ORDER BY k.position) FROM pack_components k WHERE k.product_id = p.id)
                      AS "pack: Json<Vec<PackRow>>",
                  (SELECT to_json(k) FROM pack_prices k WHERE k.product_id = p.id) AS "pack_price: Json<PackPriceRow>",
                  (SELECT json_agg(json_build_object('product_id', c.product_id, 'id', c.id) ORDER BY c.position)
                     FROM combinations c
                    WHERE c.active AND c.product_id IN (SELECT k.component_id FROM pack_components k
                                                         WHERE k.product_id = p.id AND k.choices IS NOT NULL))
                      AS "on_offer: Json<Vec<OnOfferRow>>"
             FROM products p WHERE p.id = ANY((SELECT $1::uuid[])::uuid[])"#,
        ids
    );
    rows.fetch_all(conn).await?.into_iter().map(Product::try_from).collect()
}

pub async fn find(conn: &mut PgConnection, id: ProductId) -> sqlx::Result<Option<Product>> {
    Ok(load(conn, &[id.uuid()]).await?.pop())
}

/// The number that a product got at its making.
pub async fn number_of(conn: &mut PgConnection, product: ProductId) -> sqlx::Result<Option<u64>> {
    let number = sqlx::query_scalar!("SELECT number FROM products WHERE id = $1", product.uuid());
    Ok(number.fetch_optional(conn).await?.map(i64::unsigned_abs))
}

/// The next ids after a number, for going through all products in steps.
pub async fn after(conn: &mut PgConnection, number: u64, most: i64) -> sqlx::Result<Vec<(Uuid, u64)>> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = sqlx::query!(
        "SELECT id, number FROM products WHERE number > $1 ORDER BY number LIMIT $2",
        number,
        most
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number.unsigned_abs())).collect())
}

/// Products that a step looks through for those that it is about: they are found by no index that stands in their order, and in a large
/// shop they may be few or all.
pub const LOOKED_THROUGH: i64 = 2_000;

/// The number of the last product of those that the step after a number looks through; `None` where there is none.
pub async fn looked_through(conn: &mut PgConnection, number: i64) -> sqlx::Result<Option<i64>> {
    let next = sqlx::query_scalar!(
        "SELECT max(number) FROM (SELECT number FROM products WHERE number > $1 ORDER BY number LIMIT $2) next",
        number,
        LOOKED_THROUGH,
    );
    next.fetch_one(conn).await
}

impl TryFrom<Row> for Product {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        let details = details(&row)?;
        let quantity_rule = quantity_rule(&row)?;
        Ok(Self {
            id: ProductId::from_uuid(row.id),
            number: row.number.unsigned_abs(),
            version: row.version.unsigned_abs(),
            revision: row.revision.unsigned_abs(),
            slug: row.slug,
            active: row.active,
            featured: row.featured,
            on_sale: row.on_sale,
            available_from: row.available_from.map(available_from).transpose()?,
            price: Money::from_centimes(row.price_ht),
            tax_rate: tax_rate(row.tax_rate)?,
            category: CategoryId::from_uuid(row.category_id),
            brand: row.brand_id.map(BrandId::from_uuid),
            brand_line: row.brand_line_id.map(BrandLineId::from_uuid),
            tags: row.tags,
            features: row.features.0,
            texts: entries(row.texts),
            combinations: combinations(entries(row.combinations), entries(row.shows)),
            images: entries(row.images).into_iter().map(Image::from).collect(),
            pack: entries(row.pack).into_iter().map(PackComponent::from).collect(),
            pack_discount: row
                .pack_price
                .map(|price| discount(&price.0.rule_type, price.0.value))
                .transpose()?,
            on_offer: on_offer(entries(row.on_offer)),
            details,
            quantity_rule,
            page: row.page.parse().map_err(|_| damaged("page", &row.page))?,
            created_at: row.created_at,
        })
    }
}

fn details(row: &Row) -> sqlx::Result<Details> {
    Ok(Details {
        sku: row.sku.clone(),
        barcode: row.barcode.clone(),
        supply_price: Money::from_centimes(row.supply_price_ht),
        wholesale_price: Money::from_centimes(row.wholesale_price_ht),
        weight: count("weight", row.weight)?,
        height: count("height", row.height)?,
        width: count("width", row.width)?,
        length: count("length", row.length)?,
        wholesale_min_order_quantity: count(
            "wholesale_min_order_quantity",
            row.wholesale_min_order_quantity,
        )?,
    })
}

fn available_from(date: Date) -> sqlx::Result<Day> {
    Day::new(date).map_err(|error| damaged("available_from", error))
}

fn quantity_rule(row: &Row) -> sqlx::Result<QuantityRule> {
    let maximum = row.maximum_quantity.map(|most| count("maximum_quantity", most)).transpose()?;
    let minimum = count("minimum_quantity", row.minimum_quantity)?;
    let step = count("quantity_step", row.quantity_step)?;
    QuantityRule::new(minimum, maximum, step).map_err(|error| damaged("quantity_rule", error))
}

/// An aggregate of no rows is NULL.
fn entries<T>(aggregate: Option<Json<Vec<T>>>) -> Vec<T> {
    aggregate.map(|entries| entries.0).unwrap_or_default()
}

fn combinations(rows: Vec<CombinationRow>, shows: Vec<ShowsRow>) -> Vec<Combination> {
    let mut images: HashMap<CombinationId, Vec<ImageId>> = HashMap::new();
    for shown in shows {
        images.entry(shown.combination_id).or_default().push(shown.image_id);
    }
    let combination = |row: CombinationRow| Combination {
        id: row.id,
        sku: row.sku,
        barcode: row.barcode,
        price: Money::from_centimes(row.price_ht),
        is_default: row.is_default,
        active: row.active,
        values: row.chosen,
        images: images.remove(&row.id).unwrap_or_default(),
    };
    rows.into_iter().map(combination).collect()
}

impl From<ImageRow> for Image {
    fn from(row: ImageRow) -> Self {
        Self { id: row.id, alt: row.alt, sizes: row.sizes }
    }
}

impl From<PackRow> for PackComponent {
    fn from(row: PackRow) -> Self {
        let PackRow { component_id, combination_id, quantity, choices } = row;
        Self { product: component_id, combination: combination_id, quantity, choices }
    }
}

/// What is taken off the sum of a pack's parts.
pub fn discount(rule_type: &str, value: i64) -> sqlx::Result<Discount> {
    Discount::read(rule_type, value).ok_or_else(|| damaged("pack_prices.value", value))
}

fn on_offer(rows: Vec<OnOfferRow>) -> HashMap<ProductId, Vec<CombinationId>> {
    let mut found: HashMap<ProductId, Vec<CombinationId>> = HashMap::new();
    for row in rows {
        found.entry(row.product_id).or_default().push(row.id);
    }
    found
}
