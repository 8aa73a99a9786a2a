//! Ordering a product where no script runs: a form of plain HTML in steps, what and where to first, then who and how. It places the
//! order as the app's checkout does, with the rules of every change: the visitor's cookie, the anti-forgery token that belongs to it,
//! the page's own origin, and a key, so that what is sent twice is ordered once.

mod form;
mod page;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use souk_kernel::{CommuneCode, Language, Money, VisitorId, WilayaCode};
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Failure, Kind};
use souk_views::ProductPage;

use self::form::Given;
use self::page::{Form, SEND_PATH, Told, instead, placed};
use super::checkout::{Shopper, place};
use super::session::{cookie, returning};
use crate::catalog::Read;
use crate::extract::{Asked, require_same_origin};
use crate::headers::unlisted;
use crate::limits::ClientAddress;
use crate::pages::html::{HTML, Html};
use crate::pages::words::{self, Word};
use crate::pages::{ORDER_FORM_PATH, Plain, closed_page, holds_for, localized};
use crate::problem::Problem;
use crate::state::App;

pub fn routes() -> Router<App> {
    let steps = Language::ALL.into_iter().fold(Router::new(), |routes, language| {
        let step = async move |State(app): State<App>, jar: CookieJar, Asked(parts): Asked| {
            show(&app, language, jar, &parts).await
        };
        routes.route(&localized(language, ORDER_FORM_PATH), get(step))
    });
    steps.route(SEND_PATH, post(send))
}

/// Whoever looks at the form.
#[derive(Clone, Copy)]
struct Looker<'a> {
    app: &'a App,
    language: Language,
    address: ClientAddress,
    visitor: VisitorId,
}

/// A step of the form.
async fn show(app: &App, language: Language, jar: CookieJar, parts: &Parts) -> Response {
    if let Some(closure) = holds_for(app, parts).await {
        return closed_page(app, &closure, parts.uri.path()).await;
    }
    let given = Given::read(parts.uri.query().unwrap_or_default().as_bytes());
    let visitor = returning(app, &jar).unwrap_or_else(|| VisitorId::new(app.clock.as_ref()));
    let looker = Looker { app, language, address: ClientAddress::found(&parts.extensions), visitor };
    let (status, html) = looker.step(&given, StatusCode::OK, Told::default()).await;
    looker.answer(jar, status, html).await
}

/// What was sent: the order, or the form again with what is wrong.
async fn send(
    State(app): State<App>,
    jar: CookieJar,
    address: ClientAddress,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let given = Given::read(&body);
    let known = returning(&app, &jar).filter(|visitor| app.visitors.is_csrf(*visitor, &given.csrf));
    let visitor = known.unwrap_or_else(|| VisitorId::new(app.clock.as_ref()));
    let looker = Looker { app: &app, language: given.language(), address, visitor };
    let is_ours = known.is_some() && require_same_origin(&headers).is_ok();
    let (status, html) = if is_ours {
        looker.order(&given).await
    } else {
        let told = Told { notice: Some(words::ORDER_STALE), wrong: Vec::new() };
        looker.step(&given, StatusCode::FORBIDDEN, told).await
    };
    looker.answer(jar, status, html).await
}

