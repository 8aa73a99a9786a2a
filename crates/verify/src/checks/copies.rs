//! I9: what a service keeps of another's facts is what that one says.

use futures::TryStreamExt as _;
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

pub(crate) async fn check(snapshots: &mut Snapshots, scope: &Scope) -> sqlx::Result<Findings> {
    let Snapshots { catalog, orders, inventory, .. } = snapshots;
    let mut found = availability(inventory, catalog, scope).await?;
    found.extend(known_by("orders", catalog, orders, SELLABLES_OF_ORDERS, scope).await?);
    found.extend(known_by("inventory", catalog, inventory, SELLABLES_OF_INVENTORY, scope).await?);
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

fn text(row: Option<(i64, i64)>) -> String {
    row.map_or_else(
        || "nothing".to_owned(),
        |(version, available)| format!("{available} at version {version}"),
    )
}
