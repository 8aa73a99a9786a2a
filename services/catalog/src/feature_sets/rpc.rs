//! The gRPC interface of sets of features.

use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_sets_server::FeatureSets as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{FeatureSet, FeatureSets, parse};
use crate::failure::checked;

pub struct FeatureSetsRpc {
    sets: FeatureSets,
}

impl FeatureSetsRpc {
    pub fn new(sets: FeatureSets) -> Self {
        Self { sets }
    }

    async fn set(&self, id: Uuid) -> Result<Response<proto::FeatureSet>, Status> {
        Ok(Response::new(message(self.sets.get(id).await.map_err(Failure::from)?)))
    }
}

#[tonic::async_trait]
impl Service for FeatureSetsRpc {
    async fn list_feature_sets(
        &self,
        request: Request<proto::ListFeatureSetsRequest>,
    ) -> Result<Response<proto::ListFeatureSetsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let sets = self.sets.list().await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListFeatureSetsResponse { sets: sets.into_iter().map(message).collect() }))
    }

    async fn get_feature_set(
        &self,
        request: Request<proto::GetFeatureSetRequest>,
    ) -> Result<Response<proto::FeatureSet>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        self.set(id(&request.get_ref().id)?).await
    }

    async fn save_feature_set(
        &self,
        request: Request<proto::SaveFeatureSetRequest>,
    ) -> Result<Response<proto::FeatureSet>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let wanted = parse::set(&request.into_inner().set.unwrap_or_default())?;
        let id = wanted.id;
        self.sets.save(&actor, wanted).await.map_err(Failure::from)?;
        self.set(id).await
    }

    async fn delete_feature_set(
        &self,
        request: Request<proto::DeleteFeatureSetRequest>,
    ) -> Result<Response<proto::DeleteFeatureSetResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        self.sets.delete(&actor, id(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteFeatureSetResponse {}))
    }
}

fn id(given: &str) -> Result<Uuid, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", given), found)
}

fn message(set: FeatureSet) -> proto::FeatureSet {
    proto::FeatureSet {
        id: set.id.to_string(),
        version: set.version,
        name: set.name,
        feature_ids: set.features.iter().map(ToString::to_string).collect(),
    }
}
