//! The gRPC interface of files of products.

use prost::Message as _;
use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::product_files_server::ProductFiles as Service;
use souk_rpc::{Failure, Violations, actor};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use super::{ProductFiles, Step};
use crate::products::{Product, list_filter, product_message};
use crate::reference::ReferenceData;

/// Bytes after which an answer takes no further product: one may have two megabytes of texts and combinations, and a caller takes four.
const MOST_BYTES: usize = 1024 * 1024;
/// Products of one request to take some in: they are done within the time of a call.
const MOST_IMPORTED: usize = 20;

pub struct ProductFilesRpc {
    files: ProductFiles,
}

impl ProductFilesRpc {
    pub fn new(files: ProductFiles) -> Self {
        Self { files }
    }
}

#[tonic::async_trait]
impl Service for ProductFilesRpc {
    async fn list_whole_products(
        &self,
        request: Request<proto::ListWholeProductsRequest>,
    ) -> Result<Response<proto::ListWholeProductsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let request = request.into_inner();
        let after = request.after;
        let filter = list_filter(&proto::ListProductsRequest {
            query: request.query,
            category_id: request.category_id,
            brand_id: request.brand_id,
            active: request.active,
            tag: request.tag,
            ..Default::default()
        })?;
        let step = self.files.step(filter, after).await.map_err(Failure::from)?;
        Ok(Response::new(step_message(&step, self.files.context.clock.now())))
    }

    async fn import_products(
        &self,
        request: Request<proto::ImportProductsRequest>,
    ) -> Result<Response<proto::ImportProductsResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        if request.products.len() > MOST_IMPORTED {
            found.push("products", "form.validation.tooMany", format!("{MOST_IMPORTED} products at most"));
        }
        found.into_result("invalid_request")?;
        let mut products = Vec::with_capacity(request.products.len());
        for wanted in &request.products {
            products.push(self.files.import(&actor, wanted, request.check_only).await?);
        }
        Ok(Response::new(proto::ImportProductsResponse { products }))
    }
}

fn step_message(step: &Step, now: OffsetDateTime) -> proto::ListWholeProductsResponse {
    let (mut products, mut bytes) = (Vec::new(), 0);
    let mut last = None;
    for (product, next) in &step.products {
        if bytes > MOST_BYTES {
            break;
        }
        let message = whole_message(product, &step.reference, now);
        bytes += message.encoded_len();
        products.push(message);
        last = Some(*next);
    }
    let more = step.more || products.len() < step.products.len();
    proto::ListWholeProductsResponse { products, next: last.filter(|_| more).unwrap_or_default() }
}

fn whole_message(product: &Product, reference: &ReferenceData, now: OffsetDateTime) -> proto::WholeProduct {
    let category = reference.categories.get(product.category);
    proto::WholeProduct {
        product: Some(product_message(product, reference, now)),
        category_slug: category.map(|category| category.slug.clone()).unwrap_or_default(),
        brand_slug: reference.brand(product.brand).map(|brand| brand.slug.clone()).unwrap_or_default(),
    }
}
