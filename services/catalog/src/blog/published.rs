//! The blog as shoppers read it.

use bytes::Bytes;
use souk_kernel::{Language, Page, rfc3339};
use souk_views as views;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{BlogCategory, State};
use super::store::{categories, posts};
use super::{Blog, BlogError, post_link};
use crate::drafts::Draft;
use crate::former_addresses::{self, Kind};
use crate::html;
use crate::media::{StoredSize, image_view};

/// Characters of a description that is made of the text: more than search engines show.
const DESCRIPTION: usize = 300;
/// Characters of a category's description on its tile (spec 9).
const TILE_DESCRIPTION: usize = 100;

impl Blog {
    /// A post as JSON.
    pub async fn published(&self, slug: &str, language: Language) -> Result<Bytes, BlogError> {
        let now = self.context.clock.now();
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let Some(shown) = posts::shown(&mut tx, slug, now).await? else {
            return Err(moved_post(&mut tx, slug, now).await?);
        };
        tx.commit().await?;
        Ok(Bytes::from(serde_json::to_vec(&view(&shown, language))?))
    }

    /// A post as shoppers would read it, whether they do or not; one without a date as if it came out now.
    pub async fn draft(&self, id: Uuid, language: Language) -> Result<Draft, BlogError> {
        let now = self.context.clock.now();
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let (mut post, name, category) = posts::filed(&mut tx, id).await?.ok_or(BlogError::UnknownPost)?;
        tx.commit().await?;
        let shown = post.state(now) == State::Published;
        post.published_at.get_or_insert(now.truncate_to_second());
        let link = post_link(&post.slug);
        let json = Bytes::from(serde_json::to_vec(&view(&(post, name, category), language))?);
        Ok(Draft { json, link, shown })
    }

    /// A page of the posts of all categories, or of the one at `category`, as JSON.
    pub async fn published_posts(
        &self,
        category: Option<&str>,
        page: Page,
        language: Language,
    ) -> Result<Bytes, BlogError> {
        let now = self.context.clock.now();
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let of = match category {
            None => None,
            Some(slug) => match categories::at_slug(&mut tx, slug).await? {
                Some(found) => Some(found),
                None => return Err(moved_category(&mut tx, slug).await?),
            },
        };
        let id = of.as_ref().map(|found| found.id);
        let rows = posts::cards(&mut tx, id, page.within_reach(), now).await?;
        let total = posts::shown_count(&mut tx, id, now).await?;
        let filled = categories::shown(&mut tx, now).await?;
        tx.commit().await?;
        let named = filled.iter().map(|(category, _)| name(category, language));
        let list = views::BlogPosts {
            category: of.as_ref().map(|found| category_view(found, language)),
            posts: rows.into_iter().map(|row| card_view(row, language)).collect(),
            categories: named.collect(),
            total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(total),
        };
        Ok(Bytes::from(serde_json::to_vec(&list)?))
    }
}

/// The newest posts, so many at most.
pub async fn cards(
    conn: &mut PgConnection,
    most: u32,
    now: OffsetDateTime,
    language: Language,
) -> sqlx::Result<Vec<views::BlogCard>> {
    let rows = posts::cards(conn, None, (0, i64::from(most)), now).await?;
    Ok(rows.into_iter().map(|row| card_view(row, language)).collect())
}

/// A post's card, while shoppers read it.
pub async fn card(
    conn: &mut PgConnection,
    id: Uuid,
    now: OffsetDateTime,
    language: Language,
) -> sqlx::Result<Option<views::BlogCard>> {
    Ok(posts::card(conn, id, now).await?.map(|row| card_view(row, language)))
}

/// The first categories with posts, so many at most.
pub async fn category_tiles(
    conn: &mut PgConnection,
    most: usize,
    now: OffsetDateTime,
    language: Language,
) -> sqlx::Result<Vec<views::BlogCategoryTile>> {
    let filled = categories::shown(conn, now).await?.into_iter().take(most);
    let tile = |(category, posts): (BlogCategory, u64)| views::BlogCategoryTile {
        name: category.name.get(language).to_owned(),
        slug: category.slug,
        description: shortened(category.description.get(language), TILE_DESCRIPTION),
        picture: category.picture.as_ref().map(image_view),
        posts,
    };
    Ok(filled.map(tile).collect())
}

