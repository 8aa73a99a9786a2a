//! Files of products that staff take in. The browser reads the file and sends it in portions of products; jobs go through them,
//! one that only tells what would become of each, one that does it, and where it is wanted one that takes it back (`worker`). A portion
//! that is gone through again says the same: what a product was made or changed to, it is.

mod columns;
mod model;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, EmployeeId};
use souk_rpc::Failure;
use sqlx::PgPool;
use uuid::Uuid;

pub use columns::Columns;
pub use model::{
    Fault, FileLine, FileProduct, Import, MOST_PORTIONS, MOST_PRODUCTS, MOST_UNKNOWN, Phase, PortionProduct,
    Report, Step, Tally, Unknown,
};
use model::{KEPT, MOST_BYTES, MOST_KEPT};
pub use store::Refused;

use crate::staff;

/// What jobs are called that tell what would become of products.
pub const CHECK: &str = "product-check";
/// What jobs are called that take products in.
pub const IMPORT: &str = "product-import";
/// What jobs are called that take back what one of these did.
pub const UNDO: &str = "product-undo";
/// Of these the oldest is done first: a file that was sent to correct one that is still taken in must not be gone over by the rest of it.
pub const IN_ORDER: [&str; 2] = [IMPORT, UNDO];

/// The kinds of jobs after which one is not tried again: an import would write its older prices over theirs. An undo writes over nothing
/// that anybody changed since.
pub fn overtaken_by(kind: &str) -> &'static [&'static str] {
    if kind == IMPORT { &IN_ORDER } else { &[] }
}

/// The imports of the staff.
#[derive(Clone)]
pub struct ProductImports {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl ProductImports {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// Opens an import under the id that the caller chose; the same again changes nothing.
    pub async fn open(
        &self,
        employee: EmployeeId,
        id: Uuid,
        name: &str,
        portions: u32,
        columns: Option<&Columns>,
    ) -> Result<Import, Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        staff::hold_in(&mut tx, employee).await.map_err(database)?;
        if let Some(import) = store::find(&mut tx, employee, id).await.map_err(database)? {
            return Ok(import);
        }
        let is_full = store::kept(&mut tx, employee).await.map_err(database)? >= MOST_KEPT;
        if is_full && !store::forget_unsent(&mut tx, employee).await.map_err(database)? {
            let text = format!("{MOST_KEPT} imports in a week at most");
            return Err(Failure::precondition("imports.too_many", text));
        }
        let now = self.clock.now();
        if let Some(columns) = columns {
            columns::remember_in(&mut tx, columns, now).await.map_err(database)?;
        }
        store::insert_in(&mut tx, (employee, id), name, portions, now).await.map_err(database)?;
        let import = store::find(&mut tx, employee, id).await.map_err(database)?.ok_or_else(unknown)?;
        tx.commit().await.map_err(database)?;
        Ok(import)
    }

    pub async fn read(&self, employee: EmployeeId, id: Uuid) -> Result<Import, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::find(&mut conn, employee, id).await.map_err(database)?.ok_or_else(unknown)
    }

    /// Whose imports are kept: their pictures may still be fetched.
    pub async fn importers(&self) -> sqlx::Result<Vec<EmployeeId>> {
        store::importers(&mut *self.pool.acquire().await?).await
    }

    /// What the columns of the last files were, the newest first.
    pub async fn columns(&self) -> Result<Vec<Columns>, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        columns::all(&mut conn).await.map_err(database)
    }

    /// Takes a portion of an open import; the same position again replaces it.
    pub async fn put(
        &self,
        employee: EmployeeId,
        import: Uuid,
        position: u32,
        products: Vec<FileProduct>,
    ) -> Result<(), Failure> {
        let content = products.into_iter().map(|said| PortionProduct { id: self.clock.uuid(), said });
        let content: Vec<PortionProduct> = content.collect();
        let bytes = serde_json::to_vec(&content).map_err(Failure::internal)?.len();
        let bytes = i32::try_from(bytes).unwrap_or(i32::MAX);
        let mut tx = self.pool.begin().await.map_err(database)?;
        if !store::hold_open_in(&mut tx, (employee, import), position).await.map_err(database)? {
            drop(tx);
            self.read(employee, import).await?;
            return Err(not_ready());
        }
        let others = store::bytes_beside(&mut tx, import, position).await.map_err(database)?;
        if others + i64::from(bytes) > MOST_BYTES {
            let text = format!("{} MB in all portions at most", MOST_BYTES / (1024 * 1024));
            return Err(Failure::precondition("imports.too_large", text));
        }
        let id = self.clock.uuid();
        store::put_in(&mut tx, (import, id), position, &content, bytes).await.map_err(database)?;
        tx.commit().await.map_err(database)
    }

    /// Begins a step, once the one before it is done to all portions; answers these in order, each with how many products it has.
    /// The same step again begins nothing more.
    pub async fn begin(
        &self,
        employee: EmployeeId,
        import: Uuid,
        step: Step,
    ) -> Result<Vec<(Uuid, i32)>, Failure> {
        let mut tx = self.pool.begin().await.map_err(database)?;
        let found = store::find(&mut tx, employee, import).await.map_err(database)?.ok_or_else(unknown)?;
        if !store::begin_in(&mut tx, &found, step).await.map_err(database)? {
            return Err(not_ready());
        }
        let portions = store::portions(&mut tx, import).await.map_err(database)?;
        tx.commit().await.map_err(database)?;
        Ok(portions)
    }

    /// What a portion holds; `None` of one that is forgotten.
    pub async fn portion(&self, id: Uuid) -> Result<Option<Vec<PortionProduct>>, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::content(&mut conn, id).await.map_err(database)
    }

    /// Counts all products of a portion as refused, whichever they are.
    pub async fn refuse(&self, id: Uuid) -> Result<(), Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::refuse(&mut conn, id).await.map_err(database)
    }

    /// Writes what became of a portion.
    pub async fn settle(&self, id: Uuid, step: Step, report: &Report) -> Result<(), Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::settle(&mut conn, id, step, report).await.map_err(database)
    }

    /// The next portion, from a position on, in which products were refused.
    pub async fn refused(
        &self,
        employee: EmployeeId,
        import: Uuid,
        from: u32,
    ) -> Result<Option<Refused>, Failure> {
        self.read(employee, import).await?;
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::refused(&mut conn, import, from).await.map_err(database)
    }

    /// What the import names and the shop had not when it was checked; more than [`MOST_UNKNOWN`] where there is more.
    pub async fn unknown(&self, employee: EmployeeId, import: Uuid) -> Result<Vec<Unknown>, Failure> {
        self.read(employee, import).await?;
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::unknown(&mut conn, import).await.map_err(database)
    }

    /// Forgets an old one with its portions; whether there may be more.
    pub async fn forget_some(&self) -> sqlx::Result<bool> {
        store::forget(&mut *self.pool.acquire().await?, self.clock.now() - KEPT).await
    }
}

fn unknown() -> Failure {
    Failure::not_found("imports.unknown", "there is no such import of yours")
}

fn not_ready() -> Failure {
    Failure::precondition("imports.not_ready", "the step before is not done, or this one is")
}

fn database(error: sqlx::Error) -> Failure {
    souk_database::failure(error)
}
