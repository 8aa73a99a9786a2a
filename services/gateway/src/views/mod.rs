//! Saved views: what a member of staff asks of a list again and again. A view is the text of the list's address, so whoever is
//! given its link sees the same without having it saved.

mod model;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, EmployeeId};
use souk_rpc::Failure;
use sqlx::PgPool;
use uuid::Uuid;

use model::MOST;
pub use model::{Screen, View};

use crate::staff;

/// The views of the staff.
#[derive(Clone)]
pub struct Views {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Views {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// The employee's views of a list by name.
    pub async fn list(&self, employee: EmployeeId, screen: Screen) -> Result<Vec<View>, Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::list(&mut conn, employee, screen).await.map_err(database)
    }

    /// Saves a view under the id that the caller chose, so that a repeat changes nothing more.
    pub async fn put(&self, employee: EmployeeId, screen: Screen, view: View) -> Result<View, Failure> {
        let view = view.checked()?;
        let mut tx = self.pool.begin().await.map_err(database)?;
        // Two saves at once keep their number and the one default.
        staff::hold_in(&mut tx, employee).await.map_err(database)?;
        if store::is_taken(&mut tx, employee, screen, &view).await.map_err(database)? {
            return Err(Failure::conflict("views.taken", "another view of this list has the name"));
        }
        if store::others(&mut tx, employee, screen, view.id).await.map_err(database)? >= MOST {
            return Err(Failure::precondition("views.too_many", format!("{MOST} views of a list at most")));
        }
        if view.is_default {
            store::clear_default_in(&mut tx, employee, screen, view.id).await.map_err(database)?;
        }
        if !store::put_in(&mut tx, employee, screen, &view, self.clock.now()).await.map_err(database)? {
            return Err(Failure::not_found("views.unknown", "there is no such view of yours"));
        }
        tx.commit().await.map_err(database)?;
        Ok(view)
    }

    /// Forgets a view; one that is gone already stays so.
    pub async fn delete(&self, employee: EmployeeId, id: Uuid) -> Result<(), Failure> {
        let mut conn = self.pool.acquire().await.map_err(database)?;
        store::delete(&mut conn, employee, id).await.map_err(database)
    }
}

fn database(error: sqlx::Error) -> Failure {
    souk_database::failure(error)
}
