//! Brands. Pure.

use souk_audit::Subject;
use souk_kernel::{BrandId, Changed, LocalizedText};

/// Shown for brands without a logo (spec 9).
pub const DEFAULT_LOGO: &str = "default-logo.png";

/// Of a brand that was given none: behind all that were.
pub const LAST_POSITION: u32 = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brand {
    pub id: BrandId,
    pub version: u64,
    pub name: String,
    /// Part of its address; it never changes, as links to it stand elsewhere.
    pub slug: String,
    /// Path of its logo, or [`DEFAULT_LOGO`].
    pub logo: String,
    /// Said over its listing.
    pub about: LocalizedText,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
    /// Active products.
    pub products: u64,
    /// The brand that its products are being handed over to.
    pub merged_into: Option<BrandId>,
}

/// A brand as choices show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub id: BrandId,
    pub name: String,
    pub slug: String,
    /// Active products.
    pub products: u64,
}

/// What changes; `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    pub name: Option<String>,
    pub about: Option<LocalizedText>,
    pub position: Option<u32>,
    /// Path of the new logo; empty for none.
    pub logo: Option<String>,
}

/// What names a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Active or not, 10,001 at most.
    pub products: u64,
    pub lines: u64,
    /// Active and not ended.
    pub promotions: u64,
    /// Of the home page.
    pub blocks: u64,
}

impl Brand {
    /// A new one of which nothing else is said yet.
    pub fn new(id: BrandId, name: String, slug: String) -> Self {
        Self {
            id,
            version: 1,
            name,
            slug,
            logo: String::new(),
            about: LocalizedText::default(),
            position: LAST_POSITION,
            products: 0,
            merged_into: None,
        }
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("brand", self.id, self.name.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { name, slug, logo, about, position, merged_into, .. } = self;
        serde_json::json!({
            "name": name, "slug": slug, "logo": logo, "about": about, "position": position, "mergedInto": merged_into,
        })
    }

    /// The brand as it is after the edit, one version on; `Already` where nothing differs.
    pub fn edit(&mut self, edit: Edit) -> Changed {
        let before = self.clone();
        let Edit { name, about, position, logo } = edit;
        self.name = name.unwrap_or_else(|| before.name.clone());
        self.about = about.unwrap_or_else(|| before.about.clone());
        self.position = position.unwrap_or(before.position);
        if let Some(logo) = logo {
            self.logo = if logo.is_empty() { DEFAULT_LOGO.to_owned() } else { logo };
        }
        if *self == before {
            return Changed::Already;
        }
        self.version += 1;
        Changed::Yes
    }

    /// Whether products show something else of it than of `before`.
    pub fn looks_other_than(&self, before: &Self) -> bool {
        (&self.name, &self.logo) != (&before.name, &before.logo)
    }
}

impl Usage {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Of a brand whose products and lines find another one.
    #[must_use]
    pub fn beside_goods(self) -> Self {
        Self { products: 0, lines: 0, ..self }
    }
}
