//! Which page an address names: the storefront's routes (spec 2) behind the language's prefix.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, percent_decode_str, utf8_percent_encode};
use souk_kernel::{CombinationId, Language};
use souk_proto::catalog::v1::get_listing_request::Scope;

/// What is encoded in a part of a path: all that RFC 3986 does not call unreserved.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// All posts of the blog.
pub const BLOG_PATH: &str = "/blog";
/// What the dashboard shows the home page in before it is saved.
pub const PREVIEW_PATH: &str = "/preview";
/// Where a product is ordered without a script.
pub const ORDER_FORM_PATH: &str = "/order/form";
/// What browsers keep for when there is no network (`web/public/service-worker.js`).
const OFFLINE_PATH: &str = "/offline";

/// A page of the storefront.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    Home,
    Listing {
        scope: Scope,
        slug: String,
    },
    Search,
    Product {
        slug: String,
        /// That its address chooses, of those that it has.
        combination: Option<CombinationId>,
    },
    /// A page of text.
    Cms {
        slug: String,
    },
    /// All posts.
    Blog,
    BlogCategory {
        slug: String,
    },
    BlogPost {
        slug: String,
    },
    /// What isn't published yet, for who has a link to it.
    Draft {
        token: String,
    },
    /// The shopper's own pages: the app fills them, and nobody else should find them.
    Personal(Personal),
}

/// A page of one shopper, or of nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Personal {
    Cart,
    Thanks,
    Track,
    /// What the dashboard frames to show the home page in, as it would be.
    Preview,
    /// What browsers keep for when there is no network.
    Offline,
}

/// The language and the page of a path; None where it names no page.
pub fn read(path: &str) -> (Language, Option<Route>) {
    let (language, rest) = split_language(path);
    (language, route(rest))
}

/// A path of the shop in another language.
pub fn localized(language: Language, rest: &str) -> String {
    match language {
        Language::Fr => rest.to_owned(),
        other if rest == "/" => format!("/{other}"),
        other => format!("/{other}{rest}"),
    }
}

/// The language that the path's first part says, French without one, and what follows it.
pub fn split_language(path: &str) -> (Language, &str) {
    for language in [Language::Ar, Language::En] {
        let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(language.code()));
        match rest {
            Some("") => return (language, "/"),
            Some(rest) if rest.starts_with('/') => return (language, rest),
            _ => {}
        }
    }
    (Language::Fr, path)
}

impl Route {
    /// The page of the same kind with this slug.
    pub fn with_slug(&self, slug: &str) -> Option<Self> {
        let slug = slug.to_owned();
        match self {
            Self::Listing { scope, .. } => Some(Self::Listing { scope: *scope, slug }),
            Self::Product { .. } => Some(Self::Product { slug, combination: None }),
            Self::Cms { .. } => Some(Self::Cms { slug }),
            Self::BlogCategory { .. } => Some(Self::BlogCategory { slug }),
            Self::BlogPost { .. } => Some(Self::BlogPost { slug }),
            Self::Home | Self::Search | Self::Blog | Self::Draft { .. } | Self::Personal(_) => None,
        }
    }

