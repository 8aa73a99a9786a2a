//! The gRPC interface of files of products.

use prost::Message as _;
use souk_kernel::{EmployeeId, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::product_files_server::ProductFiles as Service;
use souk_rpc::{Actor, Failure, Kind, Violations, actor};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{MOST_MADE, Missing, Names, ProductFiles, Run, Step, Undone, UndoneTo};
use crate::products::{Product, list_filter, product_message, told_to};
use crate::reference::ReferenceData;
use crate::remote_pictures;

/// Bytes after which an answer takes no further product: one may have two megabytes of texts and combinations, and a caller takes four.
const MOST_BYTES: usize = 1024 * 1024;
/// Products of one request to take some in: they are done within the time of a call.
const MOST_IMPORTED: usize = 20;
/// Names of categories and brands of one request to tell what is missing.
const MOST_NAMES: usize = 2_000;

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
        let actor = actor(&request)?;
        actor.require(Permission::CatalogRead)?;
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
        Ok(Response::new(step_message(&step, &actor, self.files.context.clock.now())))
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
        let import = found.optional_id::<Uuid>("importId", &request.import_id);
        let portion = found.optional_id::<Uuid>("portionId", &request.portion_id);
        found.into_result("invalid_request")?;
        let run = Run { check_only: request.check_only, import: import.zip(portion) };
        let products = self.files.import(&actor, &request.products, run).await?;
        Ok(Response::new(proto::ImportProductsResponse { products }))
    }

    async fn list_missing(
        &self,
        request: Request<proto::ListMissingRequest>,
    ) -> Result<Response<proto::ListMissingResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let proto::ListMissingRequest { categories, brands } = request.into_inner();
        let names = Names { categories, brands };
        few(&names, MOST_NAMES)?;
        let Missing { categories, brands, more } =
            self.files.missing(&names).await.map_err(souk_database::failure)?;
        Ok(Response::new(proto::ListMissingResponse {
            categories: categories.into_iter().map(|(way, _)| way).collect(),
            brands: brands.into_iter().map(|brand| brand.name).collect(),
            more,
        }))
    }

    async fn make_missing(
        &self,
        request: Request<proto::MakeMissingRequest>,
    ) -> Result<Response<proto::MakeMissingResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let proto::MakeMissingRequest { categories, brands } = request.into_inner();
        let names = Names { categories, brands };
        few(&names, MOST_MADE)?;
        let mut found = Violations::default();
        names.check(&mut found);
        found.into_result("invalid_request")?;
        let made = self.files.make_missing(&actor, &names).await?;
        Ok(Response::new(proto::MakeMissingResponse { made: u32::try_from(made).unwrap_or(u32::MAX) }))
    }

    async fn get_import_pictures(
        &self,
        request: Request<proto::GetImportPicturesRequest>,
    ) -> Result<Response<proto::GetImportPicturesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let import = found.id::<Uuid>("importId", &request.import_id);
        found.into_result("invalid_request")?;
        let told = async {
            let mut conn = self.files.context.pool.acquire().await?;
            remote_pictures::of_import(&mut conn, import.unwrap_or_default(), request.after).await
        };
        let (tally, failed, more) = told.await.map_err(souk_database::failure)?;
        let last = failed.last().map(|failed| failed.number);
        let missed = failed.into_iter().map(|failed| proto::MissedPicture {
            line: failed.line,
            product_id: failed.product.to_string(),
            address: failed.address,
            code: failed.code,
        });
        Ok(Response::new(proto::GetImportPicturesResponse {
            waiting: tally.waiting,
            had: tally.had,
            refused: tally.refused,
            missed: missed.collect(),
            next: last.filter(|_| more).unwrap_or_default(),
        }))
    }

    async fn end_import_pictures(
        &self,
        request: Request<proto::EndImportPicturesRequest>,
    ) -> Result<Response<proto::EndImportPicturesResponse>, Status> {
        require_system(&actor(&request)?)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let employee = found.id::<EmployeeId>("employeeId", &request.employee_id);
        found.into_result("invalid_request")?;
        let ended = async {
            let Some(employee) = employee else { return Ok(false) };
            let mut conn = self.files.context.pool.acquire().await?;
            remote_pictures::end_of(&mut conn, employee, self.files.context.clock.now()).await
        };
        let more = ended.await.map_err(souk_database::failure)?;
        Ok(Response::new(proto::EndImportPicturesResponse { more }))
    }

    async fn undo_import(
        &self,
        request: Request<proto::UndoImportRequest>,
    ) -> Result<Response<proto::UndoImportResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let portion = found.id::<Uuid>("portionId", &request.portion_id);
        found.into_result("invalid_request")?;
        let undone = self.files.undo(&actor, portion.unwrap_or_default(), request.after).await?;
        let (undone, more) = undone;
        let told = u32::try_from(undone.len()).unwrap_or(u32::MAX).saturating_add(request.after);
        let next = if more { told } else { 0 };
        let products = undone.into_iter().map(undone_message).collect();
        Ok(Response::new(proto::UndoImportResponse { products, next }))
    }
}

fn few(names: &Names, most: usize) -> Result<(), Failure> {
    let mut found = Violations::default();
    if names.categories.len() + names.brands.len() > most {
        found.push("categories", "form.validation.tooMany", format!("{most} at most with the brands"));
    }
    found.into_result("invalid_request")
}

fn require_system(actor: &Actor) -> Result<(), Failure> {
    if actor.system {
        return Ok(());
    }
    Err(Failure::new(Kind::Forbidden, "forbidden", "only the shop itself ends what its staff began"))
}

fn step_message(step: &Step, actor: &Actor, now: OffsetDateTime) -> proto::ListWholeProductsResponse {
    let (mut products, mut bytes) = (Vec::new(), 0);
    let mut last = None;
    for (product, next) in &step.products {
        if bytes > MOST_BYTES {
            break;
        }
        let message = whole_message(product, actor, &step.reference, now);
        bytes += message.encoded_len();
        products.push(message);
        last = Some(*next);
    }
    let more = step.more || products.len() < step.products.len();
    proto::ListWholeProductsResponse { products, next: last.filter(|_| more).unwrap_or_default() }
}

fn whole_message(
    product: &Product,
    actor: &Actor,
    reference: &ReferenceData,
    now: OffsetDateTime,
) -> proto::WholeProduct {
    let category = reference.categories.get(product.category);
    proto::WholeProduct {
        product: Some(told_to(actor, product_message(product, reference, now))),
        category_slug: category.map(|category| category.slug.clone()).unwrap_or_default(),
        brand_slug: reference.brand(product.brand).map(|brand| brand.slug.clone()).unwrap_or_default(),
    }
}

fn undone_message(undone: Undone) -> proto::UndoneProduct {
    use proto::undone_product::Outcome;
    let (outcome, code) = match undone.became {
        Ok(UndoneTo::Restored) => (Outcome::Restored, String::new()),
        Ok(UndoneTo::Removed) => (Outcome::Removed, String::new()),
        Ok(UndoneTo::Archived) => (Outcome::Archived, String::new()),
        Err(code) => (Outcome::Refused, code),
    };
    proto::UndoneProduct {
        line: undone.line,
        product_id: undone.product.to_string(),
        outcome: outcome.into(),
        code,
    }
}
