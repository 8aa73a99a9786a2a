//! The gRPC interface of transporters.

use souk_kernel::{Money, TransporterId};
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::transporters_server::Transporters as TransportersService;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{
    Delay, FreeFrom, Offer, Profile, SaveError, Tariff, Transporter, Transporters, TransportersError,
};

/// More than both delivery types for every wilaya and commune.
const MOST_TARIFFS: usize = 4_000;
/// A million dinars, in centimes: a slip of the hand, never a delivery.
const MOST_PRICE: i64 = 100_000_000;
/// Ten million dinars, in centimes: the most goods from which on delivery may be free.
const MOST_GOODS: i64 = 1_000_000_000;
/// Characters of a desk's address.
const MOST_ADDRESS: usize = 300;

/// Answers `souk.orders.v1.Transporters`.
#[derive(Clone)]
pub struct TransportersRpc(pub Transporters);

#[tonic::async_trait]
impl TransportersService for TransportersRpc {
    async fn list_for_commune(
        &self,
        request: Request<proto::ListForCommuneRequest>,
    ) -> Result<Response<proto::ListForCommuneResponse>, Status> {
        let commune = request.into_inner().commune_id;
        let commune = commune.parse().map_err(|_| Failure::from(TransportersError::UnknownCommune))?;
        let offers = self.0.offers_for(&commune).await.map_err(Failure::from)?;
        let offers = offers.into_iter().map(proto::Offer::from).collect();
        Ok(Response::new(proto::ListForCommuneResponse { offers }))
    }

    async fn list_transporters(
        &self,
        request: Request<proto::ListTransportersRequest>,
    ) -> Result<Response<proto::ListTransportersResponse>, Status> {
        let transporters = self.0.list(&actor(&request)?).await.map_err(Failure::from)?;
        let transporters =
            transporters.into_iter().map(|(transporter, version)| versioned(transporter, version)).collect();
        Ok(Response::new(proto::ListTransportersResponse { transporters }))
    }

    async fn get_transporter(
        &self,
        request: Request<proto::GetTransporterRequest>,
    ) -> Result<Response<proto::TransporterDetail>, Status> {
        let actor = actor(&request)?;
        let id = request.into_inner().id.parse().map_err(|_| TransportersError::from(SaveError::Unknown));
        let profile = self.0.get(&actor, id.map_err(Failure::from)?).await.map_err(Failure::from)?;
        let tariffs = profile.tariffs.into_iter().map(proto::Tariff::from).collect();
        let transporter = Some(versioned(profile.transporter, profile.version));
        Ok(Response::new(proto::TransporterDetail { transporter, tariffs }))
    }

    async fn save_transporter(
        &self,
        request: Request<proto::SaveTransporterRequest>,
    ) -> Result<Response<proto::Transporter>, Status> {
        let actor = actor(&request)?;
        let profile = parse(request.into_inner())?;
        let transporter = profile.transporter.clone();
        let version = self.0.save(&actor, profile).await.map_err(Failure::from)?;
        Ok(Response::new(versioned(transporter, version)))
    }
}

fn parse(request: proto::SaveTransporterRequest) -> Result<Profile, Failure> {
    let mut violations = Violations::default();
    let id = violations.id::<TransporterId>("id", &request.id);
    let name = request.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 100 {
        violations.push("name", "form.validation.name", "a name has 1 to 100 characters");
    }
    if !is_stored_picture(&request.logo) {
        violations.push("logo", "form.validation.path", "a logo is one of the shop's pictures");
    }
    if request.tariffs.len() > MOST_TARIFFS {
        return Err(Failure::invalid_field("tariffs", "form.validation.tooMany", "4,000 tariffs at most"));
    }
    let tariffs: Vec<Option<Tariff>> = request
        .tariffs
        .into_iter()
        .enumerate()
        .map(|(index, tariff)| parse_tariff(&format!("tariffs[{index}]"), tariff, &mut violations))
        .collect();
    violations.into_result("orders.invalid_transporter")?;
    let id = id.ok_or_else(|| Failure::invalid_field("id", "form.validation.id", "an id is needed"))?;
    let transporter = Transporter { id, name, logo: request.logo, active: request.active };
    Ok(Profile::new(transporter, tariffs.into_iter().flatten().collect(), request.version))
}

