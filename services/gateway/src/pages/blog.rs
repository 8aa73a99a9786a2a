//! The first sight of the blog: a post, and the lists of them.

use serde_json::json;
use souk_kernel::{Day, Language, parse_rfc3339};
use souk_views::{BlogCard, BlogPost, BlogPosts};

use super::content::{Content, Place, Waypoint, breadcrumb_data, shortened};
use super::document::{Head, Picture};
use super::html::Html;
use super::listing::{canonical, write_way};
use super::parts::{Loading, Slot, write_image, write_link, write_steps};
use super::route::{BLOG_PATH, blog_category_path, blog_post_path};
use super::words::{BLOG, BLOG_CATEGORIES, NO_POSTS, day, listing_description};
use crate::listing_query::ListingQuery;

/// Cards of the first row, whose pictures are loaded at once.
const FIRST_ROW: usize = 3;

pub fn post(post: &BlogPost, place: Place) -> Content {
    let language = place.language;
    let category = &post.category;
    let way: Vec<Waypoint> = vec![
        (BLOG.to(language), BLOG_PATH.to_owned()),
        (category.name.as_str(), blog_category_path(&category.slug)),
    ];
    let description = shortened(&post.seo_description);
    let image = post.picture.as_ref().map(|image| format!("{}{}", place.public_url, image.display_url));
    let article = json!({
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        "headline": post.title,
        "description": description,
        "image": image,
        "datePublished": post.published_at,
        "dateModified": post.changed_at.as_str().max(&post.published_at),
        "articleSection": category.name,
        "inLanguage": language.code(),
        "author": { "@type": "Organization", "name": place.shop_name, "url": place.url("/") },
        "publisher": { "@type": "Organization", "name": place.shop_name, "url": place.url("/") },
        "mainEntityOfPage": place.url(place.path),
    });
    let own: Waypoint = (post.title.as_str(), place.path.to_owned());
    let head = Head {
        title: if post.seo_title.is_empty() { &post.title } else { &post.seo_title }.clone(),
        preview_title: None,
        description,
        canonical: Some(place.path.to_owned()),
        indexed: true,
        image: post.picture.as_ref().map(|image| Picture::at(Slot::Article, image)),
        kind: "article",
        price: None,
        data: std::iter::once(article).chain(breadcrumb_data(&way, Some(own), place)).collect(),
    };
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    write_way(&mut body, &way, Some(&post.title), language);
    body.raw("<article class=\"post\"><header><h1 dir=\"auto\">").text(&post.title).raw("</h1>");
    write_date(&mut body, &post.published_at, language);
    body.raw("</header>");
    if let Some(image) = &post.picture {
        write_image(&mut body, (image, Slot::Article), "", Loading::First);
    }
    // Cleaned by the catalogue when it was written and when the page was made.
    body.raw("<div class=\"prose\" dir=\"auto\">").raw(&post.html).raw("</div></article></main>");
    Content { head, body }
}

pub fn posts(list: &BlogPosts, place: Place, query: &ListingQuery) -> Content {
    let language = place.language;
    let blog = BLOG.to(language);
    let category = list.category.as_ref();
    let title = category.map_or(blog, |category| category.name.as_str());
    let seo_title = category.map(|category| category.seo_title.as_str()).filter(|title| !title.is_empty());
    let written =
        category.map_or(["", ""], |found| [found.seo_description.as_str(), found.description.as_str()]);
    let description = match written {
        ["", ""] => listing_description(title, place.shop_name, language),
        ["", written] | [written, _] => shortened(written),
    };
    let above: Vec<Waypoint> = category.map(|_| (blog, BLOG_PATH.to_owned())).into_iter().collect();
    let own: Waypoint = (title, place.path.to_owned());
    let picture = category.and_then(|category| category.picture.as_ref());
    let first = list.posts.iter().find_map(|post| post.picture.as_ref());
    let head = Head {
        title: seo_title.unwrap_or(title).to_owned(),
        preview_title: None,
        description,
        canonical: Some(canonical(place.path, query)),
        indexed: !query.is_variation() && !list.posts.is_empty(),
        image: picture.or(first).map(|image| Picture::at(Slot::Post, image)),
        kind: "website",
        price: None,
        data: breadcrumb_data(&above, Some(own), place).into_iter().collect(),
    };
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    write_way(&mut body, &above, Some(title), language);
    body.raw("<div class=\"page-head\"><div>").element("h1", title);
    if let Some(found) = category.filter(|category| !category.description.is_empty()) {
        body.element("p", &found.description);
    }
    body.raw("</div></div>");
    write_categories(&mut body, list, language);
    if list.total == 0 {
        body.element("p", NO_POSTS.to(language));
    }
    body.raw("<div class=\"blog_posts\">");
    write_posts(&mut body, &list.posts, FIRST_ROW, language);
    body.raw("</div>");
    let pages = (u64::from(list.page), list.page_count);
    write_steps(&mut body, pages, place.path, |page| query.address_of(page, None), language);
    body.raw("</main>");
    Content { head, body }
}