    /// Its address with `{slug}` for what names one of its kind.
    pub const fn pattern(&self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::Listing { scope: Scope::Category, .. } => "/catalog/category/{slug}",
            Self::Listing { scope: Scope::Brand, .. } => "/catalog/brands/{slug}",
            Self::Listing { scope: Scope::BrandLine, .. } => "/catalog/brandlines/{slug}",
            Self::Listing { scope: Scope::Collection, .. } => "/catalog/collections/{slug}",
            Self::Listing { scope: Scope::Promotion, .. } => "/promotions/{slug}",
            Self::Listing { scope: Scope::Featured, .. } => "/featured",
            Self::Listing { .. } => "/new",
            Self::Search => "/search",
            Self::Product { .. } => "/catalog/product/{category}/{slug}",
            Self::Cms { .. } => "/pages/{slug}",
            Self::Blog => BLOG_PATH,
            Self::BlogCategory { .. } => "/blog/categories/{slug}",
            Self::BlogPost { .. } => "/blog/{slug}",
            Self::Draft { .. } => "/preview/{slug}",
            Self::Personal(Personal::Cart) => "/checkout/cart/view",
            Self::Personal(Personal::Thanks) => "/checkout/thanks",
            Self::Personal(Personal::Track) => "/order/track",
            Self::Personal(Personal::Preview) => PREVIEW_PATH,
            Self::Personal(Personal::Offline) => OFFLINE_PATH,
        }
    }

    /// The one spelling of its address, without the language's prefix; of a product its page knows more.
    pub fn path(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::Listing { scope: Scope::Category, slug } => category_path(slug),
            Self::Listing { scope: Scope::Brand, slug } => brand_path(slug),
            Self::Listing { scope: Scope::BrandLine, slug } => brand_line_path(slug),
            Self::Listing { scope: Scope::Collection, slug } => collection_path(slug),
            Self::Listing { scope: Scope::Promotion, slug } => promotion_path(slug),
            Self::Listing { scope: Scope::Featured, .. } => "/featured".to_owned(),
            Self::Listing { .. } => "/new".to_owned(),
            Self::Search => "/search".to_owned(),
            Self::Product { slug, .. } => product_path("produits", slug),
            Self::Cms { slug } => cms_page_path(slug),
            Self::Blog => BLOG_PATH.to_owned(),
            Self::BlogCategory { slug } => blog_category_path(slug),
            Self::BlogPost { slug } => blog_post_path(slug),
            Self::Draft { token } => draft_path(token),
            Self::Personal(Personal::Cart) => "/checkout/cart/view".to_owned(),
            Self::Personal(Personal::Thanks) => "/checkout/thanks".to_owned(),
            Self::Personal(Personal::Track) => "/order/track".to_owned(),
            Self::Personal(Personal::Preview) => PREVIEW_PATH.to_owned(),
            Self::Personal(Personal::Offline) => OFFLINE_PATH.to_owned(),
        }
    }

    /// The source of the app's chunk that shows the page.
    pub fn chunk(&self) -> Option<&'static str> {
        match self {
            Self::Home => Some("src/storefront/routes/home.tsx"),
            Self::Listing { .. } | Self::Search => Some("src/storefront/routes/listing.tsx"),
            Self::Product { .. } => Some("src/storefront/routes/product.tsx"),
            Self::Cms { .. } => Some("src/storefront/routes/cms-page.tsx"),
            Self::Blog | Self::BlogCategory { .. } | Self::BlogPost { .. } => {
                Some("src/storefront/routes/blog.tsx")
            }
            Self::Personal(Personal::Preview) => Some("src/storefront/routes/preview.tsx"),
            Self::Draft { .. } => Some("src/storefront/routes/draft.tsx"),
            Self::Personal(_) => None,
        }
    }
}

pub fn category_path(slug: &str) -> String {
    format!("/catalog/category/{}", encode(slug))
}

pub fn search_path(words: &str) -> String {
    format!("/search?q={}", encode(words))
}

pub fn brand_path(slug: &str) -> String {
    format!("/catalog/brands/{}", encode(slug))
}

pub fn brand_line_path(slug: &str) -> String {
    format!("/catalog/brandlines/{}", encode(slug))
}

pub fn collection_path(slug: &str) -> String {
    format!("/catalog/collections/{}", encode(slug))
}

pub fn promotion_path(id: &str) -> String {
    format!("/promotions/{}", encode(id))
}

pub fn cms_page_path(slug: &str) -> String {
    format!("/pages/{}", encode(slug))
}

pub fn blog_category_path(slug: &str) -> String {
    format!("/blog/categories/{}", encode(slug))
}

pub fn blog_post_path(slug: &str) -> String {
    format!("/blog/{}", encode(slug))
}

/// What a link to what isn't published yet leads to.
pub fn draft_path(token: &str) -> String {
    format!("{PREVIEW_PATH}/{}", encode(token))
}

pub fn product_path(category: &str, slug: &str) -> String {
    format!("/catalog/product/{}/{}", encode(category), encode(slug))
}

/// One part of a path, with what is no ASCII written in its one encoded form.
pub fn encode(part: &str) -> PercentEncode<'_> {
    utf8_percent_encode(part, PART)
}

