//! Wilayas, communes and who delivers there (spec 7, "public utility" paths; open to guests).

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use souk_kernel::{CommuneCode, Money, WilayaCode};
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Failure};
use souk_views::Dinars;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::extract::{Asked, id};
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::reads::{Copy, Fetched, respond};
use crate::state::App;

/// A wilaya (spec 3).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Wilaya {
    /// Two digits: `16`.
    pub id: String,
    /// `DZ-16`
    pub iso_code: String,
    /// In Latin letters.
    pub name: String,
    /// In Arabic.
    pub name_ar: String,
    /// Whether anybody delivers there.
    pub deliverable: bool,
}

/// A commune (spec 3).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Commune {
    /// Four digits: `1601`.
    pub id: String,
    /// In Latin letters.
    pub name: String,
    /// In Arabic.
    pub name_ar: String,
    /// Whether anybody delivers there.
    pub deliverable: bool,
}

/// One way of delivering to a commune (spec 3 "Transporter").
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransporterOffer {
    /// The transporter; with `delivery_type` it names the offer.
    pub id: String,
    /// As people know it.
    pub name: String,
    /// What the delivery costs the customer.
    pub price: Dinars,
    /// Path of its logo; may be empty.
    pub transporter_logo: String,
    /// The same; clients of the specification read either.
    pub image: String,
    /// The commune that it serves from; offers of the chosen one are shown first (spec 5).
    pub delivery_commune: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// Soonest, in hours.
    pub delay_min_hours: u32,
    /// Latest, in hours.
    pub delay_max_hours: u32,
    /// Where to fetch the parcel, for a desk.
    pub desk_address: String,
    /// Amount of goods from which on the delivery costs nothing; null: never.
    pub free_from: Option<Dinars>,
}

/// The wilayas.
#[utoipa::path(get, path = "/public/utilis/api/wilayas", tag = "storefront",
    responses((status = 200, body = Vec<Wilaya>)))]
pub async fn wilayas(State(app): State<App>, Asked(parts): Asked) -> Result<Response, Problem> {
    let copy = kept_wilayas(&app, ClientAddress::found(&parts.extensions)).await?;
    Ok(respond(&copy, &parts.headers).await)
}

/// The communes of a wilaya.
#[utoipa::path(get, path = "/public/utilis/api/commune/wilaya/{wilaya_id}", tag = "storefront",
    params(("wilaya_id" = String, Path, description = "Two digits")),
    responses((status = 200, body = Vec<Commune>)))]
pub async fn communes(
    State(app): State<App>,
    Path(wilaya_id): Path<String>,
    Asked(parts): Asked,
) -> Result<Response, Problem> {
    let wilaya = id("wilaya", &wilaya_id)?;
    let copy = kept_communes(&app, ClientAddress::found(&parts.extensions), &wilaya).await?;
    Ok(respond(&copy, &parts.headers).await)
}

/// Who delivers to a commune: a list whose first element is the list of transporters.
#[utoipa::path(get, path = "/public/utilis/api/transport/commune/{commune_id}", tag = "storefront",
    params(("commune_id" = String, Path, description = "Four digits")),
    responses((status = 200, body = Vec<Vec<TransporterOffer>>)))]
pub async fn transporters(
    State(app): State<App>,
    Path(commune_id): Path<String>,
    Asked(parts): Asked,
) -> Result<Response, Problem> {
    let commune = id("commune", &commune_id)?;
    let copy = kept_offers(&app, ClientAddress::found(&parts.extensions), &commune).await?;
    Ok(respond(&copy, &parts.headers).await)
}

/// A list of [`Wilaya`].
pub async fn kept_wilayas(app: &App, client: ClientAddress) -> Result<Arc<Copy>, Problem> {
    kept(app, client, "wilayas", async || {
        let shopper = Actor::shopper();
        let mut geography = app.neighbours.by(&shopper).geography()?;
        let answer = geography.list_wilayas(proto::ListWilayasRequest {}).await?.into_inner();
        Ok::<_, Problem>(answer.wilayas.into_iter().map(Wilaya::from).collect::<Vec<_>>())
    })
    .await
}

/// A list of [`Commune`], of the wilaya.
pub async fn kept_communes(
    app: &App,
    client: ClientAddress,
    wilaya: &WilayaCode,
) -> Result<Arc<Copy>, Problem> {
    kept(app, client, &format!("communes of {wilaya}"), async || {
        let shopper = Actor::shopper();
        let mut geography = app.neighbours.by(&shopper).geography()?;
        let request = proto::ListCommunesRequest { wilaya_id: wilaya.to_string() };
        let answer = geography.list_communes(request).await?.into_inner();
        Ok::<_, Problem>(answer.communes.into_iter().map(Commune::from).collect::<Vec<_>>())
    })
    .await
}

/// A list of one list of [`TransporterOffer`], to the commune.
pub async fn kept_offers(
    app: &App,
    client: ClientAddress,
    commune: &CommuneCode,
) -> Result<Arc<Copy>, Problem> {
    kept(app, client, &format!("transporters to {commune}"), async || {
        let shopper = Actor::shopper();
        let mut transporters = app.neighbours.by(&shopper).transporters()?;
        let request = proto::ListForCommuneRequest { commune_id: commune.to_string() };
        let answer = transporters.list_for_commune(request).await?.into_inner();
        Ok::<_, Problem>([answer.offers.into_iter().map(TransporterOffer::from).collect::<Vec<_>>()])
    })
    .await
}

/// The kept copy: guests may ask, and what they ask comes from the service that takes orders.
async fn kept<T: Serialize, F: Future<Output = Result<T, Problem>>>(
    app: &App,
    client: ClientAddress,
    key: &str,
    ask: impl FnOnce() -> F,
) -> Result<Arc<Copy>, Problem> {
    let fetch = async || {
        app.limits.miss(client)?;
        let at = Instant::now();
        let bytes = serde_json::to_vec(&ask().await?).map_err(Failure::internal)?;
        Ok::<_, Problem>(Fetched::new(bytes, at))
    };
    app.catalog.reads().load(key, fetch).await
}

impl From<proto::Wilaya> for Wilaya {
    fn from(wilaya: proto::Wilaya) -> Self {
        let proto::Wilaya { id, iso_code, name, name_ar, deliverable } = wilaya;
        Self { id, iso_code, name, name_ar, deliverable }
    }
}

impl From<proto::Commune> for Commune {
    fn from(commune: proto::Commune) -> Self {
        let proto::Commune { id, name, name_ar, deliverable, .. } = commune;
        Self { id, name, name_ar, deliverable }
    }
}

impl From<proto::Offer> for TransporterOffer {
    fn from(offer: proto::Offer) -> Self {
        Self {
            id: offer.transporter_id,
            name: offer.name,
            price: Money::from_centimes(offer.price).into(),
            transporter_logo: offer.logo.clone(),
            image: offer.logo,
            delivery_commune: offer.delivery_commune_id,
            delivery_type: offer.delivery_type,
            delay_min_hours: offer.delay_min_hours,
            delay_max_hours: offer.delay_max_hours,
            desk_address: offer.desk_address,
            free_from: (offer.free_from > 0).then(|| Money::from_centimes(offer.free_from).into()),
        }
    }
}
