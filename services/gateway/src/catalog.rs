//! What the storefront reads of the catalogue: which call answers which path, and the kept copies in front of it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use serde::Deserialize;
use souk_kernel::{BrandId, CategoryId, LISTING_REACH, Language, Money, Page, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Violations};
use souk_views::{Settings, ShopPicture, ShopPromise};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::extract::{id, page};
use crate::limits;
use crate::neighbours::Neighbours;
use crate::problem::Problem;
use crate::reads::{Copy, Fetched, Reads};
use crate::text::pick;
use crate::theme;

/// Cards that can be asked for by their ids at once: as many as a row shows.
const MOST_CARDS: usize = 12;
const SORTS: [&str; 3] = ["default", "price_asc", "price_desc"];
const FILTERS: [&str; 3] = ["brands", "brandlines", "subCategories"];
const PRICE_FILTERS: [&str; 2] = ["priceMin", "priceMax"];
const FILTER_GROUPS: [&str; 2] = ["attributes.", "features."];
/// Values that a page's address may choose beside its prices.
const CHOICES: usize = limits::FILTER_VALUES - PRICE_FILTERS.len();

/// A read of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    Home,
    Menus,
    Product {
        slug: String,
    },
    CmsPage {
        slug: String,
    },
    BlogPost {
        slug: String,
    },
    /// The posts of a category by its slug, of all without one.
    BlogPosts {
        category: Option<String>,
        page: Page,
    },
    Listing {
        scope: Scope,
        key: String,
        query: ListingQuery,
    },
    Suggestions {
        words: String,
    },
    CrossSelling {
        product: ProductId,
        brand: BrandId,
        category: CategoryId,
    },
    Reviews {
        slug: String,
        page: Page,
        sort: ReviewSort,
    },
    /// Ids, each once, in one order.
    Cards {
        products: Vec<ProductId>,
    },
}

/// In which order shoppers read a product's reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReviewSort {
    /// Newest first.
    #[default]
    Default,
    /// Best first.
    RatingDesc,
    /// Worst first.
    RatingAsc,
}

/// The part of a listing that a query asks for, in one spelling: defaults filled in, filters sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingQuery {
    page: u32,
    size: u32,
    sort: String,
    filters: Vec<(String, Vec<String>)>,
}

/// The catalogue as the storefront reads it.
#[derive(Debug)]
pub struct Catalog {
    neighbours: Neighbours,
    reads: Reads,
}

impl Catalog {
    pub fn new(neighbours: Neighbours, reads: Reads) -> Self {
        Self { neighbours, reads }
    }

    pub fn reads(&self) -> &Reads {
        &self.reads
    }

