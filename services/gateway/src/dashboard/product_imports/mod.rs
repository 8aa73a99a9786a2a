//! Products from a file: sent in portions, checked, then taken in, and taken back where that was wrong; each of these is a job, which
//! goes on when the page is closed.

pub mod columns;
mod lines;
pub mod missing;
pub mod pictures;

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome as Imported;
use souk_proto::catalog::v1::undone_product::Outcome as Undone;
use souk_rpc::{Actor, Failure, Violations};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use super::jobs::JobView;
use super::product_columns::Column;
use crate::extract::{self, Query, id};
use crate::jobs::{NewJob, NewRow, Outcome, Row, Submission};
use crate::problem::{Problem, ProblemBody};
use crate::product_imports::{
    CHECK, Fault, FileProduct, IMPORT, Import, MOST_PORTIONS, MOST_PRODUCTS, PortionProduct, Report, Step,
    UNDO,
};
use crate::state::App;

/// Products that are asked for together: they are done within the time of a call.
const TOGETHER: usize = 20;
/// Longest name of a file, in characters.
const LONGEST_NAME: usize = 200;
/// Longest cell, in characters: longer than any text of a product.
const LONGEST_CELL: usize = 60_000;
/// Combinations that one product may have.
const MOST_COMBINATIONS: usize = 2_000;

/// An import to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProductImport {
    /// Chosen by the caller, a UUID: the same one again opens no second import.
    pub id: String,
    /// Of the file; 200 characters at most.
    pub name: String,
    /// In how many portions it comes; 1,000 at most.
    pub portions: u32,
    /// What its columns are, remembered for the next file of the same heads.
    #[serde(default)]
    pub columns: Option<columns::FileColumns>,
}

/// A part of a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProductPortion {
    /// 1 to 100 products, each whole.
    pub products: Vec<FileProduct>,
}

/// How far an import is.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductImportView {
    /// UUID.
    pub id: String,
    /// Of the file.
    pub name: String,
    /// `open` while portions are sent, `checking`, `checked`, `importing`, `done`, `undoing`, `undone`.
    pub phase: String,
    /// Portions in all.
    pub portions: u32,
    /// Portions that the present step is done to.
    pub settled: u32,
    /// Products that are new; of an undo those that are gone again.
    pub made: u32,
    /// Products that become otherwise; of an undo those that are as they were.
    pub changed: u32,
    /// Products that are so already; of an undo those that the import made and that are kept, no longer sold, because something names them.
    pub same: u32,
    /// Products that can't be taken in; of an undo those that somebody changed since.
    pub refused: u32,
}

/// Where to look for refused products.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RefusedQuery {
    /// `next` of the answer before; 0 where it is left out.
    #[serde(default)]
    from: u32,
}

/// Some refused products.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedProducts {
    /// As the file says them; 100 at most.
    pub products: Vec<FileProduct>,
    /// What is wrong with their lines.
    pub faults: Vec<Fault>,
    /// Where to look for more; null where there are none.
    pub next: Option<u32>,
}

/// Opens an import, which is kept for a week.
#[utoipa::path(post, path = "/dashboard/api/product-imports", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = NewProductImport,
    responses((status = 201, body = ProductImportView)))]
pub async fn open_product_import(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewProductImport>,
) -> Result<(StatusCode, Json<ProductImportView>), Problem> {
    let mut violations = Violations::default();
    let id = violations.id::<Uuid>("id", &body.id);
    if body.name.chars().count() > LONGEST_NAME {
        violations.push("name", "form.validation.tooLong", format!("{LONGEST_NAME} characters at most"));
    }
    if !(1..=MOST_PORTIONS).contains(&body.portions) {
        violations.push("portions", "form.validation.tooMany", format!("1 to {MOST_PORTIONS} portions"));
    }
    let columns = body.columns.and_then(|columns| columns.read(&mut violations));
    violations.into_result("imports.invalid")?;
    let (id, employee) = (id.unwrap_or_default(), staff.employee.id);
    let import = app.product_imports.open(employee, id, &body.name, body.portions, columns.as_ref()).await?;
    Ok((StatusCode::CREATED, Json(import.into())))
}

/// Takes a portion of the file; sent again, it replaces what it was before.
#[utoipa::path(put, path = "/dashboard/api/product-imports/{id}/portions/{position}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The import's id"),
        ("position" = u32, Path, description = "Which portion, from 0")),
    request_body = ProductPortion, responses((status = 204), (status = 409, body = ProblemBody,
        description = "`imports.not_ready`; `imports.too_large`: 128 MB in all portions at most")))]
pub async fn put_product_portion(
    State(app): State<App>,
    staff: Staff,
    Path((import, position)): Path<(String, String)>,
    extract::Json(body): extract::Json<ProductPortion>,
) -> Result<StatusCode, Problem> {
    let import = id::<Uuid>("id", &import)?;
    let position = id::<u32>("position", &position)?;
    check(&body.products)?;
    app.product_imports.put(staff.employee.id, import, position.min(MOST_PORTIONS), body.products).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far an import is, and what becomes of its products.
#[utoipa::path(get, path = "/dashboard/api/product-imports/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The import's id")),
    responses((status = 200, body = ProductImportView)))]
