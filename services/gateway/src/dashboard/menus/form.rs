//! The menu item's form as `FormData` (spec 7).

use std::str::FromStr;

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use utoipa::ToSchema;

use crate::extract::unread;
use crate::problem::Problem;

/// An item as it shall be, whole; where it stands is read of a new one alone.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form; it is read as a stream")]
pub struct MenuItemForm {
    /// The version read, 0 for an item that is made; another one in the shop is a 409 with the present item.
    version: u64,
    /// `main` or `footer`.
    menu: String,
    /// Id of the item that a new one stands below; empty for the top.
    #[schema(required = false)]
    parent_id: String,
    /// `ProductCategory`, `Brand`, `Product`, `Link`, `Cms`, `BlogCategory`, `BlogPost`, `collectionPage`, or a page that every
    /// shop has: `3` home, `4` new, `5` featured, `6` search, `8` cart, `10` order tracking.
    #[schema(rename = "type")]
    kind: String,
    /// Id of what it leads to, of a type that names a thing.
    #[schema(required = false)]
    target_id: String,
    /// Of a `Link`: a path of the shop, or an address that begins with https://.
    #[schema(required = false)]
    link: String,
    /// 80 characters at most; where it is empty, the name of what it leads to. A `Link` has one.
    #[schema(rename = "label.fr", required = false)]
    label_fr: String,
    /// The same in Arabic.
    #[schema(rename = "label.ar", required = false)]
    label_ar: String,
    /// The same in English.
    #[schema(rename = "label.en", required = false)]
    label_en: String,
    /// Whether it draws attention: `true` or `false`.
    #[schema(required = false)]
    accent: bool,
    /// Whether shoppers see it: `true` or `false`.
    is_active: bool,
}

/// The form, read; its item has no id yet.
pub struct Form(pub proto::MenuItem);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let form = Multipart::from_request(request, state).await;
        let form = form.map_err(|refused| {
            Problem::new(refused.status(), "unsupported_media_type", refused.body_text())
        })?;
        read(form).await.map(Self)
    }
}

async fn read(mut form: Multipart) -> Result<proto::MenuItem, Problem> {
    let (mut item, mut label) = (proto::MenuItem::default(), LocalizedText::default());
    let (mut version, mut active) = (None, None);
    while let Some(field) = form.next_field().await.map_err(|error| unread("type", &error))? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "version" => version = Some(parsed(&name, field).await?),
            "menu" => item.menu = text(&name, field).await?,
            "parentId" => item.parent_id = text(&name, field).await?,
            "type" => item.r#type = text(&name, field).await?,
            "targetId" => item.target_id = text(&name, field).await?,
            "link" => item.link = text(&name, field).await?,
            "label.fr" => label.fr = text(&name, field).await?,
            "label.ar" => label.ar = text(&name, field).await?,
            "label.en" => label.en = text(&name, field).await?,
            "accent" => item.accent = parsed(&name, field).await?,
            "isActive" => active = Some(parsed(&name, field).await?),
            _ => {
                return Err(Problem::field(
                    name,
                    "form.validation.unknownField",
                    "the form has no such field",
                ));
            }
        }
    }
    item.version = version.ok_or_else(|| missing("version"))?;
    item.active = active.ok_or_else(|| missing("isActive"))?;
    Ok(proto::MenuItem { label: Some(label), ..item })
}

fn missing(field: &str) -> Problem {
    Problem::field(field, "form.validation.required", "the form has no such field")
}

async fn text(name: &str, field: Field<'_>) -> Result<String, Problem> {
    let text = field.text().await.map_err(|error| unread(name, &error))?;
    if text.contains('\0') {
        return Err(Problem::field(name, "form.validation.text", "a text has no NUL character"));
    }
    Ok(text)
}

/// A number, `true` or `false`.
async fn parsed<T: FromStr>(name: &str, field: Field<'_>) -> Result<T, Problem> {
    let wrong = |_| Problem::field(name, "form.validation.format", "the field can't be read");
    text(name, field).await?.trim().parse().map_err(wrong)
}
