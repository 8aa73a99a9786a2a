//! Products as files have them: listed whole, for a file of what a list shows, and made or changed as a file says.

mod before;
mod filing;
mod import;
mod make_missing;
mod missing;
mod model;
mod rpc;
mod store;
mod undo;
mod wanted;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use souk_database::in_steps;
use souk_kernel::Page;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use filing::Directory;
pub use missing::{MOST_MADE, Missing, Names};
pub use model::{Run, Undone, UndoneTo};
pub use rpc::ProductFilesRpc;

use crate::context::Context;
use crate::products::{self, ListFilter, Product, ProductError, Products};
use crate::reference::{ReferenceCache, ReferenceData};

/// Products of one step through those that a list shows: bounds the memory that it takes.
const STEP: u32 = 100;
/// What imports did can be taken back for this long: as they are kept.
const KEPT: time::Duration = time::Duration::days(7);
const FORGETTING: Duration = Duration::from_hours(1);
const FORGOTTEN_TOGETHER: i64 = 1_000;

/// The use cases of files of products.
#[derive(Clone)]
pub struct ProductFiles {
    context: Context,
    reference: ReferenceCache,
    products: Products,
    /// Of the newest reference data that an import was read with, by their revision: one call after the other asks for it.
    directory: Arc<Mutex<Option<Known>>>,
}

/// What categories and brands may be called, with the revision of the reference data that says so.
type Known = (u64, Arc<Directory>);

/// One step through products: each with the number that the next step goes on after.
#[derive(Debug)]
pub struct Step {
    pub products: Vec<(Product, u64)>,
    /// Whether more may follow.
    pub more: bool,
    pub reference: Arc<ReferenceData>,
}

impl ProductFiles {
    /// Forgets until `stop` what can't be taken back any more.
    pub async fn keep_forgetting(&self, stop: CancellationToken) {
        let forget = || async {
            let before = self.context.clock.now() - KEPT;
            store::forget(&mut *self.context.pool.acquire().await?, before, FORGOTTEN_TOGETHER).await
        };
        in_steps(FORGETTING, "forget what imports changed", &stop, forget).await;
    }

    pub fn new(context: Context, reference: ReferenceCache, products: Products) -> Self {
        Self { context, reference, products, directory: Arc::default() }
    }

    /// What categories and brands may be called.
    fn directory(&self, reference: &ReferenceData) -> Arc<Directory> {
        let revision = reference.revision.reference;
        let mut kept = self.directory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, directory)) = kept.as_ref().filter(|(at, _)| *at == revision) {
            return directory.clone();
        }
        let directory = Arc::new(Directory::of(&reference.categories, reference.brands.values()));
        *kept = Some((revision, directory.clone()));
        directory
    }

    /// The next products of those that a list shows.
    pub async fn step(&self, filter: ListFilter, after: u64) -> Result<Step, ProductError> {
        let (found, more) = if filter.query.trim().is_empty() && filter.tag.is_none() {
            let mut conn = self.context.pool.acquire().await?;
            let found = store::after(&mut conn, &filter, after, STEP.into()).await?;
            let more = found.len() == STEP as usize;
            (found, more)
        } else {
            self.searched(filter, after).await?
        };
        let ids: Vec<Uuid> = found.iter().map(|(id, _)| *id).collect();
        let mut conn = self.context.pool.acquire().await?;
        let whole = products::load(&mut conn, &ids).await?;
        let mut whole: HashMap<Uuid, Product> =
            whole.into_iter().map(|product| (product.id.uuid(), product)).collect();
        let products = found.into_iter().filter_map(|(id, next)| Some((whole.remove(&id)?, next))).collect();
        Ok(Step { products, more, reference: self.reference.newest(&mut conn).await? })
    }

    /// Of those that words or a tag find, numbered as the search has them: the part of a page that wasn't told yet, and whether more follow.
    async fn searched(
        &self,
        filter: ListFilter,
        after: u64,
    ) -> Result<(Vec<(Uuid, u64)>, bool), ProductError> {
        let pages_told = after / u64::from(STEP);
        let number = u32::try_from(pages_told + 1).unwrap_or(u32::MAX);
        let Ok(page) = Page::new(number, STEP) else { return Ok((Vec::new(), false)) };
        let (rows, _) = self.products.list(&ListFilter { page, ..filter }).await?;
        let more = rows.len() == STEP as usize;
        let numbered = rows.into_iter().zip(pages_told * u64::from(STEP) + 1..);
        let found = numbered.map(|(row, number)| (row.id, number)).filter(|(_, number)| *number > after);
        Ok((found.collect(), more))
    }
}
