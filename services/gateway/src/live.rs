//! What changed, told to signed-in staff as server-sent events: kind, id and version; the screen reads the rest. Fed by
//! the bus, so that a change made through any replica reaches every screen. A screen that was cut off reads anew.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::Stream;
use serde::Serialize;
use souk_kernel::{Permission, Role};
use time::OffsetDateTime;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::app::App;
use crate::dashboard::access::Staff;

/// Changes that a slow screen may be behind; past it the screen is told to read everything anew.
const BACKLOG: usize = 256;
/// Between two signs of life; each also asks whether the session is still open.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    pub kind: ChangeKind,
    /// Id of what changed; empty for `resync`.
    pub id: String,
    /// Version of what changed, to compare with the one on screen.
    pub version: u64,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Order,
    /// The id is the product's.
    Stock,
    Product,
    Payment,
    Content,
    /// Some changes were missed: read everything anew.
    Resync,
}

/// What a screen that fell behind is told.
const MISSED: Change = Change { kind: ChangeKind::Resync, id: String::new(), version: 0 };

/// Passes changes to the open screens.
#[derive(Debug)]
pub struct Live {
    changes: broadcast::Sender<Change>,
    /// Ticks at each sign-out, so that streams ask at once whether they still may.
    signed_out: watch::Sender<u64>,
    /// Ends all streams: none would end by itself.
    shutdown: CancellationToken,
}

/// One open screen.
struct Listening {
    app: App,
    staff: Staff,
    changes: broadcast::Receiver<Change>,
    signed_out: watch::Receiver<u64>,
    /// When the session was last found open.
    checked_at: OffsetDateTime,
}

impl ChangeKind {
    fn is_for(self, roles: &[Role]) -> bool {
        let permission = match self {
            Self::Order => Permission::OrdersRead,
            Self::Stock => Permission::StockRead,
            Self::Product => Permission::CatalogRead,
            Self::Payment => Permission::PaymentsRead,
            Self::Content => Permission::ContentWrite,
            Self::Resync => return true,
        };
        roles.iter().any(|role| role.allows(permission))
    }
}

impl Live {
    pub fn new(shutdown: CancellationToken) -> Self {
        Self { changes: broadcast::Sender::new(BACKLOG), signed_out: watch::Sender::new(0), shutdown }
    }

    pub fn tell(&self, kind: ChangeKind, id: impl Into<String>, version: u64) {
        // Nobody listening is no mistake.
        let _ = self.changes.send(Change { kind, id: id.into(), version });
    }

    /// Ends the streams whose session is over.
    pub fn close_signed_out(&self) {
        self.signed_out.send_modify(|count| *count += 1);
    }
}

/// Changes as they happen, those that the caller may see.
#[utoipa::path(get, path = "/dashboard/api/live", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Change, content_type = "text/event-stream")))]
pub async fn live(
    State(app): State<App>,
    staff: Staff,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let listening = Listening {
        changes: app.live.changes.subscribe(),
        signed_out: app.live.signed_out.subscribe(),
        checked_at: app.clock.now(),
        app,
        staff,
    };
    let stream = futures::stream::unfold(listening, |mut listening| async move {
        let event = listening.next().await?;
        Some((Ok(event), listening))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

impl Listening {
    /// The next event for this screen; None when its session is over.
    async fn next(&mut self) -> Option<Event> {
        loop {
            tokio::select! {
                change = self.changes.recv() => {
                    let change = match change {
                        Err(RecvError::Closed) => return None,
                        change => change.unwrap_or(MISSED),
                    };
                    self.require_checked().await?;
                    if change.kind.is_for(&self.staff.employee.roles) {
                        return Some(Event::default().json_data(&change).unwrap_or_default());
                    }
                }
                () = self.app.live.shutdown.cancelled() => return None,
                _ = self.signed_out.changed() => self.require_open().await?,
                () = tokio::time::sleep(HEARTBEAT) => self.require_open().await?,
            }
        }
    }

    /// A busy stream is never silent for long, so what it tells asks too.
    async fn require_checked(&mut self) -> Option<()> {
        if self.app.clock.now() - self.checked_at < HEARTBEAT {
            return Some(());
        }
        self.require_open().await
    }

    async fn require_open(&mut self) -> Option<()> {
        self.checked_at = self.app.clock.now();
        self.app.staff.is_open(&self.staff.session).await.then_some(())
    }
}
