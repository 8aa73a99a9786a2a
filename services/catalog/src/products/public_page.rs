//! The page of a product as shoppers read it, and as they would.

use std::collections::HashMap;

use bytes::Bytes;
use souk_kernel::{Day, Language, ProductId};
use souk_pricing::LOOKED_BACK;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::load::{self, load};
use super::model::Product;
use super::names::{link, named};
use super::packs::{self, Part};
use super::page::PageSource;
use super::store::{self, Visible};
use super::{ProductError, Products};
use crate::availability;
use crate::drafts::Draft;
use crate::price_changes::{self, Past};
use crate::reference::ReferenceData;
use crate::reviews::{PublishedFilter, published};

/// How long a page that compares with past prices is kept at most.
const PAST_HOLDS: Duration = Duration::HOUR;

impl Products {
    /// The public page as JSON with its revision. Pages are kept; one query tells whether a kept one still holds.
    pub async fn page(&self, slug: &str, language: Language) -> Result<(Bytes, u64), ProductError> {
        let mut conn = self.context.pool.acquire().await?;
        let now = self.context.clock.now();
        let Some(visible) = store::visible_at(&mut conn, slug).await? else {
            return Err(Self::missing_at(&mut conn, slug).await?);
        };
        if let Some(json) = self.pages.get(visible, language, now) {
            return Ok((json, visible.revision));
        }
        let reference = self.reference.at(&mut conn, visible.reference).await?;
        let (page, names_past) = write_page(&mut conn, visible.product, &reference, language, now).await?;
        let made_of = Visible { revision: page.version, reference: reference.revision.reference, ..visible };
        let until = reference.prices.promotions.next_change(now);
        // It can be ordered from its day on, without anybody doing anything.
        let awaited = page.available_from.as_deref().and_then(|day| day.parse().ok()).map(Day::begins);
        let until = until.into_iter().chain(awaited).min();
        // What it cost 30 days before the reduction may be another price any moment.
        let until = if names_past { until.into_iter().chain([now + PAST_HOLDS]).min() } else { until };
        Ok((self.pages.keep(made_of, language, until, &page)?, made_of.revision))
    }

    /// The page that shoppers would see of a product, whether they do or not. It is not kept.
    pub async fn draft(&self, id: ProductId, language: Language) -> Result<Draft, ProductError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let reference = self.reference.newest(&mut tx).await?;
        let named = named(&mut tx, &[id.uuid()]).await?.pop().ok_or(ProductError::Unknown)?;
        let (page, _) = write_page(&mut tx, id, &reference, language, self.context.clock.now()).await?;
        tx.commit().await?;
        let json = Bytes::from(serde_json::to_vec(&page)?);
        Ok(Draft { json, link: link(&named.category_slug, &named.slug), shown: named.active })
    }
}

/// The page with the prices of a moment, and whether it looked at past ones.
async fn write_page(
    conn: &mut PgConnection,
    id: ProductId,
    reference: &ReferenceData,
    language: Language,
    at: OffsetDateTime,
) -> Result<(souk_views::ProductPage, bool), ProductError> {
    let mut product = load::find(conn, id).await?.ok_or(ProductError::Unknown)?;
    let parts: Vec<Uuid> = product.pack.iter().map(|part| part.product.uuid()).collect();
    let parts = if parts.is_empty() { Vec::new() } else { load(conn, &parts).await? };
    let parts = parts.into_iter().map(|part| (part.id, part)).collect::<HashMap<_, _>>();
    if let Some(discount) = product.pack_discount {
        // As the parts are now: the price that lists show follows within seconds.
        let known = parts.iter().map(|(id, part)| (*id, Part::from(part))).collect();
        product.price = packs::price(&product.pack, discount, &known).unwrap_or(product.price);
    }
    let availability = availability::load(conn, product.stocked_products()).await?;
    let reviews = published(conn, product.id, PublishedFilter::default()).await?;
    let past = past_prices(conn, &product, reference, at).await?;
    let (product, availability, parts, past) = (&product, &availability, &parts, past.as_ref());
    let page = PageSource { product, reference, availability, parts, reviews, past, language, at }.page();
    Ok((page, past.is_some()))
}

/// What the product's prices were, where its page says so: of what a promotion reaches.
async fn past_prices(
    conn: &mut PgConnection,
    product: &Product,
    reference: &ReferenceData,
    at: OffsetDateTime,
) -> sqlx::Result<Option<Past>> {
    let is_reached = reference.prices.in_force(&product.pricing(None), at).next().is_some();
    if reference.promotions_before.is_none() || !is_reached {
        return Ok(None);
    }
    price_changes::past(conn, product.id, at - LOOKED_BACK).await
}