pub async fn get_product_import(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
) -> Result<Json<ProductImportView>, Problem> {
    let import = app.product_imports.read(staff.employee.id, id("id", &import)?).await?;
    Ok(Json(import.into()))
}

/// Products of an import that can't be taken in, some at a time.
#[utoipa::path(get, path = "/dashboard/api/product-imports/{id}/refused", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The import's id"), RefusedQuery),
    responses((status = 200, body = RefusedProducts)))]
pub async fn get_refused_products(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
    Query(query): Query<RefusedQuery>,
) -> Result<Json<RefusedProducts>, Problem> {
    let import = id::<Uuid>("id", &import)?;
    let found = app.product_imports.refused(staff.employee.id, import, query.from).await?;
    let Some(found) = found else {
        return Ok(Json(RefusedProducts { products: Vec::new(), faults: Vec::new(), next: None }));
    };
    let at_fault = |line: u32| found.faults.iter().any(|fault| fault.line == line);
    let is_refused =
        |said: &FileProduct| at_fault(said.line) || said.combinations.iter().any(|own| at_fault(own.line));
    let products = found.content.into_iter().map(|own| own.said).filter(is_refused).collect();
    Ok(Json(RefusedProducts { products, faults: found.faults, next: Some(found.position + 1) }))
}

/// Tells what would become of the products, once all portions are here; begun again, it is the same job.
#[utoipa::path(post, path = "/dashboard/api/product-imports/{id}/check", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The import's id")),
    responses((status = 202, body = JobView)))]
pub async fn check_product_import(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    begin(&app, &staff, id("id", &import)?, Step::Check).await
}

/// Takes the products in, once they were checked; begun again, it is the same job.
#[utoipa::path(post, path = "/dashboard/api/product-imports/{id}/start", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The import's id")),
    responses((status = 202, body = JobView)))]
pub async fn start_product_import(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    begin(&app, &staff, id("id", &import)?, Step::Import).await
}

/// Takes back what the import made and changed, once it is done; begun again, it is the same job. What somebody changed since stays.
#[utoipa::path(post, path = "/dashboard/api/product-imports/{id}/undo", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The import's id")),
    responses((status = 202, body = JobView)))]
pub async fn undo_product_import(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    begin(&app, &staff, id("id", &import)?, Step::Undo).await
}

