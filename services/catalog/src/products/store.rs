//! Products in PostgreSQL. Loading takes the same number of queries for one product and for five hundred.

use std::collections::HashMap;

use souk_kernel::{BrandId, CategoryId, CombinationId, ImageId, Money, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{ChosenValue, Combination, Feature, Image, PackComponent, Product, Text};
use crate::columns::{damaged, small, tax_rate};
use crate::media::StoredSize;

/// The products of these ids that exist, in no order.
pub async fn load(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Product>> {
    let mut texts = texts(conn, ids).await?;
    let mut combinations = combinations(conn, ids).await?;
    let mut images = images(conn, ids).await?;
    let mut packs = packs(conn, ids).await?;
    let rows = sqlx::query!(
        r#"SELECT id, number, version, revision, slug, active, featured, price_ht, tax_rate, category_id, brand_id,
                  tags, features AS "features: Json<Vec<Feature>>", created_at
             FROM products WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let products = rows.into_iter().map(|row| {
        let id = row.id;
        Ok(Product {
            id: ProductId::from_uuid(id),
            number: row.number.unsigned_abs(),
            version: row.version.unsigned_abs(),
            revision: row.revision.unsigned_abs(),
            slug: row.slug,
            active: row.active,
            featured: row.featured,
            price: Money::from_centimes(row.price_ht),
            tax_rate: tax_rate(row.tax_rate)?,
            category: CategoryId::from_uuid(row.category_id),
            brand: row.brand_id.map(BrandId::from_uuid),
            tags: row.tags,
            features: row.features.0,
            texts: texts.remove(&id).unwrap_or_default(),
            combinations: combinations.remove(&id).unwrap_or_default(),
            images: images.remove(&id).unwrap_or_default(),
            pack: packs.remove(&id).unwrap_or_default(),
            created_at: row.created_at,
        })
    });
    products.collect()
}

async fn texts(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<HashMap<Uuid, Vec<Text>>> {
    let rows = sqlx::query!(
        "SELECT product_id, language, name, short_description, long_description, seo_title, seo_description
           FROM product_texts WHERE product_id = ANY($1)",
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut texts: HashMap<Uuid, Vec<Text>> = HashMap::new();
    for row in rows {
        texts.entry(row.product_id).or_default().push(Text {
            language: row.language.parse().map_err(|_| damaged("language", &row.language))?,
            name: row.name,
            short_description: row.short_description,
            long_description: row.long_description,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
        });
    }
    for texts in texts.values_mut() {
        texts.sort_by_key(|text| text.language);
    }
    Ok(texts)
}

async fn combinations(
    conn: &mut PgConnection,
    ids: &[Uuid],
) -> sqlx::Result<HashMap<Uuid, Vec<Combination>>> {
    let rows = sqlx::query!(
        r#"SELECT c.id, c.product_id, c.sku, c.price_ht, c.is_default, c.active,
                  c.chosen AS "chosen: Json<Vec<ChosenValue>>",
                  ARRAY(SELECT i.id FROM combination_images ci JOIN images i ON i.id = ci.image_id
                         WHERE ci.combination_id = c.id ORDER BY i.position) AS "images!"
             FROM combinations c WHERE c.product_id = ANY($1) ORDER BY c.product_id, c.position"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut combinations: HashMap<Uuid, Vec<Combination>> = HashMap::new();
    for row in rows {
        combinations.entry(row.product_id).or_default().push(Combination {
            id: CombinationId::from_uuid(row.id),
            sku: row.sku,
            price: Money::from_centimes(row.price_ht),
            is_default: row.is_default,
            active: row.active,
            values: row.chosen.0,
            images: row.images.into_iter().map(ImageId::from_uuid).collect(),
        });
    }
    Ok(combinations)
}

async fn images(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<HashMap<Uuid, Vec<Image>>> {
    let rows = sqlx::query!(
        r#"SELECT id, product_id, alt, sizes AS "sizes: Json<Vec<StoredSize>>"
             FROM images WHERE product_id = ANY($1) ORDER BY product_id, position"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut images: HashMap<Uuid, Vec<Image>> = HashMap::new();
    for row in rows {
        let image = Image { id: ImageId::from_uuid(row.id), alt: row.alt, sizes: row.sizes.0 };
        images.entry(row.product_id).or_default().push(image);
    }
    Ok(images)
}

async fn packs(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<HashMap<Uuid, Vec<PackComponent>>> {
    let rows = sqlx::query!(
        "SELECT product_id, component_id, combination_id, quantity
           FROM pack_components WHERE product_id = ANY($1) ORDER BY product_id, position",
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut packs: HashMap<Uuid, Vec<PackComponent>> = HashMap::new();
    for row in rows {
        packs.entry(row.product_id).or_default().push(PackComponent {
            product: ProductId::from_uuid(row.component_id),
            combination: row.combination_id.map(CombinationId::from_uuid),
            quantity: small("quantity", row.quantity)?,
        });
    }
    Ok(packs)
}

/// The product, locked until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: ProductId) -> sqlx::Result<Option<Product>> {
    let known = sqlx::query_scalar!("SELECT id FROM products WHERE id = $1 FOR NO KEY UPDATE", id.uuid())
        .fetch_optional(&mut *tx)
        .await?;
    if known.is_none() {
        return Ok(None);
    }
    Ok(load(tx, &[id.uuid()]).await?.pop())
}

pub async fn find(conn: &mut PgConnection, id: ProductId) -> sqlx::Result<Option<Product>> {
    Ok(load(conn, &[id.uuid()]).await?.pop())
}

/// Id and revision of the visible product at an address.
pub async fn visible_at(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<(ProductId, u64)>> {
    let row = sqlx::query!("SELECT id, revision FROM products WHERE slug = $1 AND active", slug)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|row| (ProductId::from_uuid(row.id), row.revision.unsigned_abs())))
}

/// Inserts the product with everything that belongs to it but images. It has a revision of its own once it is marked.
pub async fn insert_in(tx: &mut PgConnection, product: &Product, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO products (id, revision, slug, active, featured, price_ht, tax_rate, category_id, brand_id, tags,
                               features, created_at, updated_at)
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
        product.id.uuid(),
        product.slug,
        product.active,
        product.featured,
        product.price.centimes(),
        hundredths(product),
        product.category.uuid(),
        product.brand.map(BrandId::uuid),
        &product.tags,
        Json(&product.features) as _,
        now,
    )
    .execute(&mut *tx)
    .await?;
    save_texts_in(tx, product).await?;
    insert_combinations_in(tx, product).await?;
    insert_pack_in(tx, product).await
}

/// Saves what an edit can change; `false` when the stored version is not the one before `product.version`.
pub async fn save_in(tx: &mut PgConnection, product: &Product, now: OffsetDateTime) -> sqlx::Result<bool> {
    let version = i64::try_from(product.version).map_err(|_| damaged("version", product.version))?;
    let saved = sqlx::query!(
        "UPDATE products SET version = $2, active = $3, featured = $4, price_ht = $5, tax_rate = $6, category_id = $7,
                brand_id = $8, updated_at = $9
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
    )
    .execute(&mut *tx)
    .await?;
    save_texts_in(tx, product).await?;
    save_combination_prices_in(tx, product).await?;
    Ok(saved.rows_affected() == 1)
}

async fn save_texts_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    for text in &product.texts {
        sqlx::query!(
            "INSERT INTO product_texts (product_id, language, name, short_description, long_description, seo_title,
                                        seo_description)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (product_id, language) DO UPDATE
                SET name = excluded.name, short_description = excluded.short_description,
                    long_description = excluded.long_description, seo_title = excluded.seo_title,
                    seo_description = excluded.seo_description",
            product.id.uuid(),
            text.language.code(),
            text.name,
            text.short_description,
            text.long_description,
            text.seo_title,
            text.seo_description,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

async fn insert_combinations_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    for (position, combination) in (0_i32..).zip(&product.combinations) {
        sqlx::query!(
            "INSERT INTO combinations (id, product_id, position, sku, price_ht, is_default, active, chosen)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            combination.id.uuid(),
            product.id.uuid(),
            position,
            combination.sku,
            combination.price.centimes(),
            combination.is_default,
            combination.active,
            Json(&combination.values) as _,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

async fn save_combination_prices_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    let ids: Vec<Uuid> = product.combinations.iter().map(|combination| combination.id.uuid()).collect();
    let prices: Vec<i64> =
        product.combinations.iter().map(|combination| combination.price.centimes()).collect();
    sqlx::query!(
        "UPDATE combinations c SET price_ht = n.price
           FROM unnest($1::uuid[], $2::bigint[]) AS n (id, price) WHERE c.id = n.id AND c.price_ht <> n.price",
        &ids,
        &prices,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_pack_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    for (position, component) in (0_i32..).zip(&product.pack) {
        sqlx::query!(
            "INSERT INTO pack_components (product_id, position, component_id, combination_id, quantity)
             VALUES ($1, $2, $3, $4, $5)",
            product.id.uuid(),
            position,
            component.product.uuid(),
            component.combination.map(CombinationId::uuid),
            i32::try_from(component.quantity).map_err(|_| damaged("quantity", component.quantity))?,
        )
        .execute(&mut *tx)
        .await?;
    }
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
        "INSERT INTO images (id, product_id, position, content_hash, alt, sizes)
         SELECT $1, $2, COALESCE(max(position) + 1, 0), $3, $4, $5 FROM images WHERE product_id = $2",
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

/// The active products of each category itself, not below it.
pub async fn count_by_category(conn: &mut PgConnection) -> sqlx::Result<HashMap<CategoryId, u64>> {
    let rows = sqlx::query!(
        r#"SELECT category_id, count(*) AS "count!" FROM products WHERE active GROUP BY category_id"#
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (CategoryId::from_uuid(row.category_id), row.count.unsigned_abs()))
        .collect())
}

/// The active products of each brand.
pub async fn count_by_brand(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandId, u64>> {
    let rows = sqlx::query!(
        r#"SELECT brand_id AS "brand_id!", count(*) AS "count!" FROM products
            WHERE active AND brand_id IS NOT NULL GROUP BY brand_id"#
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (BrandId::from_uuid(row.brand_id), row.count.unsigned_abs())).collect())
}

fn hundredths(product: &Product) -> i32 {
    i32::try_from(product.tax_rate.hundredths()).unwrap_or(i32::MAX)
}
