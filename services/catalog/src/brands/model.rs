//! Brands. Pure.

use souk_audit::Subject;
use souk_kernel::BrandId;

/// Shown for brands without a logo (spec 9).
pub const DEFAULT_LOGO: &str = "default-logo.png";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brand {
    pub id: BrandId,
    pub name: String,
    pub slug: String,
    /// Path of its logo, or [`DEFAULT_LOGO`].
    pub logo: String,
    /// Active products.
    pub products: u64,
}

impl Brand {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("brand", self.id, self.name.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "name": self.name, "slug": self.slug, "logo": self.logo })
    }
}
