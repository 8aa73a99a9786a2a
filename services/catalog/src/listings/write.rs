//! Writes lists as JSON: cards are copied as they are, only what stands around them is serialized. The tests read
//! every answer back into the types of `souk-views`.

use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use souk_kernel::{LISTING_REACH, LocalizedText};
use souk_pricing::Discount;
use souk_views as views;
use time::OffsetDateTime;
use uuid::Uuid;

use super::discount::{discount, with_product};
use super::error::ListingError;
use super::filter_data::{FilterData, filter_data};
use super::parse::{ListingQuery, Of};
use crate::categories::tile;
use crate::follower::View;
use crate::former_addresses::Kind;
use crate::products::brand_view;
use crate::reference::{ReferenceData, ValuePlaces};
use crate::search::{Found, Rule, Scope, Selection};

/// What is listed, by its names.
pub struct Heading {
    pub scope: Scope,
    /// Which products of the scope a collection has, or a promotion that doesn't reduce all of them.
    pub within: Option<Arc<Selection>>,
    title: String,
    /// What is said of it in the page's language; may be empty.
    description: String,
    seo: Seo,
    breadcrumb: Vec<views::CategoryTile>,
    /// The listed category's name.
    own: Option<LocalizedText>,
    discount: Option<views::Discount>,
    /// Whose line is listed.
    brand: Option<views::Brand>,
}

/// What search engines show of what is listed, where it is not the above.
#[derive(Default)]
struct Seo {
    title: String,
    description: String,
}

/// [`views::Listing`] but for the products.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Around<'a> {
    filter_data: FilterData<'a>,
    title: &'a str,
    description: &'a str,
    seo_title: &'a str,
    seo_description: &'a str,
    breadcrumb: &'a [views::CategoryTile],
    page: u32,
    size: u32,
    page_count: u64,
    total: u64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    instead: &'a [views::OtherSearch],
    sort: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    discount: Option<views::Discount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brand: Option<views::Brand>,
}

impl Heading {
    pub fn of(view: &View, query: &ListingQuery, now: OffsetDateTime) -> Result<Self, ListingError> {
        match &query.of {
            Of::Category(slug) => Self::of_category(view, slug, query),
            Of::Brand(slug) => {
                let Some(brand) = view.reference.brand_by_slug(slug) else {
                    let moved = view.reference.moved_brand(slug).map(|brand| &brand.slug);
                    return Err(missing(&view.reference, (Kind::Brand, slug), moved, "brand"));
                };
                let description = brand.about.get(query.language).to_owned();
                Ok(Self { title: brand.name.clone(), description, ..Self::untitled(Scope::Brand(brand.id)) })
            }
            Of::BrandLine(slug) => Self::of_brand_line(&view.reference, slug, query),
            Of::Collection(slug) => Self::of_collection(&view.reference, slug, query, now),
            Of::Promotion(id) => Self::of_promotion(&view.reference, id, query, now),
            Of::Featured => Ok(Self::untitled(Scope::Featured)),
            Of::New | Of::Search(_) => Ok(Self::untitled(Scope::All)),
        }
    }

    fn of_category(view: &View, slug: &str, query: &ListingQuery) -> Result<Self, ListingError> {
        let categories = &view.reference.categories;
        let Some(category) = categories.by_slug(slug) else {
            let moved = view.reference.moved_category(slug).map(|category| &category.slug);
            return Err(missing(&view.reference, (Kind::Category, slug), moved, "category"));
        };
        let path = categories.path(category.id);
        let breadcrumb = path.iter().filter_map(|id| categories.get(*id));
        Ok(Self {
            scope: Scope::Category(category.id),
            within: None,
            title: category.name.get(query.language).to_owned(),
            description: category.about.get(query.language).to_owned(),
            seo: Seo {
                title: category.seo_title.get(query.language).to_owned(),
                description: category.seo_description.get(query.language).to_owned(),
            },
            breadcrumb: breadcrumb.map(|category| tile(category, query.language)).collect(),
            own: Some(category.name.clone()),
            discount: None,
            brand: None,
        })
    }

    fn of_brand_line(
        reference: &ReferenceData,
        slug: &str,
        query: &ListingQuery,
    ) -> Result<Self, ListingError> {
        let Some(line) = reference.brand_line_by_slug(slug) else {
            let moved = reference.moved_line(slug).map(|line| &line.slug);
            return Err(missing(reference, (Kind::BrandLine, slug), moved, "brand line"));
        };
        Ok(Self {
            title: line.name.clone(),
            description: line.about.get(query.language).to_owned(),
            seo: Seo {
                title: line.seo_title.get(query.language).to_owned(),
                description: line.seo_description.get(query.language).to_owned(),
            },
            brand: reference.brand(Some(line.brand)).map(brand_view),
            ..Self::untitled(Scope::BrandLine(line.id))
        })
    }

