//! What each page shows before the app takes over: its head, a readable body and the data that the app would ask for.

use serde_json::{Value, json};
use souk_kernel::{Language, Money};
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_views::{CategoryTile, Dinars, Home, HomeBlock, ImageSize, Listing, ProductCard, ProductPage};

use super::document::{Head, Picture};
use super::html::Html;
use super::money::price;
use super::route::localized;
use crate::catalog::ListingQuery;

/// Cards whose picture is loaded at once.
const EAGER_CARDS: usize = 4;
/// Longest description of a page, in characters.
const DESCRIPTION: usize = 160;
const LARGE: &str = "PRODUCT_PAGE_LARGE";

/// A page's own part.
#[derive(Debug, Default)]
pub struct Content {
    pub head: Head,
    pub body: Html,
}

/// The home page.
pub fn home(home: &Home, shop_name: &str, language: Language) -> Content {
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    if !matches!(home.blocks.first(), Some(HomeBlock::Banner(_))) {
        body.open("h1", &[("class", "visually-hidden")]).text(shop_name).raw("</h1>");
    }
    for (index, block) in home.blocks.iter().enumerate() {
        write_block(&mut body, block, index == 0, language);
    }
    body.raw("</main>");
    let first = home.blocks.iter().find_map(|block| match block {
        HomeBlock::Banner(banner) => Some(banner),
        _ => None,
    });
    let head = Head {
        title: shop_name.to_owned(),
        description: first.map(|banner| shortened(&banner.text)).unwrap_or_default(),
        canonical: Some("/".into()),
        indexed: true,
        image: first.and_then(|banner| banner.image.as_ref()).map(single),
        kind: "website",
        data: vec![json!({ "@context": "https://schema.org", "@type": "Organization", "name": shop_name })],
    };
    Content { head, body }
}

fn write_block(body: &mut Html, block: &HomeBlock, is_first: bool, language: Language) {
    match block {
        HomeBlock::Banner(banner) => {
            body.open("section", &[("class", if is_first { "hero" } else { "section deal" })]);
            if let Some(image) = &banner.image {
                write_image(body, image, "", is_first);
            }
            body.open("div", &[("class", if is_first { "hero-txt" } else { "t" })]);
            body.element(if is_first { "h1" } else { "h2" }, &banner.title).element("p", &banner.text);
            write_link(body, &localized(language, &banner.link), "btn btn-primary", &banner.button);
            body.raw("</div></section>");
        }
        HomeBlock::ProductsCarousel(block) | HomeBlock::ProductsGrid(block) => {
            body.raw("<section class=\"section\">").element("h2", &block.public_title);
            write_cards(body, &block.products, language, 0);
            body.raw("</section>");
        }
        HomeBlock::CategoriesCarousel(block) => {
            body.raw("<section class=\"section\">").element("h2", &block.public_title).raw("<ul>");
            for tile in &block.categories {
                body.raw("<li>");
                write_link(body, &category_path(&tile.slug, language), "", &tile.name);
                body.raw("</li>");
            }
            body.raw("</ul></section>");
        }
        HomeBlock::BrandsCarousel(block) => {
            body.raw("<section class=\"section\">").element("h2", &block.public_title).raw("<ul>");
            for tile in &block.brands {
                let path = localized(language, &format!("/catalog/brands/{}", tile.brand.slug));
                body.raw("<li>");
                write_link(body, &path, "", &tile.brand.name);
                body.raw("</li>");
            }
            body.raw("</ul></section>");
        }
    }
}

/// A listing's page.
pub fn listing(
    listing: &Listing,
    path: &str,
    query: &ListingQuery,
    fallback_title: &str,
    language: Language,
) -> Content {
    let title = if listing.title.is_empty() { fallback_title } else { &listing.title };
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    write_breadcrumb(&mut body, &listing.breadcrumb, language);
    body.element("h1", title);
    write_cards(&mut body, &listing.products, language, EAGER_CARDS);
    body.raw("</main>");
    let canonical = if query.page() > 1 { format!("{path}?page={}", query.page()) } else { path.to_owned() };
    let first = listing.products.first();
    let head = Head {
        title: title.to_owned(),
        description: shortened(&listing.description),
        canonical: Some(canonical),
        indexed: !query.is_variation(),
        image: first.and_then(|card| card.grid_display_images_for_web.thumb.as_ref()).map(single),
        kind: "website",
        data: vec![item_list(&listing.products), breadcrumb_data(&listing.breadcrumb)],
    };
    Content { head, body }
}

