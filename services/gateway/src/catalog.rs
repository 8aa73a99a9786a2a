//! What the storefront reads of the catalogue: which call answers which path, and the kept copies in front of it.

use std::sync::Arc;

use serde::Deserialize;
use souk_kernel::{BrandId, CategoryId, Language, Page, ProductId, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Failure};
use souk_views::{Draft, DraftThing, Settings, ShopIdentity, ShopPicture, ShopPromise};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::draft_links::{self, DraftLink};
use crate::listing_query::ListingQuery;
use crate::neighbours::Neighbours;
use crate::problem::Problem;
use crate::reads::{Copy, Fetched, Reads};
use crate::text::pick;
use crate::theme;

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
        Ok(Fetched::new(json, at))
    }

    /// What a link leads to, as it is now: it is not kept.
    pub async fn draft(&self, link: DraftLink, language: Language) -> Result<Draft, Problem> {
        let actor = Actor::system("souk-gateway");
        let calls = self.neighbours.by(&actor);
        let request = proto::GetDraftRequest { id: link.id.to_string(), language: language.to_string() };
        let told = match link.kind {
            draft_links::Kind::CmsPage => calls.published_pages()?.get_draft_cms_page(request).await?,
            draft_links::Kind::BlogPost => calls.published_blog()?.get_draft_blog_post(request).await?,
            draft_links::Kind::Product => calls.product_pages()?.get_draft_product(request).await?,
        };
        let proto::Draft { json, link: path, shown } = told.into_inner();
        let thing = match link.kind {
            draft_links::Kind::CmsPage => serde_json::from_slice(&json).map(DraftThing::Page),
            draft_links::Kind::BlogPost => serde_json::from_slice(&json).map(DraftThing::Post),
            draft_links::Kind::Product => serde_json::from_slice(&json).map(DraftThing::Product),
        };
        let thing = thing.map_err(Failure::internal)?;
        Ok(Draft { link: path, is_shown: shown, ends_at: rfc3339(link.ends_at), thing })
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
            icons: settings.icons.into_iter().map(shop_picture).collect(),
            cooldown_seconds: settings.cooldown_seconds.filter(|seconds| *seconds > 0),
            identity: settings.identity.map(shop_identity).filter(|told| *told != ShopIdentity::default()),
        };
        Ok(Fetched::new(serde_json::to_vec(&settings).unwrap_or_default(), at))
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
        icons: Vec::new(),
        cooldown_seconds: None,
        identity: None,
    }
}

/// Who sells, as shoppers and staff read it.
pub fn shop_identity(identity: proto::ShopIdentity) -> ShopIdentity {
    let proto::ShopIdentity { name, address, email, rc, nif, nis, ai } = identity;
    ShopIdentity { name, address, email, rc, nif, nis, ai }
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
