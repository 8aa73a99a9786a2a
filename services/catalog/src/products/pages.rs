//! Product pages kept ready to send, each with the revisions that it was made of and the moment at which a promotion starts
//! or ends next. Whoever asks knows the newest revisions and the moment, so a kept page is never stale.

use bytes::Bytes;
use moka::sync::Cache;
use souk_kernel::{Language, ProductId};
use souk_views::ProductPage;
use time::OffsetDateTime;

use super::store::Visible;

/// Memory that kept pages may take, in bytes.
const KEPT_PAGES: u64 = 16 * 1024 * 1024;

#[derive(Clone)]
pub struct Pages(Cache<(ProductId, Language), Kept>);

#[derive(Clone)]
struct Kept {
    made_of: Visible,
    /// When its prices change by themselves.
    until: Option<OffsetDateTime>,
    json: Bytes,
}

impl Pages {
    pub fn get(&self, visible: Visible, language: Language, now: OffsetDateTime) -> Option<Bytes> {
        let kept = self.0.get(&(visible.product, language))?;
        let holds = kept.made_of == visible && kept.until.is_none_or(|until| now < until);
        holds.then_some(kept.json)
    }

    /// Keeps a page and answers it as it is sent.
    pub fn keep(
        &self,
        made_of: Visible,
        language: Language,
        until: Option<OffsetDateTime>,
        page: &ProductPage,
    ) -> serde_json::Result<Bytes> {
        let json = Bytes::from(serde_json::to_vec(page)?);
        self.0.insert((made_of.product, language), Kept { made_of, until, json: json.clone() });
        Ok(json)
    }
}

impl Default for Pages {
    fn default() -> Self {
        let weigh = |_: &_, kept: &Kept| u32::try_from(kept.json.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(KEPT_PAGES).weigher(weigh).build())
    }
}
