//! The shop's settings, and what a new shop needs before it can sell.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_proto::inventory::v1::{ListMovementsRequest, ListWarehousesRequest};
use souk_proto::orders::v1::{GetTransporterRequest, ListTransportersRequest};
use souk_views::ShopIdentity;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::catalog::shop_identity;
use crate::extract;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Transporters whose tariffs are looked at.
const LOOKED_AT: usize = 5;

/// What the shop says of itself and how it sells.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopSettings {
    /// To be sent back with an edit.
    pub version: u64,
    /// Shown in header, footer and titles.
    pub shop_name: LocalizedTexts,
    /// The number that shoppers call; may be empty.
    pub phone: String,
    /// When the phone is answered, in a sentence; may be empty.
    pub opening_hours: LocalizedTexts,
    /// When false, the order form is always open and there is no cart (specification 4).
    pub active_add_to_cart: bool,
    /// `ht` or `ttc`: what storefront and order prices are.
    pub price_basis: String,
    /// Whether a product's page says the lowest price of the 30 days before a reduction.
    pub show_lowest_price: bool,
    /// Messages of the bar above the header, in turn.
    pub promo_messages: Vec<LocalizedTexts>,
    /// What the merchant promises.
    pub promises: Vec<PromiseTexts>,
    /// Colours that differ from the specification's, `#rrggbb` by variable (`brand`, `primary`, `secondary`, `warning`,
    /// `danger`, `success`, `info`, `text`, `heading`, `grey-1`).
    pub theme: BTreeMap<String, String>,
    /// Path of the picture that stands in the header instead of the name; empty for none.
    pub logo: String,
    /// Path of the square picture of the browser's tab; empty for the app's own.
    pub favicon: String,
    /// Seconds between two orders of one shopper or one phone; 0: as the installation has it (100).
    pub cooldown_seconds: u32,
    /// Hours that an order holds its stock without being confirmed; 0: as the installation has it (72).
    pub hold_hours: u32,
    /// Who sells, on every page and on the papers of parcels.
    pub identity: ShopIdentity,
}

/// One promise of the merchant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromiseTexts {
    /// `payment`, `delivery`, `call` or `exchange`: which mark stands beside it.
    pub kind: String,
    /// In a few words; French is needed.
    pub title: LocalizedTexts,
    /// What it means; may be empty.
    pub text: LocalizedTexts,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShopSettingsChange {
    /// The version read; another one in the shop is a 409 with the present settings.
    pub version: u64,
    /// French is needed.
    #[serde(default)]
    pub shop_name: Option<LocalizedTexts>,
    /// The number that shoppers call; may be empty.
    #[serde(default)]
    pub phone: Option<String>,
    /// When the phone is answered, in a sentence.
    #[serde(default)]
    pub opening_hours: Option<LocalizedTexts>,
    /// `false`: the order form is always open and there is no cart.
    #[serde(default)]
    pub active_add_to_cart: Option<bool>,
    /// `ht` or `ttc`; every price shown follows.
    #[serde(default)]
    pub price_basis: Option<String>,
    /// Whether a product's page says the lowest price of the 30 days before a reduction.
    #[serde(default)]
    pub show_lowest_price: Option<bool>,
    /// Replaces all of them; 20 at most.
    #[serde(default)]
    pub promo_messages: Option<Vec<LocalizedTexts>>,
    /// Replaces all of them; 8 at most.
    #[serde(default)]
    pub promises: Option<Vec<PromiseTexts>>,
    /// Replaces all of them; text that can't be read on its ground (contrast below 4.5) is refused.
    #[serde(default)]
    pub theme: Option<BTreeMap<String, String>>,
    /// A JPEG, PNG or WebP picture of 2 MB at most in Base64; the path of the present one keeps that, empty takes it away.
    #[serde(default)]
    pub logo: Option<String>,
    /// As the logo; one that is not square is refused.
    #[serde(default)]
    pub favicon: Option<String>,
    /// Seconds between two orders of one shopper or one phone: 60 to 3600, or 0: as the installation has it. From the next order on.
    #[serde(default)]
    pub cooldown_seconds: Option<u32>,
    /// Hours that an order holds its stock without being confirmed: 1 to 720, or 0: as the installation has it. Orders that are
    /// there already follow.
    #[serde(default)]
    pub hold_hours: Option<u32>,
    /// Replaces all of it; each at most 300 characters.
    #[serde(default)]
    pub identity: Option<ShopIdentity>,
}

