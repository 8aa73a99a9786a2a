//! I9: what a service keeps of another's facts is what that one says.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use prost::Message as _;
use souk_proto::catalog::v1::PromotionsChanged;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::{Snapshot, Snapshots};
use crate::findings::{Findings, Scope};
use crate::merge::merge;

/// What can be sold, by product and combination; the same columns at its owner and in its copy.
const AVAILABILITY: &str = "SELECT product_id, combination_id, version, available FROM availability
      WHERE $1::uuid[] IS NULL OR product_id = ANY ($1)
      ORDER BY product_id, combination_id";

const PRODUCTS: &str = "SELECT id, revision FROM products
      WHERE $1::uuid[] IS NULL OR id = ANY ($1) ORDER BY id";

const SELLABLES_OF_ORDERS: &str = "SELECT product_id, version FROM sellables
      WHERE $1::uuid[] IS NULL OR product_id = ANY ($1) ORDER BY product_id";

const SELLABLES_OF_INVENTORY: &str = "SELECT product_id, version FROM sellable_products
      WHERE $1::uuid[] IS NULL OR product_id = ANY ($1) ORDER BY product_id";

/// What is in force or planned, and what was, of what orders keeps.
const PROMOTIONS: &str = "SELECT id, version, active AND (ends_at IS NULL OR ends_at > now()) FROM promotions
      WHERE active AND (ends_at IS NULL OR ends_at > now()) OR id = ANY ($1)";

/// Catalog's `PromotionsChanged`; NULL until orders was told.
const PROMOTIONS_OF_ORDERS: &str = "SELECT body FROM promotions";

const SETTINGS: &str = "SELECT version, price_basis, cooldown_seconds, hold_hours FROM settings";

const SETTINGS_OF_ORDERS: &str =
    "SELECT b.version, b.basis, t.cooldown_seconds, t.hold_hours FROM price_basis b CROSS JOIN order_times t";

pub(crate) async fn check(snapshots: &mut Snapshots, scope: &Scope) -> sqlx::Result<Findings> {
    let Snapshots { catalog, orders, inventory, .. } = snapshots;
    let mut found = availability(inventory, catalog, scope).await?;
    found.extend(known_by("orders", catalog, orders, SELLABLES_OF_ORDERS, scope).await?);
    found.extend(known_by("inventory", catalog, inventory, SELLABLES_OF_INVENTORY, scope).await?);
    found.extend(promotions(catalog, orders).await?);
    found.extend(settings(catalog, orders).await?);
    Ok(found)
}

/// Catalog shows what inventory says can be sold.
async fn availability(
    inventory: &mut Snapshot,
    catalog: &mut Snapshot,
    scope: &Scope,
) -> sqlx::Result<Findings> {
    type Row = (Uuid, Uuid, i64, i64);
    let rows =
        |(product, combination, version, available): Row| ((product, combination), (version, available));
    let owned = sqlx::query_as::<_, Row>(AVAILABILITY).bind(scope.ids()).fetch(&mut **inventory).map_ok(rows);
    let copied = sqlx::query_as::<_, Row>(AVAILABILITY).bind(scope.ids()).fetch(&mut **catalog).map_ok(rows);
    let mut found = Findings::default();
    merge(owned, copied, |(product, combination), owned, copied| {
        // Catalog takes what it has never heard of for sold out.
        let nothing = owned.is_some_and(|(_, available)| available == 0) && copied.is_none();
        if owned != copied && !nothing {
            let detail = format!("inventory has {}, catalog {}", text(owned), text(copied));
            let subject = format!("product {product}, combination {combination}");
            found.add(product, Invariant::CopiesAgree.broken(subject, detail));
        }
    })
    .await?;
    Ok(found)
}

