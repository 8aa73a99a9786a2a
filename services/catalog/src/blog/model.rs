//! Posts of the blog and their categories. Pure.

use souk_audit::Subject;
use souk_kernel::{LocalizedText, rfc3339};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::media::StoredSize;
use crate::versions::Versioned;

/// Categories that a blog may have.
pub const MOST_CATEGORIES: u64 = 50;
/// Posts that a blog may have.
pub const MOST_POSTS: u64 = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlogCategory {
    pub id: Uuid,
    pub version: u64,
    /// Last part of its address.
    pub slug: String,
    pub name: LocalizedText,
    /// Said over its posts.
    pub description: LocalizedText,
    /// What search engines show; empty: its name, its description.
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    pub picture: Option<StoredSize>,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlogPost {
    pub id: Uuid,
    pub version: u64,
    pub category: Uuid,
    /// Last part of its address.
    pub slug: String,
    /// A draft is seen by nobody outside.
    pub active: bool,
    /// Shown from then on, in whole seconds; an active one has it.
    pub published_at: Option<OffsetDateTime>,
    pub title: LocalizedText,
    /// What lists show of it.
    pub excerpt: LocalizedText,
    /// Cleaned.
    pub html: LocalizedText,
    /// What search engines show; empty: its title, its excerpt or the beginning of its text.
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    pub picture: Option<StoredSize>,
    /// When it was saved last.
    pub changed_at: OffsetDateTime,
}

/// Whether shoppers can read a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Published,
    /// Its date is ahead.
    Planned,
    Draft,
}

/// A category with how many posts it has, drafts too.
pub type Filled = (BlogCategory, u64);

/// A post with the name of its category.
pub type Filed = (BlogPost, LocalizedText);

impl Versioned for BlogCategory {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }
}

impl Versioned for BlogPost {
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

impl BlogCategory {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("blog_category", self.id, self.name.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { slug, name, description, seo_title, seo_description, picture, position, .. } = self;
        serde_json::json!({
            "slug": slug, "name": name, "description": description, "seoTitle": seo_title,
            "seoDescription": seo_description, "picture": picture.as_ref().map(|picture| &picture.url),
            "position": position,
        })
    }
}

impl BlogPost {
    pub fn state(&self, now: OffsetDateTime) -> State {
        match self.published_at {
            Some(at) if self.active && at <= now => State::Published,
            Some(_) if self.active => State::Planned,
            _ => State::Draft,
        }
    }

    /// With the date of one that is active and was given none: the one that it had, else now.
    pub fn dated(self, before: Option<&Self>, now: OffsetDateTime) -> Self {
        let had = || before.and_then(|before| before.published_at).unwrap_or(now.truncate_to_second());
        match self.published_at {
            None if self.active => Self { published_at: Some(had()), ..self },
            _ => self,
        }
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("blog_post", self.id, self.title.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { category, slug, active, title, excerpt, html, seo_title, seo_description, .. } = self;
        serde_json::json!({
            "category": category, "slug": slug, "active": active, "publishedAt": self.published_at.map(rfc3339),
            "title": title, "excerpt": excerpt, "html": html, "seoTitle": seo_title,
            "seoDescription": seo_description, "picture": self.picture.as_ref().map(|picture| &picture.url),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(seconds)
    }

    fn post(active: bool, published_at: Option<OffsetDateTime>) -> BlogPost {
        BlogPost {
            id: Uuid::nil(),
            version: 1,
            category: Uuid::nil(),
            slug: "livraison".into(),
            active,
            published_at,
            title: LocalizedText::default(),
            excerpt: LocalizedText::default(),
            html: LocalizedText::default(),
            seo_title: LocalizedText::default(),
            seo_description: LocalizedText::default(),
            picture: None,
            changed_at: at(0),
        }
    }

    #[test]
    fn a_post_is_read_from_its_date_on_unless_it_is_a_draft() {
        let planned = post(true, Some(at(10)));
        assert_eq!([9, 10].map(|now| planned.state(at(now))), [State::Planned, State::Published]);
        assert_eq!(post(false, Some(at(10))).state(at(20)), State::Draft);
    }

    #[test]
    fn one_that_is_shown_without_a_date_is_dated_once() {
        let now = at(10) + time::Duration::milliseconds(7);
        let dated = post(true, None).dated(None, now);
        assert_eq!(dated.published_at, Some(at(10)));
        assert_eq!(post(true, None).dated(Some(&dated), at(99)).published_at, Some(at(10)));
        assert_eq!(post(true, Some(at(50))).dated(Some(&dated), at(99)).published_at, Some(at(50)));
        assert_eq!(post(false, None).dated(Some(&dated), at(99)).published_at, None);
    }
}
