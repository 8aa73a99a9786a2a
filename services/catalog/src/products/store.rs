//! Products in PostgreSQL: locked, inserted, saved. What belongs to a product goes in with one statement for each kind.

use serde::Serialize;
use souk_database::columns::damaged;
use souk_kernel::{BrandId, BrandLineId, CategoryId, CombinationId, Day, ImageId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::load::load;
use super::model::{FeatureValue, Image, PageVariant, Product, Text};
use super::{combination_rows, pack_rows};

#[derive(Serialize)]
struct NewRow<'a> {
    id: ProductId,
    slug: &'a str,
    active: bool,
    featured: bool,
    on_sale: bool,
    available_from: Option<Day>,
    price_ht: i64,
    tax_rate: i32,
    category_id: CategoryId,
    brand_id: Option<BrandId>,
    brand_line_id: Option<BrandLineId>,
    tags: &'a [String],
    features: &'a [FeatureValue],
    page: PageVariant,
    sku: &'a str,
    barcode: &'a str,
    supply_price_ht: i64,
    wholesale_price_ht: i64,
    weight: u32,
    height: u32,
    width: u32,
    length: u32,
    wholesale_min_order_quantity: u32,
    minimum_quantity: u32,
    maximum_quantity: Option<u32>,
    quantity_step: u32,
    texts: &'a [Text],
}

impl<'a> NewRow<'a> {
    fn of(product: &'a Product) -> Self {
        let details = &product.details;
        Self {
            id: product.id,
            slug: &product.slug,
            active: product.active,
            featured: product.featured,
            on_sale: product.on_sale,
            available_from: product.available_from,
            price_ht: product.price.centimes(),
            tax_rate: hundredths(product),
            category_id: product.category,
            brand_id: product.brand,
            brand_line_id: product.brand_line,
            tags: &product.tags,
            features: &product.features,
            page: product.page,
            sku: &details.sku,
            barcode: &details.barcode,
            supply_price_ht: details.supply_price.centimes(),
            wholesale_price_ht: details.wholesale_price.centimes(),
            weight: details.weight,
            height: details.height,
            width: details.width,
            length: details.length,
            wholesale_min_order_quantity: details.wholesale_min_order_quantity,
            minimum_quantity: product.quantity_rule.minimum(),
            maximum_quantity: product.quantity_rule.maximum(),
            quantity_step: product.quantity_rule.step(),
            texts: &product.texts,
        }
    }
}

/// The product, locked until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: ProductId) -> sqlx::Result<Option<Product>> {
    let found = sqlx::query_scalar!("SELECT id FROM products WHERE id = $1 FOR NO KEY UPDATE", id.uuid())
        .fetch_optional(&mut *tx)
        .await?;
    if found.is_none() {
        return Ok(None);
    }
    Ok(load(tx, &[id.uuid()]).await?.pop())
}

/// Keeps everybody from naming the product until the transaction ends; before [`lock_in`], whose lock lets foreign keys pass.
pub async fn hold_in(tx: &mut PgConnection, id: ProductId) -> sqlx::Result<()> {
    sqlx::query!("SELECT FROM products WHERE id = $1 FOR UPDATE", id.uuid()).execute(tx).await?;
    Ok(())
}

/// Locks the products until the transaction ends, in one order for everybody.
pub async fn lock_all_in(tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        .fetch_all(tx)
        .await?;
    Ok(())
}

/// What a page at an address is made of, in numbers: they tell whether a kept page still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visible {
    pub product: ProductId,
    /// Of the product, or of what changed last of a pack's parts.
    pub revision: u64,
    /// The revision of the reference data.
    pub reference: u64,
}

/// The visible product at an address.
pub async fn visible_at(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<Visible>> {
    let row = sqlx::query!(
        r#"SELECT p.id, r.reference,
                  greatest(p.revision, (SELECT max(part.revision) FROM pack_components c JOIN products part ON part.id = c.component_id
                                         WHERE c.product_id = p.id)) AS "revision!"
             FROM products p, revision r WHERE p.slug = $1 AND p.active"#,
        slug
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Visible {
        product: ProductId::from_uuid(row.id),
        revision: row.revision.unsigned_abs(),
        reference: row.reference.unsigned_abs(),
    }))
}