    fn of_collection(
        reference: &ReferenceData,
        slug: &str,
        query: &ListingQuery,
        now: OffsetDateTime,
    ) -> Result<Self, ListingError> {
        let Some(collection) = reference.collection_by_slug(slug) else {
            let moved = reference.moved_collection(slug).map(|collection| &collection.slug);
            return Err(missing(reference, (Kind::Collection, slug), moved, "collection"));
        };
        Ok(Self {
            within: Some(Arc::new(collection.selection(now))),
            title: collection.name.get(query.language).to_owned(),
            description: collection.about.get(query.language).to_owned(),
            seo: Seo {
                title: collection.seo_title.get(query.language).to_owned(),
                description: collection.seo_description.get(query.language).to_owned(),
            },
            ..Self::untitled(Scope::All)
        })
    }

    /// What is over, put off or planned is no promotion to shoppers.
    fn of_promotion(
        reference: &ReferenceData,
        id: &str,
        query: &ListingQuery,
        now: OffsetDateTime,
    ) -> Result<Self, ListingError> {
        // One spelling, so that what is kept of an address is kept once.
        let spelled = id.parse().ok().filter(|read: &Uuid| read.to_string() == id);
        let promotion = spelled.and_then(|id| reference.shown_promotion(id, now));
        let promotion = promotion.ok_or(ListingError::UnknownScope("promotion"))?;
        let discount = discount(promotion, reference, query.language);
        // A percentage reduces all that it reaches, and an amount only what costs more.
        let is_of_some = matches!(promotion.rule.discount, Discount::Amount(_));
        let reduced = Rule { on_promotion: true, ..Rule::default() };
        Ok(Self {
            within: is_of_some.then(|| Arc::new(Selection::Ruled(reduced))),
            title: promotion.title.get(query.language).to_owned(),
            description: discount.subtitle.clone(),
            discount: Some(discount),
            ..Self::untitled(promotion.rule.target.into())
        })
    }

    fn untitled(scope: Scope) -> Self {
        Self {
            scope,
            within: None,
            title: String::new(),
            description: String::new(),
            seo: Seo::default(),
            breadcrumb: Vec::new(),
            own: None,
            discount: None,
            brand: None,
        }
    }
}

pub fn listing(
    heading: Heading,
    query: &ListingQuery,
    found: &Found,
    places: &ValuePlaces,
    (cards, instead): (&[Bytes], &[views::OtherSearch]),
) -> serde_json::Result<Bytes> {
    let around = Around {
        filter_data: filter_data(found, heading.own.as_ref(), query, places),
        title: &heading.title,
        description: &heading.description,
        seo_title: &heading.seo.title,
        seo_description: &heading.seo.description,
        breadcrumb: &heading.breadcrumb,
        page: query.page.number(),
        size: query.page.size(),
        page_count: query.page.count(found.total.min(LISTING_REACH.into())),
        total: found.total,
        instead,
        sort: query.sort.into(),
        discount: heading.discount.map(|discount| with_product(discount, cards)).transpose()?,
        brand: heading.brand,
    };
    joined(&[("products", cards)], &around)
}

/// What is told of an address at which there is no list: where what had it is now, or that it was taken away.
fn missing(
    reference: &ReferenceData,
    (kind, slug): (Kind, &str),
    moved: Option<&String>,
    scope: &'static str,
) -> ListingError {
    match moved {
        Some(moved) => ListingError::Moved(moved.clone()),
        None if reference.is_gone(kind, slug) => ListingError::Gone,
        None => ListingError::UnknownScope(scope),
    }
}

/// [`views::RulePreview`] but for the products.
#[derive(Serialize)]
struct Total {
    total: u64,
}

pub fn preview(found: &Found, cards: &[Bytes]) -> serde_json::Result<Bytes> {
    joined(&[("products", cards)], &Total { total: found.total })
}

/// An object of lists of cards and nothing else.
pub fn sections(sections: &[(&str, Vec<Bytes>)]) -> Bytes {
    let mut json = vec![b'{'];
    for (at, (name, cards)) in sections.iter().enumerate() {
        if at > 0 {
            json.push(b',');
        }
        list(&mut json, name, cards);
    }
    json.push(b'}');
    json.into()
}

/// An object of lists of cards, then the fields of `beside`.
pub fn joined(lists: &[(&str, &[Bytes])], beside: &impl Serialize) -> serde_json::Result<Bytes> {
    let beside = serde_json::to_vec(beside)?;
    let cards: usize = lists.iter().flat_map(|(_, cards)| cards.iter()).map(|card| card.len() + 1).sum();
    let mut json = Vec::with_capacity(cards + beside.len() + 64);
    json.push(b'{');
    for (name, cards) in lists {
        list(&mut json, name, cards);
        json.push(b',');
    }
    json.extend_from_slice(&beside[1..]);
    Ok(json.into())
}

fn list(json: &mut Vec<u8>, name: &str, cards: &[Bytes]) {
    json.push(b'"');
    json.extend_from_slice(name.as_bytes());
    json.extend_from_slice(b"\":[");
    for (at, card) in cards.iter().enumerate() {
        if at > 0 {
            json.push(b',');
        }
        json.extend_from_slice(card);
    }
    json.push(b']');
}
