//! Product pages kept ready to send, each with the revisions that it was made of. Whoever asks knows the newest
//! ones, so a kept page is never stale.

use bytes::Bytes;
use moka::sync::Cache;
use souk_kernel::{Language, ProductId};
use souk_views::ProductPage;

use super::ProductError;
use super::store::Visible;

/// Memory that kept pages may take, in bytes.
const KEPT_PAGES: u64 = 16 * 1024 * 1024;

#[derive(Clone)]
pub struct Pages(Cache<(ProductId, Language), (Visible, Bytes)>);

impl Pages {
    pub fn get(&self, visible: Visible, language: Language) -> Option<Bytes> {
        let kept = self.0.get(&(visible.product, language));
        kept.filter(|(made_of, _)| *made_of == visible).map(|(_, json)| json)
    }

    /// Keeps a page and answers it as it is sent.
    pub fn keep(
        &self,
        made_of: Visible,
        language: Language,
        page: &ProductPage,
    ) -> Result<Bytes, ProductError> {
        let json = Bytes::from(serde_json::to_vec(page)?);
        self.0.insert((made_of.product, language), (made_of, json.clone()));
        Ok(json)
    }
}

impl Default for Pages {
    fn default() -> Self {
        let weigh = |_: &_, (_, json): &(Visible, Bytes)| u32::try_from(json.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(KEPT_PAGES).weigher(weigh).build())
    }
}