fn route(path: &str) -> Option<Route> {
    let decoded: Option<Vec<String>> = path.trim_end_matches('/').split('/').skip(1).map(decode).collect();
    let decoded = decoded?;
    let parts: Vec<&str> = decoded.iter().map(String::as_str).collect();
    let listing = |scope, slug: &str| Route::Listing { scope, slug: slug.to_owned() };
    Some(match parts.as_slice() {
        [] => Route::Home,
        ["catalog", "category", slug] => listing(Scope::Category, slug),
        ["catalog", "brands", slug] => listing(Scope::Brand, slug),
        ["catalog", "brandlines", slug] => listing(Scope::BrandLine, slug),
        ["catalog", "collections", slug] => listing(Scope::Collection, slug),
        ["promotions", id] => listing(Scope::Promotion, id),
        ["featured"] => listing(Scope::Featured, ""),
        ["new"] => listing(Scope::New, ""),
        ["search"] => Route::Search,
        ["catalog", "product", _, slug] => Route::Product { slug: (*slug).to_owned(), combination: None },
        ["pages", slug] => Route::Cms { slug: (*slug).to_owned() },
        ["blog"] => Route::Blog,
        ["blog", "categories", slug] => Route::BlogCategory { slug: (*slug).to_owned() },
        ["blog", slug] => Route::BlogPost { slug: (*slug).to_owned() },
        ["checkout", "cart", "view"] => Route::Personal(Personal::Cart),
        ["checkout", "thanks"] => Route::Personal(Personal::Thanks),
        ["order", "track"] => Route::Personal(Personal::Track),
        ["preview"] => Route::Personal(Personal::Preview),
        ["preview", token] => Route::Draft { token: (*token).to_owned() },
        ["offline"] => Route::Personal(Personal::Offline),
        _ => return None,
    })
}

/// One part of a path; None where it is no UTF-8.
fn decode(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn french_has_no_prefix_and_the_others_have_theirs() {
        assert_eq!(read("/"), (Language::Fr, Some(Route::Home)));
        assert_eq!(read("/ar"), (Language::Ar, Some(Route::Home)));
        assert_eq!(
            read("/en/new"),
            (Language::En, Some(Route::Listing { scope: Scope::New, slug: String::new() }))
        );
        assert_eq!(read("/arabe").1, None);
        assert_eq!(localized(Language::Ar, "/new"), "/ar/new");
    }

    #[test]
    fn a_pattern_is_the_path_without_what_names_one() {
        let paths = [
            "/",
            "/new",
            "/featured",
            "/search",
            "/blog",
            "/preview",
            "/preview/x",
            "/offline",
            "/order/track",
            "/checkout/thanks",
            "/checkout/cart/view",
            "/catalog/category/x",
            "/catalog/brands/x",
            "/catalog/brandlines/x",
            "/catalog/collections/x",
            "/promotions/x",
            "/pages/x",
            "/blog/x",
            "/blog/categories/x",
        ];
        for path in paths {
            let route = read(path).1.unwrap_or_else(|| panic!("{path} is a page"));
            assert_eq!(route.pattern(), path.replace("/x", "/{slug}"));
        }
        let product = read("/catalog/product/soin/x").1.expect("a page");
        assert_eq!(product.pattern(), "/catalog/product/{category}/{slug}");
    }

    #[test]
    fn slugs_of_any_script_are_read() {
        let slug = "كريم".to_owned();
        let path = "/ar/catalog/product/soin/%D9%83%D8%B1%D9%8A%D9%85";
        let route = Route::Product { slug, combination: None };
        assert_eq!(product_path("soin", "كريم"), path.strip_prefix("/ar").expect("is Arabic"));
        assert_eq!(read(path), (Language::Ar, Some(route)));
        assert_eq!(read("/catalog/category/%ff").1, None);
    }

    /// A misspelt one would cost every visitor a round trip and fail nowhere.
    #[test]
    fn each_page_loads_a_chunk_that_is_there() {
        let slug = String::new;
        for route in [
            Route::Home,
            Route::Search,
            Route::Listing { scope: Scope::Category, slug: slug() },
            Route::Product { slug: slug(), combination: None },
            Route::Cms { slug: slug() },
            Route::Blog,
            Route::BlogPost { slug: slug() },
            Route::Draft { token: slug() },
            Route::Personal(Personal::Preview),
        ] {
            let chunk = route.chunk().expect("it has one");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(chunk);
            assert!(source.is_file(), "{chunk}");
        }
    }
}