/// What is told of an address that no post has: where the one that had it is, if shoppers read it.
async fn moved_post(conn: &mut PgConnection, slug: &str, now: OffsetDateTime) -> sqlx::Result<BlogError> {
    let Some(id) = former_addresses::subject(conn, Kind::BlogPost, slug).await? else {
        let is_gone = former_addresses::is_gone(conn, Kind::BlogPost, slug).await?;
        return Ok(if is_gone { BlogError::Gone } else { BlogError::UnknownPost });
    };
    let moved = posts::card(conn, id, now).await?;
    Ok(moved.map_or(BlogError::UnknownPost, |post| BlogError::Moved(post.slug)))
}

async fn moved_category(conn: &mut PgConnection, slug: &str) -> sqlx::Result<BlogError> {
    let Some(id) = former_addresses::subject(conn, Kind::BlogCategory, slug).await? else {
        let is_gone = former_addresses::is_gone(conn, Kind::BlogCategory, slug).await?;
        return Ok(if is_gone { BlogError::Gone } else { BlogError::UnknownCategory });
    };
    let moved = categories::find(conn, id).await?;
    Ok(moved.map_or(BlogError::UnknownCategory, |(category, _)| BlogError::Moved(category.slug)))
}

fn view((post, category_name, category_slug): &posts::Shown, language: Language) -> views::BlogPost {
    let html = html::clean(post.html.get(language));
    let excerpt = post.excerpt.get(language).to_owned();
    let description = match (post.seo_description.get(language), excerpt.as_str()) {
        ("", "") => html::words(&html).chars().take(DESCRIPTION).collect(),
        ("", written) | (written, _) => written.to_owned(),
    };
    views::BlogPost {
        title: post.title.get(language).to_owned(),
        slug: post.slug.clone(),
        excerpt,
        html,
        picture: picture(post.picture.as_ref()),
        published_at: post.published_at.map(rfc3339).unwrap_or_default(),
        changed_at: rfc3339(post.changed_at),
        category: views::BlogCategoryName {
            name: category_name.get(language).to_owned(),
            slug: category_slug.clone(),
        },
        seo_title: post.seo_title.get(language).to_owned(),
        seo_description: description,
    }
}

fn card_view(row: posts::CardRow, language: Language) -> views::BlogCard {
    views::BlogCard {
        title: row.title.get(language).to_owned(),
        slug: row.slug,
        excerpt: row.excerpt.get(language).to_owned(),
        picture: picture(row.picture.as_deref()),
        published_at: rfc3339(row.published_at),
        category: views::BlogCategoryName {
            name: row.category_name.get(language).to_owned(),
            slug: row.category_slug,
        },
    }
}

fn category_view(category: &BlogCategory, language: Language) -> views::BlogCategory {
    views::BlogCategory {
        name: category.name.get(language).to_owned(),
        slug: category.slug.clone(),
        description: category.description.get(language).to_owned(),
        picture: picture(category.picture.as_ref()),
        seo_title: category.seo_title.get(language).to_owned(),
        seo_description: category.seo_description.get(language).to_owned(),
    }
}

fn name(category: &BlogCategory, language: Language) -> views::BlogCategoryName {
    views::BlogCategoryName { name: category.name.get(language).to_owned(), slug: category.slug.clone() }
}

fn picture(stored: Option<&StoredSize>) -> Option<views::ImageSize> {
    stored.map(image_view)
}

/// So many characters at most, the last one saying that there was more.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 1).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_says_a_hundred_characters_at_most() {
        let whole = "ت".repeat(TILE_DESCRIPTION);
        assert_eq!(shortened(&whole, TILE_DESCRIPTION), whole);
        let cut = shortened(&format!("{whole}ت"), TILE_DESCRIPTION);
        assert_eq!((cut.chars().count(), cut.ends_with('…')), (TILE_DESCRIPTION, true));
    }
}
