//! The gRPC interface of collections.

use souk_kernel::{Money, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::collections_server::Collections as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{Collection, Collections, Contents, ListFilter, ListSort, Picked, Rule, parse};
use crate::failure::checked;

pub struct CollectionsRpc {
    collections: Collections,
}

impl CollectionsRpc {
    pub fn new(collections: Collections) -> Self {
        Self { collections }
    }

    async fn collection(&self, id: Uuid) -> Result<Response<proto::Collection>, Status> {
        let (collection, picked) = self.collections.get(id).await.map_err(Failure::from)?;
        let count = u32::try_from(picked.len()).unwrap_or(u32::MAX);
        let products = picked.iter().map(picked_message).collect();
        Ok(Response::new(proto::Collection { products, ..message(collection, count) }))
    }
}

#[tonic::async_trait]
impl Service for CollectionsRpc {
    async fn list_collections(
        &self,
        request: Request<proto::ListCollectionsRequest>,
    ) -> Result<Response<proto::ListCollectionsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let filter = filter(request.into_inner())?;
        let (collections, total) = self.collections.list(&filter).await.map_err(Failure::from)?;
        let collections = collections.into_iter().map(|(collection, picked)| message(collection, picked));
        Ok(Response::new(proto::ListCollectionsResponse { collections: collections.collect(), total }))
    }

    async fn get_collection(
        &self,
        request: Request<proto::GetCollectionRequest>,
    ) -> Result<Response<proto::Collection>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        self.collection(id(&request.get_ref().id)?).await
    }

    async fn save_collection(
        &self,
        request: Request<proto::SaveCollectionRequest>,
    ) -> Result<Response<proto::Collection>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (wanted, picture) = parse::collection(request.into_inner().collection.unwrap_or_default())?;
        let id = wanted.id;
        self.collections.save(&actor, wanted, picture).await.map_err(Failure::from)?;
        self.collection(id).await
    }

    async fn delete_collection(
        &self,
        request: Request<proto::DeleteCollectionRequest>,
    ) -> Result<Response<proto::DeleteCollectionResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        self.collections.delete(&actor, id(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteCollectionResponse {}))
    }
}

fn id(given: &str) -> Result<Uuid, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", given), found)
}

fn filter(request: proto::ListCollectionsRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let state = match request.state.as_str() {
        "" => Some(None),
        state => found.check("state", "form.validation.unknown", state.parse().map(Some)),
    };
    let sort = match request.sort.as_str() {
        "" => Some(ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query;
    let filter =
        page.zip(state).zip(sort).map(|((page, state), sort)| ListFilter { page, query, state, sort });
    checked(filter, found)
}

fn message(collection: Collection, picked: u32) -> proto::Collection {
    let rule = match collection.contents {
        Contents::Picked(_) => None,
        Contents::Ruled(rule) => Some(rule_message(rule)),
    };
    proto::Collection {
        id: collection.id.to_string(),
        version: collection.version,
        name: Some(localized_to_proto(&collection.name)),
        slug: collection.slug,
        active: collection.active,
        picture: Vec::new(),
        picture_url: collection.picture.map(|picture| picture.url).unwrap_or_default(),
        about: Some(localized_to_proto(&collection.about)),
        seo_title: Some(localized_to_proto(&collection.seo_title)),
        seo_description: Some(localized_to_proto(&collection.seo_description)),
        position: collection.position,
        rule,
        products: Vec::new(),
        picked,
    }
}

fn rule_message(rule: Rule) -> proto::CollectionRule {
    proto::CollectionRule {
        category_ids: rule.categories.iter().map(ToString::to_string).collect(),
        brand_ids: rule.brands.iter().map(ToString::to_string).collect(),
        tags: rule.tags,
        price_from: rule.price_from.map(Money::centimes),
        price_to: rule.price_to.map(Money::centimes),
        new_within_days: rule.new_within_days,
        featured: rule.featured,
        on_promotion: rule.on_promotion,
    }
}

fn picked_message(product: &Picked) -> proto::PickedProduct {
    proto::PickedProduct {
        id: product.id.to_string(),
        name: Some(localized_to_proto(&product.name)),
        active: product.active,
    }
}