/// Every product is known to `consumer`, at no version that catalog has not reached. Which one says nothing more: a product is told
/// at the revision that it has then, and that moves with what can be sold of it, too.
async fn known_by(
    consumer: &str,
    catalog: &mut Snapshot,
    copies: &mut Snapshot,
    sellables: &'static str,
    scope: &Scope,
) -> sqlx::Result<Findings> {
    let products = sqlx::query_as::<_, (Uuid, i64)>(PRODUCTS).bind(scope.ids()).fetch(&mut **catalog);
    let told = sqlx::query_as::<_, (Uuid, i64)>(sellables).bind(scope.ids()).fetch(&mut **copies);
    let mut found = Findings::default();
    merge(products, told, |id, revision, version| {
        let detail = match (revision, version) {
            (Some(revision), Some(version)) if version > revision => {
                format!("catalog stands at {revision}, {consumer} at {version}")
            }
            (Some(_), None) => format!("{consumer} has never heard of it"),
            _ => return,
        };
        found.add(id, Invariant::CopiesAgree.broken(format!("product {id}"), detail));
    })
    .await?;
    Ok(found)
}

/// Orders keeps every promotion that prices are computed from, as it is now. What ended may be in its copy still: the next save of one
/// takes it out.
async fn promotions(catalog: &mut Snapshot, orders: &mut Snapshot) -> sqlx::Result<Findings> {
    let body: Option<Vec<u8>> = sqlx::query_scalar(PROMOTIONS_OF_ORDERS).fetch_one(&mut **orders).await?;
    let mut kept = kept_promotions(&body.unwrap_or_default()).map_err(sqlx::Error::Decode)?;
    let ids: Vec<_> = kept.keys().copied().collect();
    let told = sqlx::query_as::<_, (Uuid, i64, bool)>(PROMOTIONS).bind(ids);
    let mut found = Findings::default();
    let mut add = |id: Uuid, detail: String| {
        found.add(id, Invariant::CopiesAgree.broken(format!("promotion {id}"), detail));
    };
    for (id, version, is_relevant) in told.fetch_all(&mut **catalog).await? {
        match kept.remove(&id) {
            Some(copied) if copied != version => {
                add(id, format!("catalog stands at {version}, orders at {copied}"));
            }
            None if is_relevant => add(id, "orders has never heard of it".to_owned()),
            _ => {}
        }
    }
    for (id, copied) in kept {
        add(id, format!("catalog has no such promotion, orders stands at {copied}"));
    }
    Ok(found)
}

/// The versions of the promotions in a copy.
fn kept_promotions(body: &[u8]) -> Result<BTreeMap<Uuid, i64>, Box<dyn std::error::Error + Send + Sync>> {
    let set = PromotionsChanged::decode(body)?;
    let versions = set.promotions.iter().map(|kept| Ok((kept.id.parse()?, kept.version.try_into()?)));
    versions.collect()
}

/// Orders keeps what catalog's settings say of prices and of how long orders wait.
async fn settings(catalog: &mut Snapshot, orders: &mut Snapshot) -> sqlx::Result<Findings> {
    type Row = (i64, String, Option<i32>, Option<i32>);
    let owned: Row = sqlx::query_as(SETTINGS).fetch_one(&mut **catalog).await?;
    let copied: Row = sqlx::query_as(SETTINGS_OF_ORDERS).fetch_one(&mut **orders).await?;
    let mut found = Findings::default();
    // Both begin with the same, before either heard of the other.
    let is_untold = (owned.0, copied.0) == (1, 0);
    if owned != copied && !is_untold {
        let [owned, copied] = [owned, copied].map(|(version, basis, cooldown, hold)| {
            let [cooldown, hold] =
                [cooldown, hold].map(|time| time.map_or("as started".to_owned(), |time| time.to_string()));
            format!("{basis}, cooldown {cooldown}, hold {hold} at version {version}")
        });
        let detail = format!("catalog has {owned}; orders {copied}");
        found.add(Uuid::nil(), Invariant::CopiesAgree.broken("settings", detail));
    }
    Ok(found)
}

fn text(row: Option<(i64, i64)>) -> String {
    row.map_or_else(
        || "nothing".to_owned(),
        |(version, available)| format!("{available} at version {version}"),
    )
}