    /// The answer to a read, kept under what it asks for and not under how that was written; but for cards by their ids: hardly
    /// anybody asks for the same ones. `miss` says whether its client may have one made.
    pub async fn read(
        &self,
        read: &Read,
        language: Language,
        miss: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<Arc<Copy>, Problem> {
        let key = format!("{language}{read:?}");
        let fetch = async || {
            miss()?;
            self.fetch(read, language).await
        };
        if let Read::Cards { .. } = read {
            return Ok(Arc::new(Copy::passing(fetch().await?)));
        }
        self.reads.load(&key, fetch).await
    }

    /// The shop's settings; the defaults while the catalogue has never answered, since taking orders must not
    /// depend on it.
    pub async fn settings(&self, language: Language) -> Settings {
        let known = self.known_settings(language).await;
        known.and_then(|copy| copy.parsed()).unwrap_or_else(default_settings)
    }

    /// The shop's settings as the catalogue told them; none while it has never answered.
    pub async fn known_settings(&self, language: Language) -> Option<Arc<Copy>> {
        let key = format!("{language}settings");
        self.reads.load(&key, || self.fetch_settings(language)).await.ok()
    }

    async fn fetch(&self, read: &Read, language: Language) -> Result<Fetched, Problem> {
        let at = Instant::now();
        let shopper = Actor::shopper();
        let calls = self.neighbours.by(&shopper);
        let language = language.to_string();
        let json = match read {
            Read::Home => {
                calls.content()?.get_home(proto::GetHomeRequest { language }).await?.into_inner().json
            }
            Read::Menus => {
                calls.content()?.get_menus(proto::GetMenusRequest { language }).await?.into_inner().json
            }
            Read::Product { slug } => {
                let request = proto::GetProductPageRequest { slug: slug.clone(), language };
                calls.product_pages()?.get_product_page(request).await?.into_inner().json
            }
            Read::CmsPage { slug } => {
                let request = proto::GetPublishedCmsPageRequest { slug: slug.clone(), language };
                calls.published_pages()?.get_published_cms_page(request).await?.into_inner().json
            }
            Read::BlogPost { slug } => {
                let request = proto::GetPublishedBlogPostRequest { slug: slug.clone(), language };
                calls.published_blog()?.get_published_blog_post(request).await?.into_inner().json
            }
            Read::BlogPosts { category, page } => {
                let request = proto::ListPublishedBlogPostsRequest {
                    category: category.clone().unwrap_or_default(),
                    page: Some(PageRequest { page: page.number(), size: page.size() }),
                    language,
                };
                calls.published_blog()?.list_published_blog_posts(request).await?.into_inner().json
            }
            Read::Listing { scope, key, query } => {
                let request = query.request(*scope, key.clone(), language);
                calls.listings()?.get_listing(request).await?.into_inner().json
            }
            Read::Suggestions { words } => {
                let request = proto::SuggestRequest { words: words.clone(), language };
                calls.listings()?.suggest(request).await?.into_inner().json
            }
            Read::CrossSelling { product, brand, category } => {
                let request = proto::GetCrossSellingRequest {
                    product_id: product.to_string(),
                    brand_id: brand.to_string(),
                    category_id: category.to_string(),
                    language,
                };
                calls.listings()?.get_cross_selling(request).await?.into_inner().json
            }
            Read::Reviews { slug, page, sort } => {
                let request = proto::GetProductReviewsRequest {
                    slug: slug.clone(),
                    page: Some(PageRequest { page: page.number(), size: page.size() }),
                    sort: <&str>::from(*sort).to_owned(),
                };
                calls.product_reviews()?.get_product_reviews(request).await?.into_inner().json
            }
            Read::Cards { products } => {
                let ids = products.iter().map(ToString::to_string).collect();
                let request = proto::GetCardsRequest { ids, language };
                calls.listings()?.get_cards(request).await?.into_inner().json
            }
        };
        Ok(Fetched { bytes: json, at })
    }

    async fn fetch_settings(&self, language: Language) -> Result<Fetched, Problem> {
        let at = Instant::now();
        let shopper = Actor::shopper();
        let mut content = self.neighbours.by(&shopper).content()?;
        let settings = content.get_settings(proto::GetSettingsRequest {}).await?.into_inner();
        let settings = Settings {
            active_add_to_cart: settings.active_add_to_cart,
            price_basis: settings.price_basis,
            shop_name: pick(settings.shop_name.as_ref(), language),
            phone: settings.phone,
            promo_messages: settings.promo_messages.iter().map(|text| pick(Some(text), language)).collect(),
            opening_hours: pick(settings.opening_hours.as_ref(), language),
            promises: settings.promises.iter().map(|promise| shop_promise(promise, language)).collect(),
            stylesheet: settings.theme.as_ref().and_then(theme::address).unwrap_or_default(),
            logo: settings.logo.filter(|logo| !logo.url.is_empty()).map(shop_picture),
            favicon: settings.favicon.map(|favicon| favicon.url).unwrap_or_default(),
            cooldown_seconds: settings.cooldown_seconds.filter(|seconds| *seconds > 0),
        };
        Ok(Fetched { bytes: serde_json::to_vec(&settings).unwrap_or_default(), at })
    }
}

/// What holds where nobody can say.
pub fn default_settings() -> Settings {
    Settings {
        active_add_to_cart: true,
        price_basis: "ht".into(),
        shop_name: "Souk".into(),
        phone: String::new(),
        promo_messages: Vec::new(),
        opening_hours: String::new(),
        promises: Vec::new(),
        stylesheet: String::new(),
        logo: None,
        favicon: String::new(),
        cooldown_seconds: None,
    }
}

fn shop_picture(picture: proto::ShopPicture) -> ShopPicture {
    ShopPicture { url: picture.url, width: picture.width, height: picture.height }
}

fn shop_promise(promise: &proto::ShopPromise, language: Language) -> ShopPromise {
    ShopPromise {
        kind: promise.kind.clone(),
        title: pick(promise.title.as_ref(), language),
        text: pick(promise.text.as_ref(), language),
    }
}

impl ListingQuery {
    /// Reads a listing's query; all mistakes are named.
    pub fn parse(query: &str) -> Result<Self, Problem> {
        let (words, parsed) = Self::parse_with_words(query)?;
        match words {
            Some(_) => Err(unknown("q")),
            None => Ok(parsed),
        }
    }

