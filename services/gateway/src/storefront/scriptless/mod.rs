//! Ordering a product where no script runs: a form of plain HTML in steps, what and where to first, then who and how. It places the
//! order as the app's checkout does, with the rules of every change: the visitor's cookie, the anti-forgery token that belongs to it,
//! the page's own origin, and a key, so that what is sent twice is ordered once. Only the page gives the cookie, never what is sent.

mod form;
mod page;
mod told;
mod words;

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use souk_kernel::{CommuneCode, Language, Money, ProductId, VisitorId, WilayaCode};
use souk_proto::orders::v1::PlaceOrderResponse;
use souk_rpc::{Failure, Kind, Violations};
use souk_views::ProductPage;
use tokio::time::{Instant, timeout_at};
use tokio::try_join;

use self::form::{Given, renamed};
use self::page::{Form, SEND_PATH, instead, placed};
use self::told::{Told, is_doubtful, wrong_pieces};
use super::checkout::{Shopper, place};
use super::geography::{Commune, TransporterOffer, Wilaya, kept_communes, kept_offers, kept_wilayas};
use super::session::{cookie, returning};
use crate::catalog::Read;
use crate::extract::{Asked, require_same_origin};
use crate::headers::unlisted;
use crate::limits::{ClientAddress, DEADLINE};
use crate::maintenance::CLOSED;
use crate::pages::html::{HTML, Html};
use crate::pages::words::{NOT_FOUND, ORDER_FORM};
use crate::pages::{
    ORDER_FORM_PATH, Plain, chosen_first, closed_page, holds_for, localized, obstacle, parsed,
};
use crate::problem::Problem;
use crate::state::App;

/// Until when what the page shows is waited for: the router cuts what takes longer, and nobody reads what it answers then.
const PATIENCE: Duration = DEADLINE.saturating_sub(Duration::from_millis(500));

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
    /// Of whom the browser's cookie is.
    visitor: Option<VisitorId>,
    /// Whether the form was sent, and so may have been filled in to its end.
    is_sent: bool,
    /// When a page has to be there.
    end: Instant,
}

/// What is answered.
struct Page {
    status: StatusCode,
    headers: HeaderMap,
    main: Html,
}

/// A step of the form.
async fn show(app: &App, language: Language, jar: CookieJar, parts: &Parts) -> Response {
    let end = Instant::now() + PATIENCE;
    if let Some(closure) = holds_for(app, parts).await {
        return closed_page(app, &closure, parts.uri.path()).await;
    }
    let visitor = returning(app, &jar).unwrap_or_else(|| VisitorId::new(app.clock.as_ref()));
    let address = ClientAddress::found(&parts.extensions);
    let looker = Looker { app, language, address, visitor: Some(visitor), is_sent: false, end };
    let (given, faults) = Given::read(parts.uri.query().unwrap_or_default().as_bytes());
    let page = looker.step(&given, faults).await;
    (jar.add(cookie(app, visitor)), looker.answer(page).await).into_response()
}

/// What was sent: the order, or the form again.
async fn send(State(app): State<App>, jar: CookieJar, parts: Parts, body: Bytes) -> Response {
    let end = Instant::now() + PATIENCE;
    let (given, faults) = Given::read(&body);
    let language = given.language();
    let address = ClientAddress::found(&parts.extensions);
    let looker = Looker { app: &app, language, address, visitor: returning(&app, &jar), is_sent: true, end };
    let closure = holds_for(&app, &parts).await;
    let closed = async |closure| closed_page(&app, closure, &localized(language, ORDER_FORM_PATH)).await;
    if given.is_step() {
        return match closure {
            Some(closure) => closed(&closure).await,
            None => looker.answer(looker.step(&given, faults).await).await,
        };
    }
    match looker.order(&given, faults, &parts.headers).await {
        Ok(order) => {
            let total = Money::from_centimes(order.total);
            looker.answer(Page::new(StatusCode::OK, placed(&order.order_number, total, language))).await
        }
        Err(problem) => {
            // Staff see the shop, and order as little in it.
            let closure = closure.or_else(|| app.maintenance.closed().filter(|_| problem.code() == CLOSED));
            match closure {
                Some(closure) => {
                    let mut response = closed(&closure).await;
                    problem.tell(response.headers_mut());
                    response
                }
                None => looker.answer(looker.refused(&given, problem).await).await,
            }
        }
    }
}

impl Page {
    fn new(status: StatusCode, main: Html) -> Self {
        Self { status, headers: HeaderMap::new(), main }
    }
}

