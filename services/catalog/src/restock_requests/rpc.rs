//! The gRPC interface of requests to be told.

use souk_kernel::{
    Changed, CombinationId, Permission, Phone, ProductId, RestockRequestId, StockKey, rfc3339,
};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::restock_requests_server::RestockRequests as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::model::LONGEST_NAME;
use super::{ItemFilter, ItemSort, RequestFilter, RestockItem, RestockRequest, RestockRequests, Wish};
use crate::failure::checked;
use crate::parse::{is_line, written};

pub struct RestockRequestsRpc {
    requests: RestockRequests,
}

impl RestockRequestsRpc {
    pub fn new(requests: RestockRequests) -> Self {
        Self { requests }
    }
}

#[tonic::async_trait]
impl Service for RestockRequestsRpc {
    async fn submit_restock_request(
        &self,
        request: Request<proto::SubmitRestockRequestRequest>,
    ) -> Result<Response<proto::SubmitRestockRequestResponse>, Status> {
        let wish = wish(request.get_ref())?;
        self.requests.submit(&wish).await.map_err(Failure::from)?;
        Ok(Response::new(proto::SubmitRestockRequestResponse {}))
    }

    async fn list_restock_items(
        &self,
        request: Request<proto::ListRestockItemsRequest>,
    ) -> Result<Response<proto::ListRestockItemsResponse>, Status> {
        actor(&request)?.require(Permission::OrdersConfirm)?;
        let filter = item_filter(request.get_ref())?;
        let (items, total, to_tell) = self.requests.items(&filter).await.map_err(Failure::from)?;
        let items = items.into_iter().map(item_message).collect();
        Ok(Response::new(proto::ListRestockItemsResponse { items, total, to_tell }))
    }

    async fn list_restock_requests(
        &self,
        request: Request<proto::ListRestockRequestsRequest>,
    ) -> Result<Response<proto::ListRestockRequestsResponse>, Status> {
        actor(&request)?.require(Permission::OrdersConfirm)?;
        let filter = request_filter(request.get_ref())?;
        let (requests, total) = self.requests.list(&filter).await.map_err(Failure::from)?;
        let requests = requests.into_iter().map(request_message).collect();
        Ok(Response::new(proto::ListRestockRequestsResponse { requests, total }))
    }

    async fn mark_restock_request(
        &self,
        request: Request<proto::MarkRestockRequestRequest>,
    ) -> Result<Response<proto::MarkRestockRequestResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersConfirm)?;
        let proto::MarkRestockRequestRequest { id, version, told } = request.into_inner();
        let marked = self.requests.mark(&actor, (named(&id)?, version), told).await;
        let (changed, version) = marked.map_err(Failure::from)?;
        Ok(Response::new(proto::MarkRestockRequestResponse { changed: changed == Changed::Yes, version }))
    }

    async fn remove_restock_request(
        &self,
        request: Request<proto::RemoveRestockRequestRequest>,
    ) -> Result<Response<proto::RemoveRestockRequestResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::OrdersConfirm)?;
        let proto::RemoveRestockRequestRequest { id, version } = request.into_inner();
        self.requests.remove(&actor, (named(&id)?, version)).await.map_err(Failure::from)?;
        Ok(Response::new(proto::RemoveRestockRequestResponse {}))
    }
}

fn named(id: &str) -> Result<RestockRequestId, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", id), found)
}

fn wish(request: &proto::SubmitRestockRequestRequest) -> Result<Wish, Failure> {
    let mut found = Violations::default();
    let product: Option<ProductId> = found.id("product", &request.product_id);
    let combination: Option<CombinationId> = found.optional_id("combination", &request.combination_id);
    let phone = found.check("phone", "form.validation.phone", Phone::parse(&request.phone));
    let name = written("name", &request.name, LONGEST_NAME, is_line, &mut found);
    let wish = product.zip(phone).zip(name).map(|((product, phone), name)| Wish {
        item: StockKey { product, combination },
        phone,
        name,
    });
    checked(wish, found)
}

fn item_filter(request: &proto::ListRestockItemsRequest) -> Result<ItemFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let sort = match request.sort.as_str() {
        "" => Some(ItemSort::default()),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let available = request.available;
    checked(page.zip(sort).map(|(page, sort)| ItemFilter { page, available, sort }), found)
}

fn request_filter(request: &proto::ListRestockRequestsRequest) -> Result<RequestFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let product = found.optional_id("product", &request.product_id);
    let combination = found.optional_id("combination", &request.combination_id);
    let told = request.told;
    checked(page.map(|page| RequestFilter { page, product, combination, told }), found)
}

fn item_message(item: RestockItem) -> proto::RestockItem {
    let RestockItem { wanted, waiting, since, last_at } = item;
    proto::RestockItem {
        product_id: wanted.item.product.to_string(),
        combination_id: wanted.item.combination.map(|id| id.to_string()).unwrap_or_default(),
        product_name: Some(localized_to_proto(&wanted.product_name)),
        combination_name: Some(localized_to_proto(&wanted.combination_name)),
        waiting,
        since: rfc3339(since),
        last_at: rfc3339(last_at),
        available: wanted.available,
    }
}

fn request_message(request: RestockRequest) -> proto::RestockRequest {
    let RestockRequest { id, version, wanted, phone, name, asked_at, told_at } = request;
    proto::RestockRequest {
        id: id.to_string(),
        version,
        product_id: wanted.item.product.to_string(),
        combination_id: wanted.item.combination.map(|id| id.to_string()).unwrap_or_default(),
        product_name: Some(localized_to_proto(&wanted.product_name)),
        combination_name: Some(localized_to_proto(&wanted.combination_name)),
        phone,
        name,
        asked_at: rfc3339(asked_at),
        told_at: told_at.map(rfc3339).unwrap_or_default(),
        available: wanted.available,
    }
}
