//! Posts and categories as staff write them, read into the words of the trade.

use souk_kernel::{LocalizedText, Slug};
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations};
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{BlogCategory, BlogPost};
use super::store::{categories, posts};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse::{self, LONGEST_LINE, texts};

/// Longest text of a post in one language, in characters.
const LONGEST_HTML: usize = 50_000;
/// Longest excerpt of a post in one language, in characters.
const LONGEST_EXCERPT: usize = 500;
/// Longest description in one language, in characters.
const LONGEST_DESCRIPTION: usize = 2_000;
/// Past it, positions say nothing.
const MOST_POSITION: u32 = 1_000_000;

pub fn id(given: &str) -> Result<Uuid, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", given), found)
}

pub fn categories(request: proto::ListBlogCategoriesRequest) -> Result<categories::ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let sort = match request.sort.as_str() {
        "" => Some(categories::ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query;
    checked(page.zip(sort).map(|(page, sort)| categories::ListFilter { page, query, sort }), found)
}

pub fn posts(request: proto::ListBlogPostsRequest) -> Result<posts::ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let category = found.optional_id("categoryId", &request.category_id);
    let state = match request.state.as_str() {
        "" => Some(None),
        state => found.check("state", "form.validation.unknown", state.parse().map(Some)),
    };
    let sort = match request.sort.as_str() {
        "" => Some(posts::ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query;
    let filter = page.zip(state).zip(sort).map(|((page, state), sort)| posts::ListFilter {
        page,
        query,
        category,
        state,
        sort,
    });
    checked(filter, found)
}

pub fn category(given: proto::BlogCategory) -> Result<(BlogCategory, Picture), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let name = parse::name("name", given.name, &mut found);
    let slug = slug(&given.slug, name.as_ref(), &mut found);
    let description = texts("description", given.description, LONGEST_DESCRIPTION, &mut found);
    let seo_title = texts("seoTitle", given.seo_title, LONGEST_LINE, &mut found);
    let seo_description = texts("seoDescription", given.seo_description, LONGEST_DESCRIPTION, &mut found);
    if given.position > MOST_POSITION {
        found.push("position", "form.validation.position", "a position is at most 1,000,000");
    }
    let category = id.zip(name).zip(slug).map(|((id, name), slug)| BlogCategory {
        id,
        version: given.version,
        slug: slug.to_string(),
        name,
        description,
        seo_title,
        seo_description,
        picture: None,
        position: given.position,
    });
    Ok((checked(category, found)?, Picture::read(given.picture, given.picture_url)))
}

pub fn post(given: proto::BlogPost, now: OffsetDateTime) -> Result<(BlogPost, Picture), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let category = found.id("categoryId", &given.category_id);
    let title = parse::name("title", given.title, &mut found);
    let slug = slug(&given.slug, title.as_ref(), &mut found);
    // In whole seconds: what is told of it comes back as it was sent.
    let published_at =
        parse::moment("publishedAt", &given.published_at, &mut found).map(OffsetDateTime::truncate_to_second);
    let excerpt = texts("excerpt", given.excerpt, LONGEST_EXCERPT, &mut found);
    let html = parse::html("html", given.html, LONGEST_HTML, &mut found);
    let seo_title = texts("seoTitle", given.seo_title, LONGEST_LINE, &mut found);
    let seo_description = texts("seoDescription", given.seo_description, LONGEST_DESCRIPTION, &mut found);
    let post = id.zip(category).zip(title).zip(slug).map(|(((id, category), title), slug)| BlogPost {
        id,
        version: given.version,
        category,
        slug: slug.to_string(),
        active: given.active,
        published_at,
        title,
        excerpt,
        html,
        seo_title,
        seo_description,
        picture: None,
        changed_at: now,
    });
    Ok((checked(post, found)?, Picture::read(given.picture, given.picture_url)))
}

/// What has no name has that to be told alone.
fn slug(given: &str, name: Option<&LocalizedText>, found: &mut Violations) -> Option<Slug> {
    let named = name.map_or("", |name| name.fr.as_str());
    if name.is_none() && given.is_empty() { None } else { parse::slug(given, named, found) }
}