/// Cards of posts, as the app writes them (`web/src/storefront/parts/post-card.tsx`).
pub fn write_posts(body: &mut Html, posts: &[BlogCard], eager: usize, language: Language) {
    for (index, post) in posts.iter().enumerate() {
        body.raw("<article class=\"post-card\"><span class=\"post-card_picture\">");
        if let Some(image) = &post.picture {
            let loading = if index < eager { Loading::Eager } else { Loading::Lazy };
            write_image(body, (image, Slot::Post), "", loading);
        }
        body.raw("</span><p class=\"post-card_category\">");
        write_link(body, &blog_category_path(&post.category.slug), &[], &post.category.name, language);
        body.raw("</p>");
        let name = [("class", "post-card_name"), ("dir", "auto")];
        write_link(body, &blog_post_path(&post.slug), &name, &post.title, language);
        if !post.excerpt.is_empty() {
            body.raw("<p dir=\"auto\">").text(&post.excerpt).raw("</p>");
        }
        write_date(body, &post.published_at, language);
        body.raw("</article>");
    }
}

/// The other lists; none where there is one category alone.
fn write_categories(body: &mut Html, list: &BlogPosts, language: Language) {
    if list.categories.len() < 2 {
        return;
    }
    let shown = list.category.as_ref().map(|category| category.slug.as_str());
    body.open("nav", &[("class", "blog_categories"), ("aria-label", BLOG_CATEGORIES.to(language))]);
    for category in &list.categories {
        let current: &[(&str, &str)] =
            if shown == Some(category.slug.as_str()) { &[("aria-current", "page")] } else { &[] };
        write_link(body, &blog_category_path(&category.slug), current, &category.name, language);
        body.raw(" ");
    }
    body.raw("</nav>");
}

/// The day of a moment in the shop's time.
fn write_date(body: &mut Html, at: &str, language: Language) {
    let Some(day_of) = parse_rfc3339(at).and_then(|moment| Day::of(moment).ok()) else { return };
    body.open("time", &[("datetime", at)]).text(&day(day_of.date(), language)).raw("</time>");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `web/src/i18n/i18n.test.ts` has the same.
    #[test]
    fn a_day_reads_as_the_app_writes_it() {
        for (at, written) in [
            ("2026-02-01T10:00:00Z", ["1er févr. 2026", "1 فيفري 2026", "1 Feb 2026"]),
            ("2026-08-31T23:30:00Z", ["1er sept. 2026", "1 سبتمبر 2026", "1 Sept 2026"]),
            ("2026-12-31T22:59:00Z", ["31 déc. 2026", "31 ديسمبر 2026", "31 Dec 2026"]),
        ] {
            for (language, written) in [Language::Fr, Language::Ar, Language::En].into_iter().zip(written) {
                let mut body = Html::new();
                write_date(&mut body, at, language);
                assert_eq!(body.into_string(), format!("<time datetime=\"{at}\">{written}</time>"));
            }
        }
    }
}