    /// Reads a search's query: `q` and the rest.
    pub fn parse_search(query: &str) -> Result<(String, Self), Problem> {
        let (words, parsed) = Self::parse_with_words(query)?;
        Ok((check_words(words)?, parsed))
    }

    /// Counts before it looks at anything: what a caller sends costs no more than its limit.
    fn parse_with_words(query: &str) -> Result<(Option<String>, Self), Problem> {
        let mut violations = Violations::default();
        if form_urlencoded::parse(query.as_bytes()).take(limits::PARAMETERS + 1).count() > limits::PARAMETERS
        {
            return Err(too_many());
        }
        let (mut words, mut number, mut size, mut sort) = (None, None, None, None);
        let mut filters: Vec<(String, Vec<String>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "q" => words = Some(value.into_owned()),
                "page" => number = violations.check("page", "form.validation.page", value.parse()),
                "size" => size = violations.check("size", "form.validation.size", value.parse()),
                "sort" => sort = Some(value.into_owned()),
                name if is_filter(name) => add_value(&mut filters, name, value.into_owned()),
                name => violations.push(name, "form.validation.unknown", "there is no such parameter"),
            }
        }
        let sort = sort.unwrap_or_else(|| SORTS[0].into());
        if !SORTS.contains(&sort.as_str()) {
            violations.push("sort", "form.validation.sort", format!("one of {}", SORTS.join(", ")));
        }
        check_filters(&mut filters, &mut violations);
        violations.into_result("invalid_request").map_err(Problem::from)?;
        let page = page(number, size)?;
        if !page.is_within(LISTING_REACH) {
            let text = format!("a listing shows {LISTING_REACH} products: filters narrow it");
            return Err(Problem::field("page", "form.validation.page", text));
        }
        Ok((words, Self { page: page.number(), size: page.size(), sort, filters }))
    }

    /// Reads a page's address as the web app does (`vectors/listing-search.json`): what makes no sense, is no filter or is too much
    /// falls away.
    pub fn lenient(query: &str) -> (Option<String>, Self) {
        let mut seen = HashSet::new();
        // Of what is given once, the first counts.
        let mut kept: Vec<_> = form_urlencoded::parse(query.as_bytes())
            .filter(|(name, value)| seen.insert((name.clone(), is_choice(name).then(|| value.clone()))))
            .filter(|(name, value)| !value.is_empty() && makes_sense(name, value))
            .collect();
        let (mut filters, mut values) = (HashSet::new(), 0);
        kept.retain(|(name, _)| {
            if !is_choice(name) {
                return true;
            }
            let has_room = values < CHOICES && (filters.contains(name) || filters.len() < limits::FILTERS);
            if has_room {
                filters.insert(name.clone());
                values += 1;
            }
            has_room
        });
        let senseless = senseless_together(&kept);
        kept.retain(|(name, _)| !senseless.contains(&name.as_ref()));
        let clean = form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish();
        let (words, parsed) = Self::parse_with_words(&clean).unwrap_or_default();
        (words.and_then(|words| check_words(Some(words)).ok()), parsed)
    }

    /// The page and its size alone, for a list that is neither narrowed nor put in another order.
    #[must_use]
    pub fn paging(&self) -> Self {
        Self { page: self.page, size: self.size, ..Self::default() }
    }