/// A product's page.
pub fn product(page: &ProductPage, path: &str, public_url: &str, language: Language) -> Content {
    let combination = page.combinations.iter().find(|one| one.is_default).or(page.combinations.first());
    let (now, before) = match combination {
        Some(one) => shown(one.price_ht, one.price_after_promotion),
        None => shown(page.price_ht, page.product_price_after_promotion),
    };
    let image = page.images.first().and_then(|image| {
        let sizes = &image.images_ids_and_sizes;
        sizes.iter().find(|size| size.name == LARGE).or(sizes.last()).map(|size| (size, image.alt.as_str()))
    });
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    write_breadcrumb(&mut body, &page.breadcrumb, language);
    body.raw("<div class=\"product\"><div class=\"gallery\">");
    if let Some((size, alt)) = image {
        write_image(&mut body, size, alt, true);
    }
    body.raw("</div><div class=\"buy-box\">").element("h1", &page.name);
    write_price(&mut body, now, before, language);
    body.element("p", &page.short_description).raw("</div></div></main>");
    let description =
        if page.seo_description.is_empty() { &page.short_description } else { &page.seo_description };
    let title = if page.seo_title.is_empty() { &page.name } else { &page.seo_title };
    let head = Head {
        title: title.clone(),
        description: shortened(description),
        canonical: Some(path.to_owned()),
        indexed: true,
        image: page.images.first().map(|image| responsive(&image.images_ids_and_sizes)),
        kind: "product",
        data: vec![
            product_data(page, now, image.map(|(size, _)| size), public_url, path),
            breadcrumb_data(&page.breadcrumb),
        ],
    };
    Content { head, body }
}

/// A page that the app fills alone.
pub fn personal() -> Content {
    Content { head: Head { kind: "website", ..Head::default() }, body: Html::new() }
}

/// What a wrong address shows.
pub fn missing(language: Language) -> Content {
    let text = match language {
        Language::Fr => "Page introuvable",
        Language::Ar => "الصفحة غير موجودة",
        Language::En => "Page not found",
    };
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">").element("h1", text).raw("</main>");
    Content { head: Head { title: text.into(), kind: "website", ..Head::default() }, body }
}

/// Title of a listing that has no name of its own.
pub fn listing_title(scope: Scope, language: Language) -> &'static str {
    match (scope, language) {
        (Scope::New, Language::Fr) => "Nouveautés",
        (Scope::New, Language::Ar) => "جديدنا",
        (Scope::New, Language::En) => "New",
        (Scope::Featured, Language::Fr) => "Sélection",
        (Scope::Featured, Language::Ar) => "مختارات",
        (Scope::Featured, Language::En) => "Featured",
        (_, Language::Fr) => "Recherche",
        (_, Language::Ar) => "بحث",
        (_, Language::En) => "Search",
    }
}

fn write_cards(body: &mut Html, cards: &[ProductCard], language: Language, eager: usize) {
    body.raw("<div class=\"grid\">");
    for (index, card) in cards.iter().enumerate() {
        body.raw("<article class=\"card\"><div class=\"picture\">");
        if let Some(thumb) = &card.grid_display_images_for_web.thumb {
            write_image(body, thumb, "", index < eager);
        }
        body.raw("</div><div class=\"card-text\">");
        if let Some(brand) = &card.brand_read {
            body.open("span", &[("class", "brand"), ("lang", "fr")]).text(&brand.name).raw("</span>");
        }
        write_link(body, &product_path(card, language), "name", &card.name);
        let (now, before) = shown(card.price_ht, card.product_price_after_promotion);
        write_price(body, now, before, language);
        body.raw("</div></article>");
    }
    body.raw("</div>");
}