/// Inserts the products with everything that belongs to them but images. They have a revision of their own once they are marked.
pub async fn insert_in(tx: &mut PgConnection, products: &[Product], now: OffsetDateTime) -> sqlx::Result<()> {
    let rows: Vec<NewRow<'_>> = products.iter().map(NewRow::of).collect();
    hold_categories_in(tx, products).await?;
    // One statement: what triggers find of a product is whole.
    sqlx::query!(
        "WITH wanted AS MATERIALIZED (
             SELECT * FROM jsonb_to_recordset($1) AS p (
                 id uuid, slug text, active boolean, featured boolean, price_ht bigint, tax_rate integer, category_id uuid,
                 brand_id uuid, brand_line_id uuid, tags text[], features jsonb, page text, sku text, barcode text,
                 supply_price_ht bigint, wholesale_price_ht bigint, weight integer, height integer, width integer,
                 length integer, wholesale_min_order_quantity integer, minimum_quantity integer, maximum_quantity integer,
                 quantity_step integer, on_sale boolean, available_from date, texts jsonb)),
         made AS (
             INSERT INTO products (id, revision, slug, active, featured, price_ht, tax_rate, category_id, brand_id, brand_line_id,
                                   tags, features, features_entered, page, sku, barcode, supply_price_ht, wholesale_price_ht,
                                   weight, height, width, length, wholesale_min_order_quantity, minimum_quantity,
                                   maximum_quantity, quantity_step, on_sale, available_from, created_at, updated_at)
             SELECT id, 1, slug, active, featured, price_ht, tax_rate, category_id, brand_id, brand_line_id, tags, features, true,
                    page, sku, barcode, supply_price_ht, wholesale_price_ht, weight, height, width, length,
                    wholesale_min_order_quantity, minimum_quantity, maximum_quantity, quantity_step, on_sale,
                    available_from, $2, $2
               FROM wanted)
         INSERT INTO product_texts (product_id, language, name, short_description, long_description, seo_title, seo_description)
         SELECT wanted.id, t.* FROM wanted CROSS JOIN LATERAL jsonb_to_recordset(wanted.texts)
             AS t (language text, name text, short_description text, long_description text, seo_title text, seo_description text)",
        Json(rows) as _,
        now,
    )
    .execute(&mut *tx)
    .await?;
    if products.iter().any(|product| !product.combinations.is_empty()) {
        combination_rows::insert_in(tx, products).await?;
    }
    for pack in products.iter().filter(|product| !product.pack.is_empty()) {
        pack_rows::insert_in(tx, pack).await?;
        pack_rows::save_price_in(tx, pack).await?;
    }
    Ok(())
}

/// The categories of the products stay until the transaction ends. In the order in which a category's address is changed with those
/// beneath it: what holds one and waits for another would meet it.
async fn hold_categories_in(tx: &mut PgConnection, products: &[Product]) -> sqlx::Result<()> {
    let categories: Vec<Uuid> = products.iter().map(|product| product.category.uuid()).collect();
    sqlx::query!("SELECT id FROM categories WHERE id = ANY($1) ORDER BY id FOR KEY SHARE", &categories)
        .fetch_all(tx)
        .await?;
    Ok(())
}

/// Saves what an edit can change; `false` when the stored version is not the one before `product.version`.
pub async fn save_in(tx: &mut PgConnection, product: &Product, now: OffsetDateTime) -> sqlx::Result<bool> {
    let version = i64::try_from(product.version).map_err(|_| damaged("version", product.version))?;
    let saved = sqlx::query!(
        "UPDATE products SET version = $2, active = $3, featured = $4, price_ht = $5, tax_rate = $6, category_id = $7,
                brand_id = $8, updated_at = $9, brand_line_id = $10, tags = $11, page = $12, slug = $13,
                minimum_quantity = $14, maximum_quantity = $15, quantity_step = $16, on_sale = $17, available_from = $18,
                last_active_at = CASE WHEN active THEN $9 ELSE last_active_at END
          WHERE id = $1 AND version = $2::bigint - 1",
        product.id.uuid(),
        version,
        product.active,
        product.featured,
        product.price.centimes(),
        hundredths(product),
        product.category.uuid(),
        product.brand.map(BrandId::uuid),
        now,
        product.brand_line.map(BrandLineId::uuid),
        &product.tags,
        <&str>::from(product.page),
        product.slug,
        product.quantity_rule.minimum().cast_signed(),
        product.quantity_rule.maximum().map(u32::cast_signed),
        product.quantity_rule.step().cast_signed(),
        product.on_sale,
        product.available_from.map(Day::date),
    )
    .execute(&mut *tx)
    .await?;
    save_details_in(tx, product).await?;
    save_texts_in(tx, product).await?;
    combination_rows::save_prices_in(tx, product).await?;
    pack_rows::save_price_in(tx, product).await?;
    Ok(saved.rows_affected() == 1)
}