impl Looker<'_> {
    async fn order(
        self,
        given: &Given,
        faults: Violations,
        headers: &HeaderMap,
    ) -> Result<PlaceOrderResponse, Problem> {
        require_same_origin(headers)?;
        let visitor = self.visitor.filter(|visitor| self.app.visitors.is_csrf(*visitor, &given.csrf));
        let visitor = visitor.ok_or_else(|| Problem::forbidden("csrf", "the form is not this visitor's"))?;
        self.app.limits.change(visitor, self.address)?;
        faults.into_result("invalid_request")?;
        if given.is_combination_asked && given.combination.is_empty() {
            return Err(Problem::field("combination", "form.validation.required", "one is to be chosen"));
        }
        // What was placed is answered again whatever became of the product, and while the catalogue is away.
        let product = match given.id.parse::<ProductId>() {
            Ok(id) => id.to_string(),
            Err(_) => self.goods(given).await?.id,
        };
        let Self { language, address, .. } = self;
        let shopper = Shopper { visitor, language, address };
        place(self.app, shopper, given.key(), &given.body(&product)).await.map_err(renamed)
    }

    /// The form as far as it is filled in.
    async fn step(self, given: &Given, faults: Violations) -> Page {
        if let Err(failure) = faults.into_result("invalid_request") {
            return self.refused(given, failure.into()).await;
        }
        match self.form(given, Told::default()).await {
            Ok(main) => Page::new(StatusCode::OK, main),
            Err(problem) => {
                let mut page = self.failed(&problem).await;
                problem.tell(&mut page.headers);
                page
            }
        }
    }

    /// The form again, with what is wrong.
    async fn refused(self, given: &Given, problem: Problem) -> Page {
        let told = Told::of(&problem, self.visitor.is_some(), self.language);
        let mut page = match told.first() {
            // There is no form of nothing.
            Some((field, fault)) if given.product.is_empty() => {
                let said = words::fault(field, fault, self.language);
                Page::new(problem.status(), self.instead(&said).await)
            }
            _ => match self.form(given, told).await {
                Ok(main) => Page::new(problem.status(), main),
                // Whatever keeps the form away, what became of the order is told first.
                Err(_) if is_doubtful(&problem) => self.failed(&problem).await,
                Err(other) => self.failed(&other).await,
            },
        };
        problem.tell(&mut page.headers);
        page
    }

    /// What there is where there is no form.
    async fn failed(self, problem: &Problem) -> Page {
        let word = match problem.kind() {
            Kind::NotFound => NOT_FOUND,
            _ if !self.is_sent => words::AWAY,
            _ if is_doubtful(problem) => words::IN_DOUBT_AGAIN,
            _ => words::FAILED,
        };
        Page::new(problem.status(), self.instead(word.to(self.language)).await)
    }

    async fn instead(self, said: &str) -> Html {
        instead(said, &self.app.catalog.settings(self.language).await.phone)
    }

    /// In time for somebody to read it.
    async fn form(self, given: &Given, told: Told) -> Result<Html, Problem> {
        let late = |_| Failure::unavailable("what the form shows took too long");
        timeout_at(self.end, self.filled(given, told)).await.map_err(late)?
    }

    async fn filled(self, given: &Given, mut told: Told) -> Result<Html, Problem> {
        let Self { app, language, visitor, is_sent, .. } = self;
        let goods = self.goods(given).await?;
        if let Some(obstacle) = obstacle(&goods, chosen_first(&goods)) {
            return Ok(self.instead(&words::obstacle(obstacle, language)).await);
        }
        let rule = form::rule(&goods);
        let (chosen, pieces) = (given.chosen(&goods), given.pieces(rule));
        if let Err(word) = chosen {
            told.add("combination", word.to(language).to_owned());
        }
        if let Err(wrong) = pieces {
            told.add("quantity", wrong_pieces(wrong, rule.minimum(), language));
        }
        let (wilayas, communes, mut offers) =
            try_join!(self.wilayas(), self.communes(given), self.offers(given))?;
        let given = settled(given, &communes);
        let is_ready = chosen.is_ok() && pieces.is_ok();
        if given.commune.is_empty() || !is_ready {
            offers.clear();
        }
        let key = given.key().unwrap_or_else(|| app.clock.uuid().to_string());
        let form = Form {
            language,
            given: &given,
            goods: &goods,
            combination: chosen.ok().flatten(),
            rule,
            pieces: pieces.unwrap_or(rule.minimum()),
            wilayas: &wilayas,
            communes: &communes,
            offers: &offers,
            is_nobodys: is_ready && !given.commune.is_empty() && offers.is_empty(),
            told,
            is_whole: is_sent || !offers.is_empty(),
            csrf: visitor.map(|visitor| app.visitors.csrf(visitor)).unwrap_or_default(),
            key,
        };
        Ok(form.write())
    }

    async fn goods(self, given: &Given) -> Result<ProductPage, Problem> {
        if given.product.is_empty() {
            return Err(Problem::not_found("there is no product of no name"));
        }
        let read = Read::Product { slug: given.product.clone() };
        let copy = self.app.catalog.read(&read, self.language, || self.app.limits.miss(self.address)).await?;
        parsed(&copy)
    }

    async fn wilayas(self) -> Result<Vec<Wilaya>, Problem> {
        parsed(&*kept_wilayas(self.app, self.address).await?)
    }

    async fn communes(self, given: &Given) -> Result<Vec<Commune>, Problem> {
        let Ok(wilaya) = given.wilaya.parse::<WilayaCode>() else { return Ok(Vec::new()) };
        parsed(&*kept_communes(self.app, self.address, &wilaya).await?)
    }

    async fn offers(self, given: &Given) -> Result<Vec<TransporterOffer>, Problem> {
        let Ok(commune) = given.commune.parse::<CommuneCode>() else { return Ok(Vec::new()) };
        let [offers] = parsed(&*kept_offers(self.app, self.address, &commune).await?)?;
        Ok(offers)
    }

    async fn answer(self, page: Page) -> Response {
        let Self { app, language, .. } = self;
        let settings = app.catalog.settings(language).await;
        let files = app.web_app.storefront.files(None).unwrap_or_default();
        let plain = Plain {
            language,
            title: ORDER_FORM.to(language),
            settings: &settings,
            files: &files,
            public_url: &app.public_url,
            path: ORDER_FORM_PATH,
        };
        let html = plain.write(page.main);
        unlisted((page.status, page.headers, [(CONTENT_TYPE, HTML)], html).into_response())
    }
}

/// With the commune only where it is one of the wilaya's, as when another wilaya was chosen.
fn settled(given: &Given, communes: &[Commune]) -> Given {
    let mut given = given.clone();
    if !communes.iter().any(|commune| commune.id == given.commune) {
        given.commune.clear();
    }
    given
}
