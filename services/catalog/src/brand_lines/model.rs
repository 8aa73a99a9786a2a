//! Brand lines. Pure.

use souk_audit::Subject;
use souk_kernel::{BrandId, BrandLineId, LocalizedText};

use crate::media::StoredSize;

/// Lines that are made of one brand at most; a merge may bring more together.
pub const MOST_LINES: u64 = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandLine {
    pub id: BrandLineId,
    pub version: u64,
    /// Another one by a merge of brands alone.
    pub brand: BrandId,
    /// The same in all languages.
    pub name: String,
    /// Last part of its address.
    pub slug: String,
    pub picture: Option<StoredSize>,
    /// Said over its listing.
    pub about: LocalizedText,
    /// What search engines show of its listing; empty: its name, what is said of it.
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
    /// Active products.
    pub products: u64,
}

/// A line with its brand's name.
pub type Named = (BrandLine, String);

/// A line as choices show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub id: BrandLineId,
    pub name: String,
    pub slug: String,
    /// Active products.
    pub products: u64,
    pub brand_name: String,
}

/// What names a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Active or not, 10,001 at most.
    pub products: u64,
    /// Of the home page.
    pub blocks: u64,
}

/// Why a line can't stand over what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfDate {
    /// There is none any more.
    Gone,
    /// It is at this version.
    At(u64),
    /// It is of another brand.
    OfAnotherBrand,
}

impl BrandLine {
    /// The line to store over `before`; `before` itself where it says the same.
    pub fn over(self, before: Option<&Self>) -> Result<Self, OutOfDate> {
        let Some(before) = before else {
            return if self.version == 0 { Ok(Self { version: 1, ..self }) } else { Err(OutOfDate::Gone) };
        };
        let same = Self { version: before.version, products: before.products, ..self.clone() };
        if same == *before {
            return Ok(same);
        }
        if self.version != before.version {
            return Err(OutOfDate::At(before.version));
        }
        if self.brand != before.brand {
            return Err(OutOfDate::OfAnotherBrand);
        }
        Ok(Self { version: before.version + 1, ..same })
    }

    /// Whether products show something else of it than of `before`.
    pub fn looks_other_than(&self, before: &Self) -> bool {
        (&self.name, &self.slug) != (&before.name, &before.slug)
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("brand_line", self.id, self.name.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { brand, name, slug, picture, about, seo_title, seo_description, position, .. } = self;
        serde_json::json!({
            "brand": brand, "name": name, "slug": slug, "picture": picture.as_ref().map(|picture| &picture.url),
            "about": about, "seoTitle": seo_title, "seoDescription": seo_description, "position": position,
        })
    }
}

impl Usage {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn line() -> BrandLine {
        BrandLine {
            id: BrandLineId::from_uuid(Uuid::from_u128(1)),
            version: 3,
            brand: BrandId::from_uuid(Uuid::from_u128(2)),
            name: "Sahara".into(),
            slug: "sahara".into(),
            picture: None,
            about: LocalizedText::default(),
            seo_title: LocalizedText::default(),
            seo_description: LocalizedText::default(),
            position: 0,
            products: 7,
        }
    }

    #[test]
    fn an_edit_stands_over_the_version_that_it_was_made_on() {
        let stored = line();
        let edited = BrandLine { name: "Désert".into(), products: 0, ..line() };
        let next = edited.clone().over(Some(&stored)).expect("made on what is stored");
        assert_eq!((next.version, next.products), (4, 7), "one on, and as many products as it has");
        assert!(next.looks_other_than(&stored));
        assert_eq!(BrandLine { version: 2, ..edited.clone() }.over(Some(&stored)), Err(OutOfDate::At(3)));
        assert_eq!(edited.over(None), Err(OutOfDate::Gone));
        let elsewhere = BrandLine { brand: BrandId::from_uuid(Uuid::from_u128(9)), ..line() };
        assert_eq!(elsewhere.over(Some(&stored)), Err(OutOfDate::OfAnotherBrand));
    }

    #[test]
    fn what_is_stored_already_is_no_edit() {
        let repeated = BrandLine { version: 0, products: 0, ..line() };
        assert_eq!(repeated.over(Some(&line())), Ok(line()), "the answer to its making may have been lost");
    }
}