/// Which of the things are there that a shop needs before it can sell.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "a check-list is its ticks")]
pub struct Setup {
    /// A number that shoppers can call.
    pub phone: bool,
    /// A warehouse that is open.
    pub warehouse: bool,
    /// A transporter that is offered and delivers somewhere.
    pub transporter: bool,
    /// A product that shoppers see.
    pub product: bool,
    /// Goods that came into a warehouse: without them products are shown and none can be ordered.
    pub stock: bool,
    /// A block of the home page that shoppers see: the page is empty else.
    pub home: bool,
}

/// The shop's settings.
#[utoipa::path(get, path = "/dashboard/api/settings", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = ShopSettings)))]
pub async fn get_settings(State(app): State<App>, staff: Staff) -> Result<Json<ShopSettings>, Problem> {
    Ok(Json(read(&app, &staff).await?.into()))
}

/// Changes the shop's settings; pages follow within seconds.
#[utoipa::path(patch, path = "/dashboard/api/settings", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = ShopSettingsChange,
    responses((status = 200, body = ShopSettings),
        (status = 409, body = ProblemBody, description = "`current` is the present state of the settings")))]
pub async fn update_settings(
    State(app): State<App>,
    staff: Staff,
    extract::Json(change): extract::Json<ShopSettingsChange>,
) -> Result<Json<ShopSettings>, Problem> {
    let wanted = change.over(read(&app, &staff).await?)?;
    let answer = save(&app, &staff, wanted).await;
    or_current(answer, async || Ok(read(&app, &staff).await?.into())).await
}

/// What a new shop has of what it needs.
#[utoipa::path(get, path = "/dashboard/api/setup", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Setup)))]
pub async fn get_setup(State(app): State<App>, staff: Staff) -> Result<Json<Setup>, Problem> {
    let calls = || app.neighbours.by(&staff.actor);
    let mut warehouses = calls().warehouses()?;
    let mut products = calls().products()?;
    let shown = proto::ListProductsRequest {
        active: Some(true),
        language: "fr".to_owned(),
        page: Some(PageRequest { page: 1, size: 12 }),
        ..proto::ListProductsRequest::default()
    };
    let mut stock = calls().stock()?;
    let came_in = ListMovementsRequest {
        page: Some(PageRequest { page: 1, size: 12 }),
        ..ListMovementsRequest::default()
    };
    let mut content = calls().content()?;
    let (settings, warehouses, transporter, products, movements, blocks) = tokio::try_join!(
        read(&app, &staff),
        async {
            Ok::<_, Problem>(
                warehouses.list_warehouses(ListWarehousesRequest {}).await?.into_inner().warehouses,
            )
        },
        delivers(&app, &staff),
        async { Ok::<_, Problem>(products.list_products(shown).await?.into_inner().products) },
        async { Ok::<_, Problem>(stock.list_movements(came_in).await?.into_inner().movements) },
        async {
            let asked = proto::ListHomeBlocksRequest {};
            Ok::<_, Problem>(content.list_home_blocks(asked).await?.into_inner().blocks)
        },
    )?;
    Ok(Json(Setup {
        phone: !settings.phone.is_empty(),
        warehouse: warehouses.iter().any(|warehouse| warehouse.active),
        transporter,
        product: !products.is_empty(),
        stock: !movements.is_empty(),
        home: blocks.iter().any(|block| block.active),
    }))
}

