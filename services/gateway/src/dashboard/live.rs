//! The stream of changes that an open screen listens to.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream::{self, Stream, StreamExt as _};
use time::OffsetDateTime;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::access::Staff;
use crate::limits::OpenStream;
use crate::live::{Change, MISSED};
use crate::problem::Problem;
use crate::staff::Employee;
use crate::state::App;

/// Between two signs of life, which tell a screen that it still hears; each also asks whether the session is still open, and
/// which roles are left.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// One open screen.
struct Listening {
    app: App,
    staff: Staff,
    changes: broadcast::Receiver<Change>,
    signed_out: watch::Receiver<u64>,
    /// When the session was last found open.
    checked_at: OffsetDateTime,
    _open: OpenStream,
}

/// Changes as they happen, those that the caller may see. First, and where there are none, an event `alive` says for how many seconds
/// there may be silence: of a connection that died without a word, a browser hears nothing either.
#[utoipa::path(get, path = "/dashboard/api/live", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Change, content_type = "text/event-stream")))]
pub async fn live(
    State(app): State<App>,
    staff: Staff,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let open = app.limits.stream(staff.employee.id)?;
    let listening = Listening {
        changes: app.live.changes.subscribe(),
        signed_out: app.live.signed_out.subscribe(),
        checked_at: app.clock.now(),
        app,
        staff,
        _open: open,
    };
    let changes = stream::unfold(listening, |mut listening| async move {
        let event = listening.next().await?;
        Some((Ok(event), listening))
    });
    let alive = Event::default().event("alive").data(HEARTBEAT.as_secs().to_string());
    let events = stream::iter([Ok(alive.clone())]).chain(changes);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT).event(alive)))
}

impl Listening {
    /// The next event for this screen, by the roles that its owner has by now; None when its session is over.
    async fn next(&mut self) -> Option<Event> {
        loop {
            tokio::select! {
                change = self.changes.recv() => {
                    let change = match change {
                        Err(RecvError::Closed) => return None,
                        change => change.unwrap_or(MISSED),
                    };
                    self.require_checked().await?;
                    let Employee { id, roles, .. } = &self.staff.employee;
                    if change.is_for(*id, roles) {
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
        self.staff.employee = self.app.staff.present(&self.staff.session).await.ok()??;
        Some(())
    }
}