impl Looker<'_> {
    async fn order(self, given: &Given) -> (StatusCode, Html) {
        let ordered = async {
            self.app.limits.change(self.visitor, self.address)?;
            let goods = self.goods(given).await?;
            let Self { visitor, language, address, .. } = self;
            place(self.app, Shopper { visitor, language, address }, given.key(), &given.body(&goods.id)).await
        };
        match ordered.await {
            Ok(order) => {
                let total = Money::from_centimes(order.total);
                (StatusCode::OK, placed(&order.order_number, total, self.language))
            }
            Err(problem) => {
                let wrong = problem.fields().map(str::to_owned).collect();
                let told = Told { notice: Some(notice(&problem)), wrong };
                self.step(given, problem.status(), told).await
            }
        }
    }

    /// The form as far as it is filled in; what there is instead where there is none.
    async fn step(self, given: &Given, status: StatusCode, told: Told) -> (StatusCode, Html) {
        match self.form(given, told).await {
            Ok(html) => (status, html),
            Err(problem) => {
                let word =
                    if problem.kind() == Kind::NotFound { words::NOT_FOUND } else { words::ORDER_FAILED };
                let phone = self.app.catalog.settings(self.language).await.phone;
                (problem.status(), instead(word, &phone, self.language))
            }
        }
    }

    async fn form(self, given: &Given, told: Told) -> Result<Html, Problem> {
        let goods = self.goods(given).await?;
        let offered = || goods.combinations.iter().filter(|one| one.available);
        let combination = offered().find(|one| one.id == given.combination);
        let combination =
            combination.or_else(|| offered().find(|one| one.is_default)).or_else(|| offered().next());
        let is_orderable =
            if goods.combinations.is_empty() { goods.available } else { combination.is_some() };
        // What is chosen of a flexible pack is chosen by the app.
        if !is_orderable || goods.available_from.is_some() || goods.pack_mode == "flexible" {
            return Ok(instead(
                words::ORDER_SOLD_OUT,
                &self.app.catalog.settings(self.language).await.phone,
                self.language,
            ));
        }
        self.app.limits.miss(self.address)?;
        let wilayas = self.wilayas().await?;
        let communes = self.communes(given).await?;
        let given = settled(given, &communes);
        let offers = self.offers(&given).await?;
        let key = given.key().unwrap_or_else(|| self.app.clock.uuid().to_string());
        let form = Form {
            language: self.language,
            given: &given,
            goods: &goods,
            combination,
            wilayas: &wilayas,
            communes: &communes,
            offers: &offers,
            told,
            csrf: self.app.visitors.csrf(self.visitor),
            key,
        };
        Ok(form.write())
    }

    async fn goods(self, given: &Given) -> Result<ProductPage, Problem> {
        let read = Read::Product { slug: given.product.clone() };
        let copy = self.app.catalog.read(&read, self.language, || self.app.limits.miss(self.address)).await?;
        copy.parsed().ok_or_else(|| Failure::internal(anyhow::anyhow!("a product that can't be read")).into())
    }

    async fn wilayas(self) -> Result<Vec<proto::Wilaya>, Problem> {
        let shopper = Actor::shopper();
        let mut geography = self.app.neighbours.by(&shopper).geography()?;
        Ok(geography.list_wilayas(proto::ListWilayasRequest {}).await?.into_inner().wilayas)
    }

    async fn communes(self, given: &Given) -> Result<Vec<proto::Commune>, Problem> {
        let Ok(wilaya) = given.wilaya.parse::<WilayaCode>() else { return Ok(Vec::new()) };
        let shopper = Actor::shopper();
        let mut geography = self.app.neighbours.by(&shopper).geography()?;
        let request = proto::ListCommunesRequest { wilaya_id: wilaya.to_string() };
        Ok(geography.list_communes(request).await?.into_inner().communes)
    }

    async fn offers(self, given: &Given) -> Result<Vec<proto::Offer>, Problem> {
        let Ok(commune) = given.commune.parse::<CommuneCode>() else { return Ok(Vec::new()) };
        let shopper = Actor::shopper();
        let mut transporters = self.app.neighbours.by(&shopper).transporters()?;
        let request = proto::ListForCommuneRequest { commune_id: commune.to_string() };
        Ok(transporters.list_for_commune(request).await?.into_inner().offers)
    }

    async fn answer(self, jar: CookieJar, status: StatusCode, main: Html) -> Response {
        let Self { app, language, visitor, .. } = self;
        let settings = app.catalog.settings(language).await;
        let files = app.web_app.storefront.files(None).unwrap_or_default();
        let plain = Plain {
            language,
            title: words::ORDER_FORM.to(language),
            settings: &settings,
            files: &files,
            public_url: &app.public_url,
            path: ORDER_FORM_PATH,
        };
        let html = plain.write(main);
        unlisted((status, jar.add(cookie(app, visitor)), [(CONTENT_TYPE, HTML)], html).into_response())
    }
}

/// With the commune only where it is one of the wilaya's, as when another wilaya was chosen.
fn settled(given: &Given, communes: &[proto::Commune]) -> Given {
    let mut given = given.clone();
    if !communes.iter().any(|commune| commune.id == given.commune) {
        given.commune.clear();
    }
    given
}

fn notice(problem: &Problem) -> Word {
    match problem.code() {
        "orders.price_changed" => words::ORDER_PRICE_CHANGED,
        "orders.out_of_stock" => words::ORDER_SOLD_OUT,
        "orders.cooldown" => words::ORDER_WAIT,
        _ if problem.kind() == Kind::Invalid => words::ORDER_WRONG,
        _ => words::ORDER_FAILED,
    }
}
