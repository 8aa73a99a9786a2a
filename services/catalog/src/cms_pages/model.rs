//! Pages of text. Pure.

use souk_audit::Subject;
use souk_kernel::LocalizedText;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::versions::Versioned;

/// Pages that a shop may have.
pub const MOST_PAGES: u64 = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CmsPage {
    pub id: Uuid,
    pub version: u64,
    /// Last part of its address.
    pub slug: String,
    /// A draft is seen by nobody outside.
    pub active: bool,
    pub title: LocalizedText,
    /// Cleaned.
    pub html: LocalizedText,
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    /// When it was saved last.
    pub changed_at: OffsetDateTime,
}

impl Versioned for CmsPage {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }

    fn unsaid_as(self, before: &Self) -> Self {
        Self { changed_at: before.changed_at, ..self }
    }
}

impl CmsPage {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("cms_page", self.id, self.title.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { slug, active, title, html, seo_title, seo_description, .. } = self;
        serde_json::json!({
            "slug": slug, "active": active, "title": title, "html": html,
            "seoTitle": seo_title, "seoDescription": seo_description,
        })
    }
}
