//! The gRPC interface of features.

use std::collections::HashMap;

use souk_kernel::{FeatureId, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::features_server::Features as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{Conversion, Feature, FeatureOption, Features, Named, parse as read};
use crate::failure::checked;

pub struct FeaturesRpc {
    features: Features,
}

impl FeaturesRpc {
    pub fn new(features: Features) -> Self {
        Self { features }
    }

    async fn feature(&self, id: FeatureId) -> Result<Response<proto::Feature>, Status> {
        Ok(Response::new(message(self.features.get(id).await.map_err(Failure::from)?)))
    }
}

#[tonic::async_trait]
impl Service for FeaturesRpc {
    async fn list_features(
        &self,
        request: Request<proto::ListFeaturesRequest>,
    ) -> Result<Response<proto::ListFeaturesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let features = self.features.list().await.map_err(Failure::from)?;
        let features = features.into_iter().map(message).collect();
        Ok(Response::new(proto::ListFeaturesResponse { features }))
    }

    async fn get_feature(
        &self,
        request: Request<proto::GetFeatureRequest>,
    ) -> Result<Response<proto::Feature>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.feature(id).await
    }

    async fn create_feature(
        &self,
        request: Request<proto::CreateFeatureRequest>,
    ) -> Result<Response<proto::Feature>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (feature, position) = read::new_feature(request.into_inner())?;
        let id = feature.id;
        self.features.create(&actor, feature, position).await.map_err(Failure::from)?;
        self.feature(id).await
    }

    async fn update_feature(
        &self,
        request: Request<proto::UpdateFeatureRequest>,
    ) -> Result<Response<proto::Feature>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (id, version, edit) = read::edit(request.into_inner())?;
        self.features.update(&actor, (id, version), edit).await.map_err(Failure::from)?;
        self.feature(id).await
    }

    async fn check_feature_input(
        &self,
        request: Request<proto::CheckFeatureInputRequest>,
    ) -> Result<Response<proto::CheckFeatureInputResponse>, Status> {
        actor(&request)?.require(Permission::CatalogWrite)?;
        let proto::CheckFeatureInputRequest { id, wanted } = request.into_inner();
        let (id, wanted) = read::wanted_input(&id, wanted)?;
        let (conversion, named) = self.features.check_input(id, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(check_message(conversion, &named)))
    }

    async fn change_feature_input(
        &self,
        request: Request<proto::ChangeFeatureInputRequest>,
    ) -> Result<Response<proto::Feature>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let proto::ChangeFeatureInputRequest { id, version, wanted, most_lost } = request.into_inner();
        let (id, wanted) = read::wanted_input(&id, wanted)?;
        let change = self.features.change_input(&actor, (id, version), (wanted, most_lost));
        change.await.map_err(Failure::from)?;
        self.feature(id).await
    }

    async fn delete_feature(
        &self,
        request: Request<proto::DeleteFeatureRequest>,
    ) -> Result<Response<proto::DeleteFeatureResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.features.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteFeatureResponse {}))
    }
}

fn message(feature: Feature) -> proto::Feature {
    let Feature { id, version, kind, input, name, unit, options, position, is_changing } = feature;
    let option = |option: FeatureOption| proto::FeatureOption {
        id: option.id.to_string(),
        name: Some(localized_to_proto(&option.name)),
    };
    proto::Feature {
        id: id.to_string(),
        version,
        kind,
        input: input.as_ref().to_owned(),
        name: Some(localized_to_proto(&name)),
        unit: Some(localized_to_proto(&unit)),
        options: options.into_iter().map(option).collect(),
        position,
        is_changing,
    }
}

fn check_message(conversion: Conversion, named: &HashMap<i64, Named>) -> proto::CheckFeatureInputResponse {
    let Conversion { feature, products, lost, first_lost, .. } = conversion;
    let first_lost = first_lost.into_iter().map(|value| {
        let first = named.get(&value.first);
        proto::LostFeatureValue {
            value: Some(localized_to_proto(&value.words)),
            products: value.products,
            product_id: first.map(|product| product.id.to_string()).unwrap_or_default(),
            product_name: first.map(|product| product.name.clone()).unwrap_or_default(),
        }
    });
    proto::CheckFeatureInputResponse {
        products,
        lost,
        first_lost: first_lost.collect(),
        options: feature.options.iter().map(|option| localized_to_proto(&option.name)).collect(),
    }
}
