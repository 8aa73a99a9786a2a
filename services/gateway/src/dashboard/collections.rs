//! Collections, as staff list and edit them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money, Page};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Failure;
use souk_views::{Dinars, RulePreview};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use super::cms_pages::CmsPageState;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Locale, Query, id, page, words};
use crate::pages::collection_path;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use crate::text::pick;

/// In which order collections are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CollectionSort {
    /// By position, then French name.
    #[default]
    Default,
    /// By French name.
    Name,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CollectionsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the name in any language, or of the address.
    q: Option<String>,
    /// `active` or `draft`.
    #[param(inline)]
    state: Option<CmsPageState>,
    /// `default` (by position, then French name), `name`.
    #[param(inline)]
    sort: Option<CollectionSort>,
}

/// A page of the collections.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionList {
    /// The rows of the page.
    pub collections: Vec<CollectionRow>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A collection in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionRow {
    /// Id.
    pub id: String,
    /// What it is called.
    pub name: LocalizedTexts,
    /// Its page in the shop.
    pub link: String,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// A draft is seen by nobody outside.
    pub is_active: bool,
    /// Lower comes first; equal ones by French name.
    pub position: u32,
    /// Whether its products are those of a rule.
    pub is_ruled: bool,
    /// How many products were picked by hand; 0 with a rule.
    pub picked: u32,
}

/// A collection as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// What it is called.
    pub name: LocalizedTexts,
    /// Last part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// A draft is seen by nobody outside.
    pub is_active: bool,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// Said over its listing.
    pub about: LocalizedTexts,
    /// What search engines show of its listing; empty: its name.
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; empty: what is said over its listing.
    pub seo_description: LocalizedTexts,
    /// Lower comes first; equal ones by French name.
    pub position: u32,
    /// What its products have in common; null where they were picked by hand.
    pub rule: Option<CollectionRule>,
    /// The products that were picked by hand, in order; none with a rule.
    pub products: Vec<PickedProduct>,
}

/// A product that was picked for a collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickedProduct {
    /// Id.
    pub id: String,
    /// In the answer's language.
    pub name: String,
    /// Whether shoppers see it.
    pub is_active: bool,
}

/// What products have in common: all conditions that are set; of the things that one names, one is enough.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CollectionRule {
    /// Ids of categories, with what is below them; 50 at most, as of brands and tags. Empty: whichever.
    pub categories: Vec<String>,
    /// Ids of brands. Empty: whichever.
    pub brands: Vec<String>,
    /// Tags of 100 characters at most, however they are written. Empty: whichever.
    pub tags: Vec<String>,
    /// Lowest price as shoppers see it; null for none.
    pub price_from: Option<Dinars>,
    /// Highest price as shoppers see it; null for none.
    pub price_to: Option<Dinars>,
    /// Made within so many days, to the hour; 3,650 at most, 0: whenever.
    pub new_within_days: u32,
    /// Whether only what is featured fits.
    pub is_featured: bool,
    /// Whether only what a promotion in force makes cheaper fits.
    pub is_on_promotion: bool,
}

/// A collection as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CollectionWanted {
    /// The version read, 0 for a collection that is made; another one in the shop is a 409 with the present collection.
    pub version: u64,
    /// 300 characters at most, French at least.
    pub name: LocalizedTexts,
    /// Last part of its address; made from the French name where it is left out. A former one leads to the new one.
    #[serde(default)]
    pub slug: String,
    /// Whether shoppers see it.
    pub is_active: bool,
    /// A JPEG, PNG or WebP picture in Base64; the path of its present picture keeps that, empty takes it away.
    #[serde(default)]
    pub picture: String,
    /// Said over its listing; 2,000 characters at most.
    #[serde(default)]
    pub about: LocalizedTexts,
    /// What search engines show of its listing; 300 characters at most.
    #[serde(default)]
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; 2,000 characters at most.
    #[serde(default)]
    pub seo_description: LocalizedTexts,
    /// Lower comes first; 1,000,000 at most.
    pub position: u32,
    /// What its products have in common, one condition at least; without it they are picked by hand.
    #[serde(default)]
    pub rule: Option<CollectionRule>,
    /// Ids of the products that are picked, each once, in order; 500 at most, none with a rule.
    #[serde(default)]
    pub products: Vec<String>,
}

/// A rule that is not saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleWanted {
    /// One condition at least.
    pub rule: CollectionRule,
}

/// The collections, drafts too.
#[utoipa::path(get, path = "/dashboard/api/collections", tag = "dashboard", security(("staff" = [])),
    params(CollectionsQuery), responses((status = 200, body = CollectionList)))]
pub async fn list_collections(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<CollectionsQuery>,
) -> Result<Json<CollectionList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListCollectionsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        state: query.state.map(<&str>::from).unwrap_or_default().to_owned(),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let mut collections = app.neighbours.by(&staff.actor).collections()?;
    Ok(Json(CollectionList::new(collections.list_collections(request).await?.into_inner(), page)))
}

/// What a rule would list now: how many products, and the first of them.
#[utoipa::path(post, path = "/dashboard/api/collections/preview", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = RuleWanted,
    responses((status = 200, body = RulePreview)))]
pub async fn preview_rule(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    extract::Json(body): extract::Json<RuleWanted>,
) -> Result<Json<RulePreview>, Problem> {
    let request =
        proto::GetRulePreviewRequest { rule: Some(body.rule.into()), language: language.to_string() };
    let answer = app.neighbours.by(&staff.actor).listings()?.get_rule_preview(request).await?.into_inner();
    let preview = serde_json::from_slice(&answer.json).map_err(Failure::internal)?;
    Ok(Json(preview))
}

