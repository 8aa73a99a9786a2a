//! Product pages kept ready to send, each with the revision that it was made of. Whoever asks knows the product's
//! newest revision, so a kept page is never stale.

use bytes::Bytes;
use moka::sync::Cache;
use souk_kernel::{Language, ProductId};
use souk_views::ProductPage;

use super::ProductError;

/// Memory that kept pages may take, in bytes.
const KEPT_PAGES: u64 = 16 * 1024 * 1024;

#[derive(Clone)]
pub struct Pages(Cache<(ProductId, Language), (u64, Bytes)>);

impl Pages {
    pub fn get(&self, id: ProductId, language: Language, revision: u64) -> Option<Bytes> {
        self.0.get(&(id, language)).filter(|(made_of, _)| *made_of == revision).map(|(_, json)| json)
    }

    pub fn keep(
        &self,
        id: ProductId,
        language: Language,
        revision: u64,
        page: &ProductPage,
    ) -> Result<(Bytes, u64), ProductError> {
        let json = Bytes::from(serde_json::to_vec(page)?);
        self.0.insert((id, language), (revision, json.clone()));
        Ok((json, revision))
    }
}

impl Default for Pages {
    fn default() -> Self {
        let weigh = |_: &_, (_, json): &(u64, Bytes)| u32::try_from(json.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(KEPT_PAGES).weigher(weigh).build())
    }
}
