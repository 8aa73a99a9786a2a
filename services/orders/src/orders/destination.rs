//! Where a parcel can go, by whom and for how much (design 6): what checkout and a correction read of a commune, and what
//! follows from it.

use souk_database::columns::decoded;
use souk_kernel::{Money, TransporterId, WilayaCode};
use souk_rpc::Failure;
use sqlx::types::Json;

use super::model::{Delivery, Way};
use crate::transporters::{self, Offer, TariffRow, Transporter};

/// A commune with the tariffs of one transporter that could serve it.
#[derive(Debug, Clone)]
pub struct Destination {
    wilaya: WilayaCode,
    wilaya_name: String,
    commune_name: String,
    deliverable: bool,
    candidates: Vec<Offer>,
}

/// A destination as its columns; of a transporter that is not there or not active nothing.
#[derive(Debug)]
pub struct DestinationRow {
    pub wilaya_code: String,
    pub wilaya_name: String,
    pub commune_name: String,
    pub deliverable: bool,
    pub transporter_name: Option<String>,
    pub logo: Option<String>,
    pub tariffs: Option<Json<Vec<TariffRow>>>,
}

/// Why nothing is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Undeliverable {
    #[error("there is no such commune in the wilaya, or nothing is delivered there")]
    Commune,
    #[error("the transporter does not deliver there that way")]
    Transporter,
}

/// The delivery that is asked for, of goods at the prices that the shop shows; `None` is no commune.
pub fn delivery(
    destination: Option<Destination>,
    way: &Way,
    goods: Money,
) -> Result<Delivery, Undeliverable> {
    let place = destination.filter(|place| place.deliverable && place.wilaya == way.wilaya);
    let place = place.ok_or(Undeliverable::Commune)?;
    let offers = transporters::offers(place.candidates);
    let offer = transporters::choose(&offers, way.delivery).ok_or(Undeliverable::Transporter)?;
    Ok(Delivery {
        wilaya: place.wilaya,
        wilaya_name: place.wilaya_name,
        commune: way.commune.clone(),
        commune_name: place.commune_name,
        transporter: offer.transporter.id,
        transporter_name: offer.transporter.name.clone(),
        kind: offer.tariff.delivery,
        price: offer.tariff.price_for(goods),
    })
}

impl DestinationRow {
    pub fn of(self, transporter: TransporterId) -> sqlx::Result<Destination> {
        let transporter = Transporter {
            id: transporter,
            name: self.transporter_name.unwrap_or_default(),
            logo: self.logo.unwrap_or_default(),
            active: true,
        };
        let offer =
            |tariff: TariffRow| Ok(Offer { transporter: transporter.clone(), tariff: tariff.try_into()? });
        let tariffs = self.tariffs.map(|tariffs| tariffs.0).unwrap_or_default().into_iter();
        Ok(Destination {
            wilaya: decoded(self.wilaya_code.parse())?,
            wilaya_name: self.wilaya_name,
            commune_name: self.commune_name,
            deliverable: self.deliverable,
            candidates: tariffs.map(offer).collect::<sqlx::Result<_>>()?,
        })
    }
}

impl From<Undeliverable> for Failure {
    fn from(error: Undeliverable) -> Self {
        let text = error.to_string();
        match error {
            Undeliverable::Commune => Self::invalid_field("commune", "form.validation.commune", text),
            Undeliverable::Transporter => {
                Self::invalid_field("transporter", "form.validation.transporter", text)
            }
        }
    }
}