async fn save_details_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    let details = &product.details;
    sqlx::query!(
        "UPDATE products SET sku = $2, barcode = $3, supply_price_ht = $4, wholesale_price_ht = $5, weight = $6, height = $7,
                width = $8, length = $9, wholesale_min_order_quantity = $10
          WHERE id = $1 AND (sku, barcode, supply_price_ht, wholesale_price_ht, weight, height, width, length,
                             wholesale_min_order_quantity)
                            IS DISTINCT FROM ($2, $3, $4, $5, $6, $7, $8, $9, $10)",
        product.id.uuid(),
        details.sku,
        details.barcode,
        details.supply_price.centimes(),
        details.wholesale_price.centimes(),
        details.weight.cast_signed(),
        details.height.cast_signed(),
        details.width.cast_signed(),
        details.length.cast_signed(),
        details.wholesale_min_order_quantity.cast_signed(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn save_texts_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH gone AS (
             DELETE FROM product_texts WHERE product_id = $1
                AND language NOT IN (SELECT language FROM jsonb_to_recordset($2) AS t (language text)))
         INSERT INTO product_texts AS stored (product_id, language, name, short_description, long_description, seo_title,
                                             seo_description)
         SELECT $1, t.* FROM jsonb_to_recordset($2) AS t (language text, name text, short_description text,
                                                          long_description text, seo_title text, seo_description text)
         ON CONFLICT (product_id, language) DO UPDATE
            SET name = excluded.name, short_description = excluded.short_description,
                long_description = excluded.long_description, seo_title = excluded.seo_title,
                seo_description = excluded.seo_description
          WHERE stored IS DISTINCT FROM excluded",
        product.id.uuid(),
        Json(&product.texts) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The image of a product with these bytes, if it was added before.
pub async fn image_with(
    conn: &mut PgConnection,
    product: ProductId,
    content_hash: &str,
) -> sqlx::Result<Option<ImageId>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM images WHERE product_id = $1 AND content_hash = $2",
        product.uuid(),
        content_hash
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(ImageId::from_uuid))
}

