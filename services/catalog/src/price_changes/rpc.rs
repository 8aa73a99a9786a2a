//! The gRPC interface of what prices were.

use souk_kernel::{CombinationId, EmployeeId, Money, Permission, ProductId, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::price_changes_server::PriceChanges as Service;
use souk_proto::common::v1::Actor;
use souk_rpc::{Violations, actor};
use tonic::{Request, Response, Status};

use super::{Kept, PriceChanges};
use crate::failure::checked;

pub struct PriceChangesRpc {
    changes: PriceChanges,
}

impl PriceChangesRpc {
    pub fn new(changes: PriceChanges) -> Self {
        Self { changes }
    }
}

#[tonic::async_trait]
impl Service for PriceChangesRpc {
    async fn list_price_changes(
        &self,
        request: Request<proto::ListPriceChangesRequest>,
    ) -> Result<Response<proto::ListPriceChangesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let product = found.id::<ProductId>("productId", &request.product_id);
        let (product, page) = checked(product.zip(found.page(request.page)), found)?;
        let (changes, total) = self.changes.list(product, page).await.map_err(souk_database::failure)?;
        let changes = changes.into_iter().map(message).collect();
        Ok(Response::new(proto::ListPriceChangesResponse { changes, total: total.rows, more: total.more }))
    }
}

fn message(kept: Kept) -> proto::PriceChange {
    let id = kept.employee.as_ref().map(EmployeeId::to_string).unwrap_or_default();
    proto::PriceChange {
        combination_id: kept.change.combination.as_ref().map(CombinationId::to_string).unwrap_or_default(),
        at: rfc3339(kept.at),
        before: kept.change.before.map(Money::centimes),
        after: kept.change.after.centimes(),
        by: Some(Actor { id, name: kept.name }),
    }
}