    /// The page that it asks for.
    pub fn wanted(&self) -> Page {
        Page::new(self.page, self.size).unwrap_or_default()
    }

    /// What differs from the defaults, as the web app names it in its query keys.
    pub fn shown(&self) -> serde_json::Value {
        let mut shown = serde_json::Map::new();
        if self.page != 1 {
            shown.insert("page".into(), self.page.into());
        }
        if self.size != Page::default().size() {
            shown.insert("size".into(), self.size.into());
        }
        if self.sort != SORTS[0] {
            shown.insert("sort".into(), self.sort.clone().into());
        }
        for (name, values) in &self.filters {
            let is_price = PRICE_FILTERS.contains(&name.as_str());
            let value = if is_price { values.first().cloned().into() } else { values.clone().into() };
            shown.insert(name.clone(), value);
        }
        shown.into()
    }

    pub fn page(&self) -> u32 {
        self.page
    }

    /// What the address of another of its pages says, with the words of a search; empty where it says nothing.
    pub fn address_of(&self, page: u64, words: Option<&str>) -> String {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        let mut say = |name: &str, value: &str| {
            pairs.append_pair(name, value);
        };
        if let Some(words) = words {
            say("q", words);
        }
        if page > 1 {
            say("page", &page.to_string());
        }
        if self.size != Page::default().size() {
            say("size", &self.size.to_string());
        }
        if self.sort != SORTS[0] {
            say("sort", &self.sort);
        }
        for (name, values) in &self.filters {
            for value in values {
                say(name, value);
            }
        }
        let said = pairs.finish();
        if said.is_empty() { said } else { format!("?{said}") }
    }

    /// Whether the query narrows or reorders its scope, so that its page is not the one to index.
    pub fn is_variation(&self) -> bool {
        !self.filters.is_empty() || self.sort != SORTS[0] || self.size != Page::default().size()
    }

    fn request(&self, scope: Scope, key: String, language: String) -> proto::GetListingRequest {
        let filter = |(name, values): &(String, Vec<String>)| proto::Filter {
            name: name.clone(),
            values: values.clone(),
        };
        proto::GetListingRequest {
            scope: scope.into(),
            key,
            language,
            page: Some(PageRequest { page: self.page, size: self.size }),
            sort: self.sort.clone(),
            filters: self.filters.iter().map(filter).collect(),
        }
    }
}

impl Default for ListingQuery {
    fn default() -> Self {
        let page = Page::default();
        Self { page: page.number(), size: page.size(), sort: SORTS[0].into(), filters: Vec::new() }
    }
}

fn makes_sense(name: &str, value: &str) -> bool {
    match name {
        "q" => true,
        "page" => value.parse().is_ok_and(|number: u32| (1..=Page::LAST).contains(&number)),
        "size" => value.parse().is_ok_and(|size| Page::SIZES.contains(&size)),
        "sort" => SORTS.contains(&value),
        name if PRICE_FILTERS.contains(&name) => is_price(value),
        name => {
            let is_short = value.chars().count() <= limits::FILTER_VALUE;
            is_filter(name) && filter_key(name).chars().count() <= limits::FILTER_KEY && is_short
        }
    }
}

/// Names of what makes no sense beside the rest: a page beyond what a listing shows, a lowest price above the highest.
fn senseless_together(given: &[(Cow<'_, str>, Cow<'_, str>)]) -> Vec<&'static str> {
    let value = |wanted: &str| given.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_ref());
    let number = |name| value(name).and_then(|value| value.parse().ok());
    let asked = page(number("page"), number("size"));
    let [lowest, highest] =
        PRICE_FILTERS.map(|name| value(name).and_then(|price| price.parse::<Money>().ok()));
    let is_beyond = asked.is_ok_and(|page| !page.is_within(LISTING_REACH));
    let is_empty = lowest.zip(highest).is_some_and(|(lowest, highest)| lowest > highest);
    let [price_min, _] = PRICE_FILTERS;
    is_beyond.then_some("page").into_iter().chain(is_empty.then_some(price_min)).collect()
}

