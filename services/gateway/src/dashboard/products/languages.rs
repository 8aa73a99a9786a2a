//! The texts of a product in one language, as the specification's form sends them.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Kind, Violations};
use utoipa::ToSchema;

use super::{read_product, reread};
use crate::dashboard::access::Staff;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Words of the specification (spec 8).
const SAVED: &str = "Language updated successfully";
const MISSING: &str = "Please fill in all required fields.";
const FAILED: &str = "An error occurred while updating the language.";

/// What the form of a language sends (spec 7). All four are required, more than spaces (spec 5).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LanguageForm {
    /// The product's version that was read; another one in the shop is a 409 with the present product. Left out: whichever it has.
    #[serde(default)]
    pub version: Option<u64>,
    /// At most 300 characters.
    pub name: String,
    /// One line.
    pub short_description: String,
    /// At most 300 characters.
    pub seo_title: String,
    /// For search engines.
    pub seo_description: String,
}

/// What became of a form (spec 7).
#[derive(Debug, Serialize, ToSchema)]
pub struct LanguageSaved {
    /// Always `ok`: what is refused is a problem.
    pub status: &'static str,
    /// In English, as the specification words it.
    pub message: &'static str,
}

/// Saves the texts of a product in one language (spec 7); its long description stays.
#[utoipa::path(post, path = "/dashboard/api/products/{id}/languages/{language}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id"),
        ("language" = String, Path, description = "`fr`, `ar` or `en`")),
    request_body = LanguageForm, responses((status = 200, body = LanguageSaved),
        (status = 409, body = ProblemBody, description = "`current` is the present product")))]
pub async fn save_language(
    State(app): State<App>,
    staff: Staff,
    Path((product_id, language)): Path<(String, String)>,
    extract::Json(form): extract::Json<LanguageForm>,
) -> Result<Json<LanguageSaved>, Problem> {
    let product = id::<ProductId>("id", &product_id)?;
    let language = id::<Language>("language", &language)?;
    form.check()?;
    save(&app, &staff, (product, language), form).await.map_err(|problem| match problem.kind() {
        Kind::Internal | Kind::Unavailable => problem.worded(FAILED),
        _ => problem,
    })?;
    Ok(Json(LanguageSaved { status: "ok", message: SAVED }))
}

async fn save(
    app: &App,
    staff: &Staff,
    (product, language): (ProductId, Language),
    form: LanguageForm,
) -> Result<(), Problem> {
    let known = read_product(app, staff, product).await?;
    let before = known.texts.into_iter().find(|text| text.language == language.code()).unwrap_or_default();
    let text = proto::ProductText {
        language: language.to_string(),
        name: form.name.trim().to_owned(),
        short_description: form.short_description.trim().to_owned(),
        seo_title: form.seo_title.trim().to_owned(),
        seo_description: form.seo_description.trim().to_owned(),
        ..before
    };
    let request = proto::UpdateProductRequest {
        id: product.to_string(),
        version: form.version.unwrap_or(known.version),
        texts: vec![text],
        ..Default::default()
    };
    let answer = app.neighbours.by(&staff.actor).products()?.update_product(request).await;
    reread(app, staff, (product, language), answer).await.map(|_| ())
}

impl LanguageForm {
    /// Names all that is empty.
    fn check(&self) -> Result<(), Problem> {
        let texts = [
            ("name", &self.name),
            ("shortDescription", &self.short_description),
            ("seoTitle", &self.seo_title),
            ("seoDescription", &self.seo_description),
        ];
        let mut found = Violations::default();
        for (field, text) in texts {
            if text.trim().is_empty() {
                found.push(field, "form.validation.required", "more than spaces is required");
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        Err(Problem::from(Failure::invalid("invalid_request", found)).worded(MISSING))
    }
}
