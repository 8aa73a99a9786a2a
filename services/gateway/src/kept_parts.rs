//! What machines read of the whole shop, in parts, as it was last asked for: the sitemap, the feeds. Each has a store of its own, so
//! that whoever reads all of it takes nothing from what shoppers read, and its parts are made one after the other.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use tokio::sync::Mutex;

use crate::problem::Problem;
use crate::reads::{Copy, Fetched, Reads};

const XML: HeaderValue = HeaderValue::from_static("application/xml");
/// Memory that kept parts may take, in bytes: a dozen of a sitemap where all products have many pictures, some sixty where they have none, of a feed ten pieces.
const KEPT: u64 = 16 * 1024 * 1024;
/// How long a part is good: who reads it comes a few times a day.
const FRESH: Duration = Duration::from_hours(1);

/// The kept parts.
#[derive(Debug)]
pub struct KeptParts {
    kept: Reads,
    making: Mutex<()>,
}

impl KeptParts {
    pub fn new() -> Self {
        Self { kept: Reads::new(KEPT).fresh_for(FRESH), making: Mutex::new(()) }
    }

    /// The part under `key`, made when it is old.
    pub async fn part<F>(&self, key: &str, make: impl FnOnce() -> F) -> Result<Arc<Copy>, Problem>
    where
        F: Future<Output = Result<Fetched, Problem>>,
    {
        let alone = async || {
            let _turn = self.making.lock().await;
            make().await
        };
        self.kept.load_as(XML, key, alone).await
    }
}

impl Default for KeptParts {
    fn default() -> Self {
        Self::new()
    }
}