fn is_price(text: &str) -> bool {
    text.parse::<Money>().is_ok_and(|price| !price.is_negative())
}

/// The query of a request that takes `q` alone.
pub fn words_only(query: &str) -> Result<String, Problem> {
    let mut words = None;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name != "q" {
            return Err(unknown(&name));
        }
        words = Some(value.into_owned());
    }
    check_words(words)
}

/// The ids of a query that has nothing else, in one spelling: each once, in their order.
pub fn ids_only(query: &str) -> Result<Vec<ProductId>, Problem> {
    let mut ids = BTreeSet::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name != "ids" {
            return Err(unknown(&name));
        }
        for text in value.split(',') {
            ids.insert(id::<ProductId>("ids", text)?.uuid());
        }
    }
    if ids.is_empty() {
        return Err(Problem::field("ids", "form.validation.required", "one id at least is expected"));
    }
    if ids.len() > MOST_CARDS {
        let text = format!("{MOST_CARDS} ids at most");
        return Err(Problem::field("ids", "form.validation.tooMany", text));
    }
    Ok(ids.into_iter().map(ProductId::from_uuid).collect())
}

fn check_words(words: Option<String>) -> Result<String, Problem> {
    let words = words.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() || words.chars().count() > limits::WORDS {
        let text = format!("q has 1 to {} characters", limits::WORDS);
        return Err(Problem::field("q", "form.validation.words", text));
    }
    Ok(words)
}

fn too_many() -> Problem {
    Problem::field("filters", "form.validation.tooMany", too_many_values())
}

fn too_many_values() -> String {
    format!("{} filter values at most", limits::FILTER_VALUES)
}

fn unknown(name: &str) -> Problem {
    Problem::field(name, "form.validation.unknown", "there is no such parameter")
}

fn is_filter(name: &str) -> bool {
    is_choice(name) || PRICE_FILTERS.contains(&name)
}

/// Whether it names values, of which several may be chosen.
fn is_choice(name: &str) -> bool {
    FILTERS.contains(&name) || !filter_key(name).is_empty()
}

/// The attribute or feature whose values a filter names; empty where it names others.
fn filter_key(name: &str) -> &str {
    FILTER_GROUPS.iter().find_map(|group| name.strip_prefix(group)).unwrap_or_default()
}

fn add_value(filters: &mut Vec<(String, Vec<String>)>, name: &str, value: String) {
    match filters.iter_mut().find(|(earlier, _)| earlier == name) {
        Some((_, values)) => values.push(value),
        None => filters.push((name.to_owned(), vec![value])),
    }
}

/// Bounds the filters and brings them into one order.
fn check_filters(filters: &mut [(String, Vec<String>)], violations: &mut Violations) {
    if filters.iter().map(|(_, values)| values.len()).sum::<usize>() > limits::FILTER_VALUES {
        violations.push("filters", "form.validation.tooMany", too_many_values());
    }
    filters.sort();
    for (name, values) in filters {
        values.sort();
        values.dedup();
        let is_one_price = values.len() == 1 && values.iter().all(|value| is_price(value));
        if PRICE_FILTERS.contains(&name.as_str()) && !is_one_price {
            violations.push(name.clone(), "form.validation.amount", "one amount in dinars is expected");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pages_address_is_read_as_the_web_app_reads_it() {
        #[derive(Deserialize)]
        struct Case {
            is: String,
            query: String,
            read: serde_json::Value,
        }
        let cases = include_str!("../vectors/listing-search.json");
        let cases: Vec<Case> = serde_json::from_str(cases).expect("the vectors are JSON");
        for Case { is, query, read } in cases {
            let (words, parsed) = ListingQuery::lenient(&query);
            let mut shown = parsed.shown();
            if let Some(words) = words {
                shown["q"] = words.into();
            }
            assert_eq!(shown, read, "{is}");
            // What a page is made from is asked for by the app as well.
            let asked = parsed.address_of(1, None);
            ListingQuery::parse(asked.trim_start_matches('?')).expect("is no more than may be asked for");
        }
    }
}
