//! The gRPC interface of menus.

use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::menus_server::Menus as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::model::{MenuItem, Target, WrongTarget};
use super::{Choices, Led, Menu, Menus};
use crate::failure::checked;
use crate::parse::{is_path, is_secure_address, texts};

/// Longest label in one language, in characters.
const LONGEST_LABEL: usize = 80;

pub struct MenusRpc {
    menus: Menus,
}

impl MenusRpc {
    pub fn new(menus: Menus) -> Self {
        Self { menus }
    }
}

#[tonic::async_trait]
impl Service for MenusRpc {
    async fn list_menu_items(
        &self,
        request: Request<proto::ListMenuItemsRequest>,
    ) -> Result<Response<proto::ListMenuItemsResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let items = self.menus.list().await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListMenuItemsResponse { items: items.into_iter().map(message).collect() }))
    }

    async fn save_menu_item(
        &self,
        request: Request<proto::SaveMenuItemRequest>,
    ) -> Result<Response<proto::MenuItem>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let wanted = item(request.into_inner().item.unwrap_or_default())?;
        let saved = self.menus.save(&actor, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(message(saved)))
    }

    async fn move_menu_item(
        &self,
        request: Request<proto::MoveMenuItemRequest>,
    ) -> Result<Response<proto::MenuItem>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let proto::MoveMenuItemRequest { id, version, parent_id, at } = request.into_inner();
        let mut found = Violations::default();
        let (id, parent) = (found.id("id", &id), found.optional_id("parentId", &parent_id));
        let id = checked(id, found)?;
        let moved = self.menus.put(&actor, (id, version), parent, at as usize).await;
        Ok(Response::new(message(moved.map_err(Failure::from)?)))
    }

    async fn delete_menu_item(
        &self,
        request: Request<proto::DeleteMenuItemRequest>,
    ) -> Result<Response<proto::DeleteMenuItemResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.menus.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteMenuItemResponse {}))
    }

    async fn start_menu(
        &self,
        request: Request<proto::StartMenuRequest>,
    ) -> Result<Response<proto::StartMenuResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        self.menus.start(&actor, menu(&request.get_ref().menu)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::StartMenuResponse {}))
    }

    async fn reset_menu(
        &self,
        request: Request<proto::ResetMenuRequest>,
    ) -> Result<Response<proto::ResetMenuResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        self.menus.reset(&actor, menu(&request.get_ref().menu)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ResetMenuResponse {}))
    }

    async fn list_menu_targets(
        &self,
        request: Request<proto::ListMenuTargetsRequest>,
    ) -> Result<Response<proto::ListMenuTargetsResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let mut found = Violations::default();
        let of = match request.get_ref().r#type.as_str() {
            "page" => Some(Choices::Pages),
            thing => found.check("type", "form.validation.unknown", thing.parse().map(Choices::Things)),
        };
        let choices = self.menus.choices(checked(of, found)?).await.map_err(Failure::from)?;
        let target = |(id, name)| proto::MenuTarget { id, name: Some(localized_to_proto(&name)) };
        let targets = choices.into_iter().map(target).collect();
        Ok(Response::new(proto::ListMenuTargetsResponse { targets }))
    }
}

fn menu(given: &str) -> Result<Menu, Failure> {
    let mut found = Violations::default();
    checked(found.check("menu", "form.validation.unknown", given.parse()), found)
}

fn item(given: proto::MenuItem) -> Result<MenuItem, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let menu = found.check("menu", "form.validation.unknown", given.menu.parse());
    let parent = found.optional_id("parentId", &given.parent_id);
    let target = target(&given, &mut found);
    let label = texts("label", given.label, LONGEST_LABEL, &mut found);
    if matches!(target, Some(Target::Link(_))) && label.fr.trim().is_empty() {
        found.push("label.fr", "form.validation.required", "a link says in French at least where it leads");
    }
    let item = id.zip(menu).zip(target).map(|((id, menu), target)| MenuItem {
        id,
        version: given.version,
        menu,
        parent,
        target,
        label,
        accent: given.accent,
        active: given.active,
    });
    checked(item, found)
}

fn target(given: &proto::MenuItem, found: &mut Violations) -> Option<Target> {
    let id: Option<Uuid> = found.optional_id("targetId", &given.target_id);
    if id.is_none() && !given.target_id.is_empty() {
        return None;
    }
    match Target::read(&given.r#type, id, &given.link) {
        Ok(Target::Link(link)) if !is_path(&link) && !is_secure_address(&link) => {
            let text = "a link is a path of the shop, or an address that begins with https://";
            found.push("link", "form.validation.link", text);
            None
        }
        Ok(target) => Some(target),
        Err(WrongTarget::Type) => {
            found.push("type", "form.validation.unknown", WrongTarget::Type.to_string());
            None
        }
        Err(WrongTarget::Nothing) => {
            let field = if given.r#type == "Link" { "link" } else { "targetId" };
            found.push(field, "form.validation.required", WrongTarget::Nothing.to_string());
            None
        }
    }
}

fn message((item, named): Led) -> proto::MenuItem {
    proto::MenuItem {
        id: item.id.to_string(),
        version: item.version,
        menu: <&str>::from(item.menu).to_owned(),
        parent_id: item.parent.map(|parent| parent.to_string()).unwrap_or_default(),
        r#type: item.target.kind().to_owned(),
        target_id: item.target.thing().map(|(_, id)| id.to_string()).unwrap_or_default(),
        link: item.target.link().to_owned(),
        label: Some(localized_to_proto(&item.label)),
        accent: item.accent,
        active: item.active,
        target_name: named.as_ref().map(|named| localized_to_proto(&named.name)),
        leads: named.is_some_and(|named| named.leads),
    }
}