/// Whether the path is one that catalog gives, `/media/shop/<hash>-<side>.jpg`, or none: it ends up on shoppers' pages.
fn is_stored_picture(path: &str) -> bool {
    let name = path.strip_prefix("/media/shop/").and_then(|name| name.strip_suffix(".jpg"));
    let is_named = name.and_then(|name| name.split_once('-')).is_some_and(|(hash, side)| {
        (1..=64).contains(&hash.len())
            && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            && (1..=5).contains(&side.len())
            && side.bytes().all(|byte| byte.is_ascii_digit())
    });
    path.is_empty() || is_named
}

fn parse_tariff(field: &str, tariff: proto::Tariff, violations: &mut Violations) -> Option<Tariff> {
    let wilaya =
        violations.check(format!("{field}.wilayaId"), "form.validation.wilaya", tariff.wilaya_id.parse());
    let commune =
        Some(tariff.commune_id).filter(|code| !code.is_empty()).map(|code| code.parse()).transpose();
    let commune = violations.check(format!("{field}.communeId"), "form.validation.commune", commune);
    let delivery = violations.check(
        format!("{field}.deliveryType"),
        "form.validation.deliveryType",
        tariff.delivery_type.parse(),
    );
    if !(0..=MOST_PRICE).contains(&tariff.price) {
        violations.push(
            format!("{field}.price"),
            "form.validation.price",
            "a price is 0 to 1,000,000 dinars",
        );
    }
    if tariff.delay_max_hours < tariff.delay_min_hours || tariff.delay_max_hours > 10_000 {
        violations.push(
            format!("{field}.delayMaxHours"),
            "form.validation.delay",
            "a delay is from less to more hours",
        );
    }
    if tariff.desk_address.chars().count() > MOST_ADDRESS {
        violations.push(format!("{field}.deskAddress"), "form.validation.tooLong", "300 characters at most");
    }
    let free_from = match tariff.free_from {
        None => FreeFrom::Unsaid,
        Some(0) => FreeFrom::Never,
        Some(amount) => FreeFrom::Amount(Money::from_centimes(amount)),
    };
    if !tariff.free_from.is_none_or(|amount| (0..=MOST_GOODS).contains(&amount)) {
        violations.push(
            format!("{field}.freeFrom"),
            "form.validation.price",
            "an amount is 0 to 10,000,000 dinars",
        );
    }
    Some(Tariff {
        wilaya: wilaya?,
        commune: commune?,
        delivery: delivery?,
        price: Money::from_centimes(tariff.price),
        delay: Delay { min_hours: tariff.delay_min_hours, max_hours: tariff.delay_max_hours },
        desk_address: tariff.desk_address,
        free_from,
    })
}

fn versioned(transporter: Transporter, version: u64) -> proto::Transporter {
    proto::Transporter {
        id: transporter.id.to_string(),
        name: transporter.name,
        logo: transporter.logo,
        active: transporter.active,
        version,
    }
}

impl From<Tariff> for proto::Tariff {
    fn from(tariff: Tariff) -> Self {
        Self {
            wilaya_id: tariff.wilaya.into(),
            commune_id: tariff.commune.map(String::from).unwrap_or_default(),
            delivery_type: tariff.delivery.as_ref().to_owned(),
            price: tariff.price.centimes(),
            delay_min_hours: tariff.delay.min_hours,
            delay_max_hours: tariff.delay.max_hours,
            desk_address: tariff.desk_address,
            free_from: Some(centimes_of(tariff.free_from)),
        }
    }
}

/// 0: never.
fn centimes_of(free_from: FreeFrom) -> i64 {
    free_from.amount().map_or(0, Money::centimes)
}

impl From<Offer> for proto::Offer {
    fn from(Offer { transporter, tariff }: Offer) -> Self {
        Self {
            transporter_id: transporter.id.to_string(),
            name: transporter.name,
            logo: transporter.logo,
            delivery_type: tariff.delivery.as_ref().to_owned(),
            price: tariff.price.centimes(),
            delay_min_hours: tariff.delay.min_hours,
            delay_max_hours: tariff.delay.max_hours,
            delivery_commune_id: tariff.commune.map(String::from).unwrap_or_default(),
            desk_address: tariff.desk_address,
            free_from: centimes_of(tariff.free_from),
        }
    }
}
