//! The gRPC interface of geography.

use std::collections::BTreeSet;

use souk_kernel::CommuneCode;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::geography_server::Geography as GeographyService;
use tonic::{Request, Response, Status};

use super::{Area, AreaChange, Commune, Geography, GeographyError, Wilaya};
use souk_rpc::{Failure, Violations, actor};

/// More than there are communes.
const MOST_COMMUNES: usize = 2_000;

/// Answers `souk.orders.v1.Geography`.
#[derive(Clone)]
pub struct GeographyRpc(pub Geography);

#[tonic::async_trait]
impl GeographyService for GeographyRpc {
    async fn list_wilayas(
        &self,
        _: Request<proto::ListWilayasRequest>,
    ) -> Result<Response<proto::ListWilayasResponse>, Status> {
        let wilayas = self.0.wilayas().await.map_err(Failure::from)?;
        let wilayas = wilayas.into_iter().map(proto::Wilaya::from).collect();
        Ok(Response::new(proto::ListWilayasResponse { wilayas }))
    }

    async fn list_communes(
        &self,
        request: Request<proto::ListCommunesRequest>,
    ) -> Result<Response<proto::ListCommunesResponse>, Status> {
        let wilaya = request.into_inner().wilaya_id.parse().map_err(|_| GeographyError::UnknownWilaya);
        let wilaya = wilaya.map_err(Failure::from)?;
        let communes = self.0.communes(&wilaya).await.map_err(Failure::from)?;
        let communes = communes.into_iter().map(proto::Commune::from).collect();
        Ok(Response::new(proto::ListCommunesResponse { communes }))
    }

    async fn get_delivery_area(
        &self,
        request: Request<proto::GetDeliveryAreaRequest>,
    ) -> Result<Response<proto::DeliveryArea>, Status> {
        let area = self.0.area(&actor(&request)?).await.map_err(Failure::from)?;
        Ok(Response::new(area.into()))
    }

    async fn save_delivery_area(
        &self,
        request: Request<proto::SaveDeliveryAreaRequest>,
    ) -> Result<Response<proto::DeliveryArea>, Status> {
        let actor = actor(&request)?;
        let change = parse(request.into_inner())?;
        let area = self.0.save_area(&actor, change).await.map_err(Failure::from)?;
        Ok(Response::new(area.into()))
    }
}

fn parse(request: proto::SaveDeliveryAreaRequest) -> Result<AreaChange, Failure> {
    let proto::SaveDeliveryAreaRequest { version, opened, closed } = request;
    let mut violations = Violations::default();
    let opened = codes("opened", &opened, &mut violations);
    let closed = codes("closed", &closed, &mut violations);
    violations.into_result("orders.invalid_delivery_area")?;
    Ok(AreaChange { version, opened, closed })
}

fn codes(field: &str, named: &[String], violations: &mut Violations) -> BTreeSet<CommuneCode> {
    if named.len() > MOST_COMMUNES {
        violations.push(field, "form.validation.tooMany", "2,000 communes at most");
        return BTreeSet::new();
    }
    let named = named.iter().enumerate();
    named
        .filter_map(|(at, code)| {
            violations.check(format!("{field}[{at}]"), "form.validation.place", code.parse())
        })
        .collect()
}

impl From<Wilaya> for proto::Wilaya {
    fn from(wilaya: Wilaya) -> Self {
        Self {
            id: wilaya.code.into(),
            iso_code: wilaya.iso_code,
            name: wilaya.name,
            name_ar: wilaya.name_ar,
            deliverable: wilaya.deliverable,
        }
    }
}

impl From<Commune> for proto::Commune {
    fn from(commune: Commune) -> Self {
        Self {
            id: commune.code.into(),
            wilaya_id: commune.wilaya.into(),
            name: commune.name,
            name_ar: commune.name_ar,
            deliverable: commune.deliverable,
        }
    }
}

impl From<Area> for proto::DeliveryArea {
    fn from(Area { version, communes }: Area) -> Self {
        Self { version, communes: communes.into_iter().map(proto::Commune::from).collect() }
    }
}