/// Whether one of the transporters that are offered has a tariff. Looks at the first ones: a shop that has many sells already.
async fn delivers(app: &App, staff: &Staff) -> Result<bool, Problem> {
    let mut transporters = app.neighbours.by(&staff.actor).transporters()?;
    let all = transporters.list_transporters(ListTransportersRequest {}).await?.into_inner().transporters;
    for transporter in all.into_iter().filter(|transporter| transporter.active).take(LOOKED_AT) {
        let request = GetTransporterRequest { id: transporter.id };
        if !transporters.get_transporter(request).await?.into_inner().tariffs.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl ShopSettingsChange {
    /// What is saved: of a newer version than the one that was read, catalog refuses it.
    fn over(self, read: proto::Settings) -> Result<proto::Settings, Problem> {
        let texts = |texts: Option<LocalizedTexts>, read| texts.map(LocalizedText::from).or(read);
        let messages = |all: Vec<LocalizedTexts>| all.into_iter().map(LocalizedText::from).collect();
        let promises = |all: Vec<PromiseTexts>| all.into_iter().map(proto::ShopPromise::from).collect();
        Ok(proto::Settings {
            version: self.version,
            active_add_to_cart: self.active_add_to_cart.unwrap_or(read.active_add_to_cart),
            price_basis: self.price_basis.unwrap_or(read.price_basis),
            shop_name: texts(self.shop_name, read.shop_name),
            phone: self.phone.unwrap_or(read.phone),
            promo_messages: self.promo_messages.map_or(read.promo_messages, messages),
            opening_hours: texts(self.opening_hours, read.opening_hours),
            promises: self.promises.map_or(read.promises, promises),
            show_lowest_price: self.show_lowest_price.or(read.show_lowest_price),
            theme: self.theme.map(theme).or(read.theme),
            logo: self.logo.map(|given| wanted("logo", given)).transpose()?,
            favicon: self.favicon.map(|given| wanted("favicon", given)).transpose()?,
            cooldown_seconds: self.cooldown_seconds.or(read.cooldown_seconds),
            hold_hours: self.hold_hours.or(read.hold_hours),
            identity: self.identity.map(identity).or(read.identity),
            icons: Vec::new(),
        })
    }
}

async fn save(app: &App, staff: &Staff, settings: proto::Settings) -> Result<ShopSettings, Problem> {
    let request = proto::UpdateSettingsRequest { settings: Some(settings) };
    let saved = app.neighbours.by(&staff.actor).content()?.update_settings(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok(saved.into())
}

async fn read(app: &App, staff: &Staff) -> Result<proto::Settings, Problem> {
    let mut content = app.neighbours.by(&staff.actor).content()?;
    Ok(content.get_settings(proto::GetSettingsRequest {}).await?.into_inner())
}

impl From<proto::Settings> for ShopSettings {
    fn from(settings: proto::Settings) -> Self {
        let colors = settings.theme.unwrap_or_default().colors;
        Self {
            version: settings.version,
            shop_name: settings.shop_name.unwrap_or_default().into(),
            phone: settings.phone,
            opening_hours: settings.opening_hours.unwrap_or_default().into(),
            active_add_to_cart: settings.active_add_to_cart,
            price_basis: settings.price_basis,
            show_lowest_price: settings.show_lowest_price.unwrap_or_default(),
            promo_messages: settings.promo_messages.into_iter().map(LocalizedTexts::from).collect(),
            promises: settings.promises.into_iter().map(PromiseTexts::from).collect(),
            theme: colors
                .into_iter()
                .map(|proto::ThemeColor { variable, color }| (variable, color))
                .collect(),
            logo: settings.logo.unwrap_or_default().url,
            favicon: settings.favicon.unwrap_or_default().url,
            cooldown_seconds: settings.cooldown_seconds.unwrap_or_default(),
            hold_hours: settings.hold_hours.unwrap_or_default(),
            identity: shop_identity(settings.identity.unwrap_or_default()),
        }
    }
}

fn wanted(field: &str, given: String) -> Result<proto::ShopPicture, Problem> {
    let (content, url) = picture(field, given)?;
    Ok(proto::ShopPicture { content, url, ..Default::default() })
}

fn identity(given: ShopIdentity) -> proto::ShopIdentity {
    let ShopIdentity { name, address, email, rc, nif, nis, ai } = given;
    proto::ShopIdentity { name, address, email, rc, nif, nis, ai }
}

fn theme(colors: BTreeMap<String, String>) -> proto::Theme {
    let color = |(variable, color)| proto::ThemeColor { variable, color };
    proto::Theme { colors: colors.into_iter().map(color).collect() }
}

impl From<proto::ShopPromise> for PromiseTexts {
    fn from(promise: proto::ShopPromise) -> Self {
        Self {
            kind: promise.kind,
            title: promise.title.unwrap_or_default().into(),
            text: promise.text.unwrap_or_default().into(),
        }
    }
}

impl From<PromiseTexts> for proto::ShopPromise {
    fn from(promise: PromiseTexts) -> Self {
        Self { kind: promise.kind, title: Some(promise.title.into()), text: Some(promise.text.into()) }
    }
}
