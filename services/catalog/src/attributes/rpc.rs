//! The gRPC interface of attributes.

use std::collections::HashSet;

use souk_kernel::{AttributeId, Permission, Slug};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::attributes_server::Attributes as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::model::{MOST_KEPT_OPTIONS, MOST_NEW_PICTURES, MOST_OPTIONS};
use super::{Attribute, AttributeOption, Attributes, Edit, Input, Pictures};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse;
use crate::search::fold;

pub struct AttributesRpc {
    attributes: Attributes,
}

impl AttributesRpc {
    pub fn new(attributes: Attributes) -> Self {
        Self { attributes }
    }

    async fn attribute(&self, id: AttributeId) -> Result<Response<proto::Attribute>, Status> {
        Ok(Response::new(message(self.attributes.get(id).await.map_err(Failure::from)?)))
    }
}

#[tonic::async_trait]
impl Service for AttributesRpc {
    async fn list_attributes(
        &self,
        request: Request<proto::ListAttributesRequest>,
    ) -> Result<Response<proto::ListAttributesResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let attributes = self.attributes.list().await.map_err(Failure::from)?;
        let attributes = attributes.into_iter().map(message).collect();
        Ok(Response::new(proto::ListAttributesResponse { attributes }))
    }

    async fn get_attribute(
        &self,
        request: Request<proto::GetAttributeRequest>,
    ) -> Result<Response<proto::Attribute>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.attribute(id).await
    }

    async fn create_attribute(
        &self,
        request: Request<proto::CreateAttributeRequest>,
    ) -> Result<Response<proto::Attribute>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (attribute, pictures) = new_attribute(request.into_inner())?;
        let id = attribute.id;
        self.attributes.create(&actor, attribute, pictures).await.map_err(Failure::from)?;
        self.attribute(id).await
    }

    async fn update_attribute(
        &self,
        request: Request<proto::UpdateAttributeRequest>,
    ) -> Result<Response<proto::Attribute>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let id = found.id("id", &request.id);
        let name = request.name.and_then(|name| parse::name("name", Some(name), &mut found));
        let (options, pictures) =
            request.options.map(|given| options(given.options, MOST_KEPT_OPTIONS, &mut found)).unzip();
        let id = checked(id, found)?;
        let (edit, pictures) = (Edit { name, options }, pictures.unwrap_or_default());
        self.attributes.update(&actor, (id, request.version), edit, pictures).await.map_err(Failure::from)?;
        self.attribute(id).await
    }

    async fn delete_attribute(
        &self,
        request: Request<proto::DeleteAttributeRequest>,
    ) -> Result<Response<proto::DeleteAttributeResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.attributes.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteAttributeResponse {}))
    }
}

fn new_attribute(request: proto::CreateAttributeRequest) -> Result<(Attribute, Pictures), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let name = parse::name("name", request.name, &mut found);
    let kind = name.as_ref().and_then(|name| {
        let kind = Slug::from_name(&name.fr).ok_or("the French name has no letter");
        found.check("name.fr", "form.validation.required", kind)
    });
    let input: Option<Input> =
        found.check("input", "form.validation.unknown", request.input.parse().map_err(|_| "text or color"));
    let (options, pictures) = options(request.options, MOST_OPTIONS, &mut found);
    let parts = id.zip(kind).zip(name.zip(input));
    let attribute = parts.map(|((id, kind), (name, input))| Attribute {
        id,
        version: 1,
        kind: kind.to_string(),
        input,
        name,
        options,
    });
    checked(attribute.map(|attribute| (attribute, pictures)), found)
}

/// The options, and the picture that each shall have.
fn options(
    given: Vec<proto::AttributeOption>,
    most: usize,
    found: &mut Violations,
) -> (Vec<AttributeOption>, Pictures) {
    if given.len() > most {
        found.push("options", "form.validation.tooMany", format!("{most} options at most"));
        return (Vec::new(), Vec::new());
    }
    let (mut ids, mut names) = (HashSet::new(), HashSet::new());
    let (mut read, mut pictures) = (Vec::new(), Vec::new());
    for (at, option) in given.into_iter().enumerate() {
        let id = found.id(format!("options[{at}].id"), &option.id);
        let name = parse::name(&format!("options[{at}].name"), option.name, found);
        pictures.push(picture(option.picture, option.picture_url));
        let is_new_name = name.as_ref().is_none_or(|name| names.insert(fold(&name.fr)));
        if !is_new_name || id.is_some_and(|id| !ids.insert(id)) {
            let field = format!("options[{at}].name.fr");
            found.push(field, "form.validation.repeated", "another option has this name");
        }
        let color = color(at, option.color, found);
        let parts = id.zip(name).zip(color);
        read.extend(parts.map(|((id, name), color)| AttributeOption { id, name, color, picture: None }));
    }
    let new = pictures.iter().flatten().filter(|picture| matches!(picture, Picture::New(_)));
    if new.count() > MOST_NEW_PICTURES {
        let text = format!("{MOST_NEW_PICTURES} new pictures at once at most");
        found.push("options", "form.validation.tooMany", text);
    }
    (read, pictures)
}

/// The picture that an option shall have; `None` where nothing is said of it.
fn picture(content: Vec<u8>, kept: Option<String>) -> Option<Picture> {
    let is_said = !content.is_empty() || kept.is_some();
    is_said.then(|| Picture::read(content, kept.unwrap_or_default()))
}

/// `#rrggbb`, or nothing.
fn color(at: usize, given: String, found: &mut Violations) -> Option<String> {
    let digits = given.strip_prefix('#').unwrap_or_default();
    let is_color = digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
    if given.is_empty() || is_color {
        return Some(given);
    }
    found.push(format!("options[{at}].color"), "form.validation.color", "a colour such as #aa0044");
    None
}

fn message(attribute: Attribute) -> proto::Attribute {
    let Attribute { id, version, kind, input, name, options } = attribute;
    let option = |option: AttributeOption| proto::AttributeOption {
        id: option.id.to_string(),
        name: Some(localized_to_proto(&option.name)),
        color: option.color,
        picture: Vec::new(),
        picture_url: option.picture.map(|picture| picture.url),
    };
    proto::Attribute {
        id: id.to_string(),
        version,
        kind,
        input: input.as_ref().to_owned(),
        name: Some(localized_to_proto(&name)),
        options: options.into_iter().map(option).collect(),
    }
}