fn write_price(body: &mut Html, now: Money, before: Option<Money>, language: Language) {
    body.raw("<p class=\"price\">");
    match before {
        Some(before) => {
            body.raw("<span class=\"reduced\">").element("bdi", &price(now, language)).raw("</span> ");
            body.raw("<s>").element("bdi", &price(before, language)).raw("</s>");
        }
        None => {
            body.element("bdi", &price(now, language));
        }
    }
    body.raw("</p>");
}

fn write_image(body: &mut Html, image: &ImageSize, alt: &str, is_eager: bool) {
    let (width, height) = (image.width.to_string(), image.height.to_string());
    let mut attributes =
        vec![("src", image.display_url.as_str()), ("width", &width), ("height", &height), ("alt", alt)];
    attributes.push(("decoding", "async"));
    attributes.push(if is_eager { ("fetchpriority", "high") } else { ("loading", "lazy") });
    body.void("img", &attributes);
}

fn write_link(body: &mut Html, href: &str, class: &str, text: &str) {
    if !text.is_empty() {
        body.open("a", &[("class", class), ("href", href)]).text(text).raw("</a>");
    }
}

fn write_breadcrumb(body: &mut Html, categories: &[CategoryTile], language: Language) {
    if categories.is_empty() {
        return;
    }
    body.raw("<nav class=\"breadcrumbs\"><ol>");
    for category in categories {
        body.raw("<li>");
        write_link(body, &category_path(&category.slug, language), "", &category.name);
        body.raw("</li>");
    }
    body.raw("</ol></nav>");
}

fn category_path(slug: &str, language: Language) -> String {
    localized(language, &format!("/catalog/category/{slug}"))
}

fn product_path(card: &ProductCard, language: Language) -> String {
    let category = card.main_category_read.as_ref().map_or("produits", |category| category.slug.as_str());
    localized(language, &format!("/catalog/product/{category}/{}", card.slug))
}

/// What is charged, and the price before a promotion that lowers it.
fn shown(Dinars(base): Dinars, promoted: Option<Dinars>) -> (Money, Option<Money>) {
    let now = promoted.map_or(base, |Dinars(price)| price);
    (now, (now < base).then_some(base))
}

fn single(image: &ImageSize) -> Picture {
    Picture { url: image.display_url.clone(), sources: String::new(), sizes: "" }
}

fn responsive(sizes: &[ImageSize]) -> Picture {
    let sources: Vec<String> =
        sizes.iter().map(|size| format!("{} {}w", size.display_url, size.width)).collect();
    let largest = sizes.iter().max_by_key(|size| size.width);
    Picture {
        url: largest.map(|size| size.display_url.clone()).unwrap_or_default(),
        sources: sources.join(", "),
        sizes: "(min-width: 900px) 50vw, 100vw",
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    format!("{}…", cut.trim_end())
}

fn item_list(cards: &[ProductCard]) -> Value {
    let items: Vec<Value> = cards
        .iter()
        .enumerate()
        .map(|(index, card)| {
            let url = product_path(card, Language::default());
            json!({ "@type": "ListItem", "position": index + 1, "name": card.name, "url": url })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "ItemList", "itemListElement": items })
}

fn breadcrumb_data(categories: &[CategoryTile]) -> Value {
    let items: Vec<Value> = categories
        .iter()
        .enumerate()
        .map(|(index, category)| {
            let url = category_path(&category.slug, Language::default());
            json!({ "@type": "ListItem", "position": index + 1, "name": category.name, "item": url })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items })
}

fn product_data(
    page: &ProductPage,
    now: Money,
    image: Option<&ImageSize>,
    public_url: &str,
    path: &str,
) -> Value {
    let availability = if page.available { "InStock" } else { "OutOfStock" };
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": page.name,
        "description": page.short_description,
        "image": image.map(|image| format!("{public_url}{}", image.display_url)),
        "brand": page.brand_read.as_ref().map(|brand| json!({ "@type": "Brand", "name": brand.name })),
        "offers": {
            "@type": "Offer",
            "price": now.to_string(),
            "priceCurrency": "DZD",
            "availability": format!("https://schema.org/{availability}"),
            "url": format!("{public_url}{path}"),
        },
    })
}
