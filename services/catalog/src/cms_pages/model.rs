//! Pages of text. Pure.

use souk_audit::Subject;
use souk_kernel::LocalizedText;
use time::OffsetDateTime;
use uuid::Uuid;

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

/// The edit was made on another version than the one that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfDate {
    /// There is none any more.
    Gone,
    /// It is at this version.
    At(u64),
}

impl CmsPage {
    /// The page to store over `before`; `before` itself where it says the same.
    pub fn over(self, before: Option<&Self>) -> Result<Self, OutOfDate> {
        let Some(before) = before else {
            return if self.version == 0 { Ok(Self { version: 1, ..self }) } else { Err(OutOfDate::Gone) };
        };
        let same = Self { version: before.version, changed_at: before.changed_at, ..self.clone() };
        if same == *before {
            return Ok(same);
        }
        if self.version != before.version {
            return Err(OutOfDate::At(before.version));
        }
        Ok(Self { version: before.version + 1, ..self })
    }

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