/// One collection.
#[utoipa::path(get, path = "/dashboard/api/collections/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The collection's id")),
    responses((status = 200, body = CollectionDetail)))]
pub async fn get_collection(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(collection): Path<String>,
) -> Result<Json<CollectionDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &collection)?, language).await?))
}

/// Makes a collection or changes one; shoppers see it at once. The id of a new one is chosen by the caller, a UUID: the same
/// again makes no second collection.
#[utoipa::path(put, path = "/dashboard/api/collections/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The collection's id")),
    request_body = CollectionWanted, responses((status = 200, body = CollectionDetail),
        (status = 409, body = ProblemBody,
            description = "`current` is the present collection; `catalog.taken`: another collection has the slug")))]
pub async fn save_collection(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(collection): Path<String>,
    extract::Json(body): extract::Json<CollectionWanted>,
) -> Result<Json<CollectionDetail>, Problem> {
    let collection = id::<Uuid>("id", &collection)?;
    let request = proto::SaveCollectionRequest { collection: Some(body.message(collection)?) };
    let saved = app.neighbours.by(&staff.actor).collections()?.save_collection(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer =
        saved.map(|saved| CollectionDetail::new(saved.into_inner(), language)).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, collection, language).await).await
}

/// Takes a collection away that nothing names.
#[utoipa::path(delete, path = "/dashboard/api/collections/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The collection's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.collection_in_use`: `facts` count the `items` of menus and home `blocks` that name it")))]
pub async fn delete_collection(
    State(app): State<App>,
    staff: Staff,
    Path(collection): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteCollectionRequest { id: id::<Uuid>("id", &collection)?.to_string() };
    app.neighbours.by(&staff.actor).collections()?.delete_collection(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

impl CollectionList {
    fn new(listed: proto::ListCollectionsResponse, page: Page) -> Self {
        Self {
            collections: listed.collections.into_iter().map(CollectionRow::from).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::Collection> for CollectionRow {
    fn from(collection: proto::Collection) -> Self {
        Self {
            link: collection_path(&collection.slug),
            id: collection.id,
            name: collection.name.unwrap_or_default().into(),
            picture: collection.picture_url,
            is_active: collection.active,
            position: collection.position,
            is_ruled: collection.rule.is_some(),
            picked: collection.picked,
        }
    }
}

impl CollectionDetail {
    fn new(collection: proto::Collection, language: Language) -> Self {
        let product = |product: proto::PickedProduct| PickedProduct {
            id: product.id,
            name: pick(product.name.as_ref(), language),
            is_active: product.active,
        };
        Self {
            id: collection.id,
            version: collection.version,
            name: collection.name.unwrap_or_default().into(),
            link: collection_path(&collection.slug),
            slug: collection.slug,
            is_active: collection.active,
            picture: collection.picture_url,
            about: collection.about.unwrap_or_default().into(),
            seo_title: collection.seo_title.unwrap_or_default().into(),
            seo_description: collection.seo_description.unwrap_or_default().into(),
            position: collection.position,
            rule: collection.rule.map(CollectionRule::from),
            products: collection.products.into_iter().map(product).collect(),
        }
    }
}

impl From<proto::CollectionRule> for CollectionRule {
    fn from(rule: proto::CollectionRule) -> Self {
        let dinars = |centimes| Dinars(Money::from_centimes(centimes));
        Self {
            categories: rule.category_ids,
            brands: rule.brand_ids,
            tags: rule.tags,
            price_from: rule.price_from.map(dinars),
            price_to: rule.price_to.map(dinars),
            new_within_days: rule.new_within_days,
            is_featured: rule.featured,
            is_on_promotion: rule.on_promotion,
        }
    }
}

impl From<CollectionRule> for proto::CollectionRule {
    fn from(rule: CollectionRule) -> Self {
        Self {
            category_ids: rule.categories,
            brand_ids: rule.brands,
            tags: rule.tags,
            price_from: rule.price_from.map(|price| price.0.centimes()),
            price_to: rule.price_to.map(|price| price.0.centimes()),
            new_within_days: rule.new_within_days,
            featured: rule.is_featured,
            on_promotion: rule.is_on_promotion,
        }
    }
}

impl CollectionWanted {
    fn message(self, collection: Uuid) -> Result<proto::Collection, Problem> {
        let (picture, picture_url) = picture("picture", self.picture)?;
        let product = |id| proto::PickedProduct { id, ..Default::default() };
        Ok(proto::Collection {
            id: collection.to_string(),
            version: self.version,
            name: Some(self.name.into()),
            slug: self.slug,
            active: self.is_active,
            picture,
            picture_url,
            about: Some(self.about.into()),
            seo_title: Some(self.seo_title.into()),
            seo_description: Some(self.seo_description.into()),
            position: self.position,
            rule: self.rule.map(Into::into),
            products: self.products.into_iter().map(product).collect(),
            ..Default::default()
        })
    }
}

async fn read(
    app: &App,
    staff: &Staff,
    collection: Uuid,
    language: Language,
) -> Result<CollectionDetail, Problem> {
    let request = proto::GetCollectionRequest { id: collection.to_string() };
    let mut collections = app.neighbours.by(&staff.actor).collections()?;
    Ok(CollectionDetail::new(collections.get_collection(request).await?.into_inner(), language))
}
