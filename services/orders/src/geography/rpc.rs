//! The gRPC interface of geography.

use souk_proto::orders::v1 as wire;
use souk_proto::orders::v1::geography_server::Geography as GeographyService;
use tonic::{Request, Response, Status};

use super::{Commune, Geography, GeographyError, Wilaya};
use souk_rpc::Failure;

/// Answers `souk.orders.v1.Geography`.
#[derive(Debug, Clone)]
pub struct GeographyRpc(pub Geography);

#[tonic::async_trait]
impl GeographyService for GeographyRpc {
    async fn list_wilayas(
        &self,
        _: Request<wire::ListWilayasRequest>,
    ) -> Result<Response<wire::ListWilayasResponse>, Status> {
        let wilayas = self.0.wilayas().await.map_err(Failure::from)?;
        let wilayas = wilayas.into_iter().map(wire::Wilaya::from).collect();
        Ok(Response::new(wire::ListWilayasResponse { wilayas }))
    }

    async fn list_communes(
        &self,
        request: Request<wire::ListCommunesRequest>,
    ) -> Result<Response<wire::ListCommunesResponse>, Status> {
        let wilaya = request.into_inner().wilaya_id.parse().map_err(|_| GeographyError::UnknownWilaya);
        let wilaya = wilaya.map_err(Failure::from)?;
        let communes = self.0.communes(&wilaya).await.map_err(Failure::from)?;
        let communes = communes.into_iter().map(wire::Commune::from).collect();
        Ok(Response::new(wire::ListCommunesResponse { communes }))
    }
}

impl From<Wilaya> for wire::Wilaya {
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

impl From<Commune> for wire::Commune {
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