async fn begin(
    app: &App,
    staff: &Staff,
    import: Uuid,
    step: Step,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let employee = staff.employee.id;
    let kind = match step {
        Step::Check => CHECK,
        Step::Import => IMPORT,
        Step::Undo => UNDO,
    };
    let submission = Submission::new(format!("{kind}:{import}"), import.as_bytes());
    if let Some(job) = app.jobs.submitted(employee, &submission).await? {
        return Ok((StatusCode::ACCEPTED, Json(job.into())));
    }
    let portions = app.product_imports.begin(employee, import, step).await?;
    let mut first = 1;
    let row = |(subject, products): (Uuid, i32)| {
        let label = format!("{first}–{}", first + products - 1);
        first += products;
        NewRow { subject, label, version: 0, input: Value::Null }
    };
    let mut rows: Vec<NewRow> = portions.into_iter().map(row).collect();
    if step == Step::Undo {
        // The last change first: what a later portion took is free again for the one that gave it up.
        rows.reverse();
    }
    let job = NewJob { kind, detail: import.to_string(), rows };
    let job = app.jobs.start(employee, &staff.actor, &submission, &job).await?;
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Does a step of an import to one portion; the same again changes nothing.
pub async fn work(app: &App, actor: &Actor, (step, import): (Step, &str), row: &Row) -> Outcome {
    let done = match step {
        Step::Undo => take_back(app, actor, row.subject).await,
        Step::Check | Step::Import => go_through(app, actor, (step, import), row.subject).await,
    };
    done.map_or_else(|failure| Outcome::of(&failure), |()| Outcome::Done)
}

/// Tells the products of portions that are refused as a whole, by who may not or since nobody answers: they are in the file of errors, and
/// what was done of the import can be undone. Tried again, the portion says what became of it.
pub async fn give_up(app: &App, outcomes: &[(Row, Outcome)]) -> Result<(), Failure> {
    for (row, outcome) in outcomes {
        let Outcome::Refused { code, .. } = outcome else { continue };
        let products = match app.product_imports.portion(row.subject).await {
            // A newer release may have stored it. That nobody can say which products they are must not hold up all other imports.
            Err(failure) if is_unreadable(&failure) => {
                tracing::warn!(portion.id = %row.subject, error.cause = %failure, "what was refused can't be read");
                app.product_imports.refuse(row.subject).await?;
                continue;
            }
            products => products?.unwrap_or_default(),
        };
        let mut report = Report::default();
        for PortionProduct { said: FileProduct { line, .. }, .. } in products {
            report.refuse([Fault { line, column: String::new(), code: code.clone() }]);
        }
        app.product_imports.settle(row.subject, Step::Import, &report).await?;
    }
    Ok(())
}

fn is_unreadable(failure: &Failure) -> bool {
    let cause = failure.cause.as_ref().and_then(|cause| cause.downcast_ref::<sqlx::Error>());
    cause.is_some_and(|cause| matches!(cause, sqlx::Error::ColumnDecode { .. }))
}

async fn take_back(app: &App, actor: &Actor, portion: Uuid) -> Result<(), Failure> {
    let mut report = Report::default();
    let mut after = 0;
    loop {
        let request = proto::UndoImportRequest { portion_id: portion.to_string(), after };
        let answer = app.neighbours.by(actor).product_files()?.undo_import(request).await?.into_inner();
        for undone in answer.products {
            match undone.outcome() {
                Undone::Removed => report.tally.made += 1,
                Undone::Restored => report.tally.changed += 1,
                Undone::Archived => report.tally.same += 1,
                Undone::Refused | Undone::Unspecified => {
                    report.refuse([Fault { line: undone.line, column: String::new(), code: undone.code }]);
                }
            }
        }
        if answer.next <= after {
            break;
        }
        after = answer.next;
    }
    app.catalog.reads().drop_soon();
    app.product_imports.settle(portion, Step::Undo, &report).await
}

async fn go_through(
    app: &App,
    actor: &Actor,
    (step, import): (Step, &str),
    portion: Uuid,
) -> Result<(), Failure> {
    let Some(products) = app.product_imports.portion(portion).await? else { return Ok(()) };
    let mut report = Report::default();
    let mut sound: Vec<(PortionProduct, proto::FileProduct)> = Vec::with_capacity(products.len());
    for product in products {
        match lines::read(product.id, &product.said) {
            Ok(sent) => sound.push((product, sent)),
            Err(faults) => report.refuse(faults),
        }
    }
    for some in sound.chunks(TOGETHER) {
        let request = proto::ImportProductsRequest {
            products: some.iter().map(|(_, sent)| sent.clone()).collect(),
            check_only: step == Step::Check,
            import_id: import.to_owned(),
            portion_id: portion.to_string(),
        };
        let answer = app.neighbours.by(actor).product_files()?.import_products(request).await?.into_inner();
        for ((product, sent), imported) in some.iter().zip(answer.products) {
            match imported.outcome() {
                Imported::Made => report.tally.made += 1,
                Imported::Changed => report.tally.changed += 1,
                Imported::Same => report.tally.same += 1,
                Imported::Refused | Imported::Unspecified => {
                    let faults = imported.faults.into_iter();
                    let faults: Vec<Fault> =
                        faults.map(|fault| lines::fault(&product.said, sent, fault)).collect();
                    faults
                        .iter()
                        .filter_map(|fault| missing::unknown(sent, fault))
                        .for_each(|name| report.lack(name));
                    report.refuse(faults);
                }
            }
        }
    }
    if step == Step::Import {
        app.catalog.reads().drop_soon();
    }
    app.product_imports.settle(portion, step, &report).await
}

/// Whether a portion can be kept; what is wrong with its cells themselves is told by the check.
fn check(products: &[FileProduct]) -> Result<(), Problem> {
    let mut violations = Violations::default();
    if products.is_empty() {
        violations.push("products", "form.validation.required", "no product is named");
    }
    if products.len() > MOST_PRODUCTS {
        violations.push("products", "form.validation.tooMany", format!("{MOST_PRODUCTS} products at most"));
    }
    for (at, product) in products.iter().enumerate() {
        if product.combinations.len() > MOST_COMBINATIONS {
            let text = format!("{MOST_COMBINATIONS} combinations at most");
            violations.push(format!("products[{at}].combinations"), "form.validation.tooMany", text);
        }
        let combinations = product.combinations.iter().flat_map(|own| &own.cells);
        let mut cells = product.cells.iter().chain(combinations);
        if cells.clone().any(|(name, _)| name.parse::<Column>().is_err()) {
            violations.push(format!("products[{at}].cells"), "form.validation.unknown", "an unknown column");
        }
        if cells.any(|(_, cell)| cell.chars().count() > LONGEST_CELL) {
            let text = format!("{LONGEST_CELL} characters at most");
            violations.push(format!("products[{at}].cells"), "form.validation.tooLong", text);
        }
    }
    violations.into_result("imports.invalid")?;
    Ok(())
}

impl From<Import> for ProductImportView {
    fn from(import: Import) -> Self {
        let tally = import.tally;
        Self {
            id: import.id.to_string(),
            name: import.name,
            phase: <&str>::from(import.phase).to_owned(),
            portions: import.portions,
            settled: import.settled,
            made: tally.made,
            changed: tally.changed,
            same: tally.same,
            refused: tally.refused,
        }
    }
}
