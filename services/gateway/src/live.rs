//! What changed, told to signed-in staff as server-sent events: kind, id and version; the screen reads the rest. Fed by
//! the bus, so that a change made through any replica reaches every screen. A screen that was cut off reads anew.

use serde::Serialize;
use souk_kernel::{EmployeeId, Permission, Role};
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;
use uuid::Uuid;

/// Changes that a slow screen may be behind; past it the screen is told to read everything anew.
const BACKLOG: usize = 256;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    pub kind: ChangeKind,
    /// Id of what changed; empty for `resync`.
    pub id: String,
    /// Version of what changed, to compare with the one on screen.
    pub version: u64,
    /// Whose it is; None for what all see who may.
    #[serde(skip)]
    pub employee: Option<EmployeeId>,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Order,
    /// The id is the product's.
    Stock,
    Expedition,
    Product,
    Payment,
    Content,
    Review,
    /// A job of one's own.
    Job,
    /// Some changes were missed: read everything anew.
    Resync,
}

/// What a screen that fell behind is told.
pub const MISSED: Change = Change { kind: ChangeKind::Resync, id: String::new(), version: 0, employee: None };

/// Passes changes to the open screens.
#[derive(Debug)]
pub struct Live {
    pub changes: broadcast::Sender<Change>,
    /// Ticks at each sign-out, so that streams ask at once whether they still may.
    pub signed_out: watch::Sender<u64>,
    /// Ends all streams: none would end by itself.
    pub shutdown: CancellationToken,
}

impl ChangeKind {
    /// Whether somebody with these roles may know of it.
    fn is_for(self, roles: &[Role]) -> bool {
        let permission = match self {
            Self::Order => Permission::OrdersRead,
            Self::Stock | Self::Expedition => Permission::StockRead,
            Self::Product => Permission::CatalogRead,
            Self::Payment => Permission::PaymentsRead,
            Self::Content => Permission::ContentWrite,
            Self::Review => Permission::ReviewsModerate,
            Self::Job | Self::Resync => return true,
        };
        roles.iter().any(|role| role.allows(permission))
    }
}

impl Change {
    /// Whether somebody may know of it.
    pub fn is_for(&self, employee: EmployeeId, roles: &[Role]) -> bool {
        self.employee.is_none_or(|owner| owner == employee) && self.kind.is_for(roles)
    }
}

impl Live {
    pub fn new(shutdown: CancellationToken) -> Self {
        Self { changes: broadcast::Sender::new(BACKLOG), signed_out: watch::Sender::new(0), shutdown }
    }

    pub fn tell(&self, kind: ChangeKind, id: impl Into<String>, version: u64) {
        self.send(Change { kind, id: id.into(), version, employee: None });
    }

    /// How far a job is, told to nobody but whose it is.
    pub fn tell_job(&self, employee: EmployeeId, id: Uuid, version: u64) {
        let employee = Some(employee);
        self.send(Change { kind: ChangeKind::Job, id: id.to_string(), version, employee });
    }

    fn send(&self, change: Change) {
        // Nobody listening is no mistake.
        let _ = self.changes.send(change);
    }

    /// Ends the streams whose session is over.
    pub fn close_signed_out(&self) {
        self.signed_out.send_modify(|count| *count += 1);
    }
}