/// Adds an image after the others. The product is locked by the caller.
pub async fn insert_image_in(
    tx: &mut PgConnection,
    product: ProductId,
    image: &Image,
    content_hash: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO images (id, product_id, position, content_hash, alt, sizes, webp_tried)
         SELECT $1, $2, COALESCE(max(position) + 1, 0), $3, $4, $5, true FROM images WHERE product_id = $2",
        image.id.uuid(),
        product.uuid(),
        content_hash,
        image.alt,
        Json(&image.sizes) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Gives a copy the images of its original, each under its own id, and says which combinations they show. Both name the same files,
/// which stay as long as the shop.
pub async fn copy_images_in(tx: &mut PgConnection, original: &Product, copy: &Product) -> sqlx::Result<()> {
    let column = |product: &Product| product.images.iter().map(|image| image.id.uuid()).collect::<Vec<_>>();
    sqlx::query!(
        "INSERT INTO images (id, product_id, position, content_hash, alt, sizes, webp_tried)
         SELECT own.id, $3, i.position, i.content_hash, i.alt, i.sizes, i.webp_tried
           FROM unnest($1::uuid[], $2::uuid[]) AS own (original, id) JOIN images i ON i.id = own.original",
        &column(original),
        &column(copy),
        copy.id.uuid(),
    )
    .execute(&mut *tx)
    .await?;
    let shown = copy.combinations.iter().flat_map(|own| own.images.iter().map(|image| (own.id, image)));
    let (combinations, images): (Vec<Uuid>, Vec<Uuid>) =
        shown.map(|(combination, image)| (combination.uuid(), image.uuid())).unzip();
    sqlx::query!(
        "INSERT INTO combination_images (combination_id, image_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])",
        &combinations,
        &images,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The first of the addresses that no product has or had; the last of them is nobody's.
pub async fn free_address_in(tx: &mut PgConnection, addresses: &[String]) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"SELECT wanted.slug AS "slug!" FROM unnest($1::text[]) WITH ORDINALITY AS wanted (slug, place)
            WHERE NOT EXISTS (SELECT FROM products p WHERE p.slug = wanted.slug)
              AND NOT EXISTS (SELECT FROM former_addresses f WHERE f.kind = 'product' AND f.slug = wanted.slug)
            ORDER BY place LIMIT 1"#,
        addresses
    )
    .fetch_one(tx)
    .await
}

/// Which of the products, by their places, can be made as they are: no product has or had such an id, address or SKU.
pub async fn unclaimed(conn: &mut PgConnection, wanted: &[&Product]) -> sqlx::Result<Vec<usize>> {
    #[derive(Serialize)]
    struct Claim<'a> {
        place: usize,
        id: ProductId,
        slug: &'a str,
        sku: &'a str,
        skus: Vec<&'a str>,
    }
    let claims = wanted.iter().enumerate().map(|(place, product)| Claim {
        place,
        id: product.id,
        slug: &product.slug,
        sku: &product.details.sku,
        skus: product.combinations.iter().map(|own| own.sku.as_str()).filter(|sku| !sku.is_empty()).collect(),
    });
    let places = sqlx::query_scalar!(
        r#"SELECT wanted.place AS "place!"
             FROM jsonb_to_recordset($1) AS wanted (place integer, id uuid, slug text, sku text, skus text[])
            WHERE NOT EXISTS (SELECT FROM products p WHERE p.id = wanted.id)
              AND NOT EXISTS (SELECT FROM products p WHERE p.slug = wanted.slug)
              AND NOT EXISTS (SELECT FROM former_addresses f WHERE f.kind = 'product' AND f.slug = wanted.slug)
              AND NOT EXISTS (SELECT FROM products p WHERE p.sku = wanted.sku AND p.sku <> '')
              AND NOT EXISTS (SELECT FROM unnest(wanted.skus) AS own (sku)
                                JOIN combinations c ON c.sku = own.sku AND c.sku <> '')"#,
        Json(claims.collect::<Vec<_>>()) as _,
    )
    .fetch_all(conn)
    .await?;
    Ok(places.into_iter().filter_map(|place| usize::try_from(place).ok()).collect())
}

/// Puts all images of a product in this order. The product is locked by the caller.
pub async fn order_images_in(
    tx: &mut PgConnection,
    product: ProductId,
    images: &[ImageId],
) -> sqlx::Result<()> {
    // Out of the way first: two images never have one position, not even for a moment.
    sqlx::query!(
        "UPDATE images SET position = position + 1 + (SELECT max(position) FROM images WHERE product_id = $1)
          WHERE product_id = $1",
        product.uuid(),
    )
    .execute(&mut *tx)
    .await?;
    let ids: Vec<Uuid> = images.iter().map(|id| id.uuid()).collect();
    sqlx::query!(
        "UPDATE images i SET position = o.place - 1
           FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, place) WHERE i.id = o.id AND i.product_id = $1",
        product.uuid(),
        &ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// `false` when the product has no such image.
pub async fn remove_image_in(
    tx: &mut PgConnection,
    product: ProductId,
    image: ImageId,
) -> sqlx::Result<bool> {
    let done =
        sqlx::query!("DELETE FROM images WHERE id = $1 AND product_id = $2", image.uuid(), product.uuid())
            .execute(tx)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// An image no longer shows a combination.
pub async fn hide_in(tx: &mut PgConnection, image: ImageId, combination: CombinationId) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM combination_images WHERE image_id = $1 AND combination_id = $2",
        image.uuid(),
        combination.uuid(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Says which combinations an image shows. `false` when one is not of the product.
pub async fn show_in(
    tx: &mut PgConnection,
    product: ProductId,
    image: ImageId,
    combinations: &[Uuid],
) -> sqlx::Result<bool> {
    let of_product = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM combinations WHERE product_id = $1 AND id = ANY($2)"#,
        product.uuid(),
        combinations
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO combination_images (combination_id, image_id)
         SELECT c.id, $1 FROM combinations c WHERE c.product_id = $2 AND c.id = ANY($3) ON CONFLICT DO NOTHING",
        image.uuid(),
        product.uuid(),
        combinations,
    )
    .execute(tx)
    .await?;
    Ok(usize::try_from(of_product) == Ok(combinations.len()))
}

fn hundredths(product: &Product) -> i32 {
    i32::try_from(product.tax_rate.hundredths()).unwrap_or(i32::MAX)
}
