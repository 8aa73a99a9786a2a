//! The shop's menus, in the header and at the foot of every page. The merchant makes them item by item; a menu without one is made
//! of the categories.

mod model;
mod rpc;
mod shown;
mod store;
mod targets;

use std::collections::HashMap;

use serde_json::Value;
use souk_audit::{Change, Subject};
use souk_kernel::LocalizedText;
use souk_rpc::{Actor, Failure};
use strum::VariantArray as _;
use uuid::Uuid;

pub use model::{Menu, MenuItem, Named, Target};
pub use rpc::MenusRpc;
pub use shown::menus;

use self::model::{MOST_ITEMS, Misplaced, ShopPage, Thing};
use crate::context::Context;
use crate::reference::ReferenceCache;
use crate::versions::{self, OutOfDate};
use crate::{blog, cms_pages, collections, revision};

/// What caches hear that menus changed by.
const CONTENT: &str = "menus";

/// The use cases of menus.
#[derive(Clone)]
pub struct Menus {
    context: Context,
    reference: ReferenceCache,
}

/// An item with what it leads to, `None` where that is gone.
pub type Led = (MenuItem, Option<Named>);

/// What an item can lead to: the id that names it, and its name.
pub type Choice = (String, LocalizedText);

/// Whose targets are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    Pages,
    Things(Thing),
}

/// Why something could not be done with menus.
#[derive(Debug, thiserror::Error)]
pub enum MenuError {
    #[error("there is no such item")]
    Unknown,
    #[error("the item was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    #[error("what the item leads to is not there")]
    UnknownTarget,
    #[error("the menu has {MOST_ITEMS} items already; take one away first")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Menus {
    pub fn new(context: Context, reference: ReferenceCache) -> Self {
        Self { context, reference }
    }

    /// All items, shown or not, with what they lead to.
    pub async fn list(&self) -> Result<Vec<Led>, MenuError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let reference = self.reference.newest(&mut tx).await?;
        let items = store::all(&mut tx).await?;
        let things = targets::read(&mut tx, &reference, &items, self.context.clock.now()).await?;
        tx.commit().await?;
        Ok(items.into_iter().map(|item| (item.clone(), item.target.named(&things))).collect())
    }

    /// Makes the item, behind its siblings, or replaces the version that it carries; where it stands stays. What is stored
    /// already changes nothing.
    pub async fn save(&self, actor: &Actor, wanted: MenuItem) -> Result<Led, MenuError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let items = store::all(&mut tx).await?;
        let before = items.iter().find(|item| item.id == wanted.id);
        let wanted = match before {
            Some(MenuItem { menu, parent, .. }) => MenuItem { menu: *menu, parent: *parent, ..wanted },
            None => wanted,
        };
        let next = versions::over(wanted, before)?;
        let reference = self.reference.newest(&mut tx).await?;
        let now = self.context.clock.now();
        let things = targets::read(&mut tx, &reference, std::slice::from_ref(&next), now).await?;
        let named = next.target.named(&things);
        if before == Some(&next) {
            return Ok((next, named));
        }
        if before.is_none() {
            model::siblings_with(&items, &next, next.parent, MOST_ITEMS)?;
            if items.iter().filter(|item| item.menu == next.menu).count() >= MOST_ITEMS {
                return Err(MenuError::TooMany);
            }
        }
        // What is gone may stay named while something else of the item is edited.
        if named.is_none() && before.is_none_or(|before| before.target != next.target) {
            return Err(MenuError::UnknownTarget);
        }
        store::save_in(&mut tx, &next).await?;
        let was = before.map_or(Value::Null, MenuItem::facts);
        let change = Change::between("catalog.menu_item_saved", next.subject(), was, next.facts());
        revision::commit_content(&self.context, tx, CONTENT, actor, change).await?;
        Ok((next, named))
    }

    /// Puts the item below `parent`, at a place among those there.
    pub async fn put(
        &self,
        actor: &Actor,
        (id, version): (Uuid, u64),
        parent: Option<Uuid>,
        at: usize,
    ) -> Result<Led, MenuError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let items = store::all(&mut tx).await?;
        let before = items.iter().find(|item| item.id == id).ok_or(MenuError::Unknown)?;
        if before.version != version {
            return Err(MenuError::Stale(before.version));
        }
        let siblings = model::siblings_with(&items, before, parent, at)?;
        let reference = self.reference.newest(&mut tx).await?;
        let now = self.context.clock.now();
        let things = targets::read(&mut tx, &reference, std::slice::from_ref(before), now).await?;
        let named = before.target.named(&things);
        let is_there = |item: &&MenuItem| item.menu == before.menu && item.parent == parent;
        if items.iter().filter(is_there).map(|item| item.id).eq(siblings.iter().copied()) {
            return Ok((before.clone(), named));
        }
        let item = MenuItem { parent, version: version + 1, ..before.clone() };
        store::place_in(&mut tx, &item, &siblings).await?;
        let place = siblings.iter().position(|sibling| *sibling == id);
        let told = |item: &MenuItem, place: Option<usize>| {
            let mut facts = item.facts();
            facts["place"] = place.into();
            facts
        };
        let mut were = items.iter().filter(|item| item.menu == before.menu && item.parent == before.parent);
        let was = told(before, were.position(|item| item.id == id));
        let change = Change::between("catalog.menu_item_moved", item.subject(), was, told(&item, place));
        revision::commit_content(&self.context, tx, CONTENT, actor, change).await?;
        Ok((item, named))
    }

    /// Takes an item away, with what is below it.
    pub async fn delete(&self, actor: &Actor, id: Uuid) -> Result<(), MenuError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let items = store::all(&mut tx).await?;
        let item = items.iter().find(|item| item.id == id).ok_or(MenuError::Unknown)?;
        store::delete_in(&mut tx, id).await?;
        let mut facts = item.facts();
        let children = items.iter().filter(|child| child.parent == Some(id)).map(MenuItem::facts);
        facts["children"] = children.collect();
        let change = Change::between("catalog.menu_item_removed", item.subject(), facts, Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Gives a menu that has no item those that shoppers see in it. Where there are more than it may have, those at its top.
    pub async fn start(&self, actor: &Actor, menu: Menu) -> Result<(), MenuError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        if store::all(&mut tx).await?.iter().any(|item| item.menu == menu) {
            return Ok(());
        }
        let reference = self.reference.newest(&mut tx).await?;
        let mut items = shown::of_categories(menu, &reference.categories);
        if items.len() > MOST_ITEMS {
            items.retain(|item| item.parent.is_none());
            items.truncate(MOST_ITEMS);
        }
        let ids: HashMap<Uuid, Uuid> =
            items.iter().map(|item| (item.id, self.context.clock.uuid())).collect();
        for item in &mut items {
            item.id = ids[&item.id];
            item.parent = item.parent.and_then(|parent| ids.get(&parent).copied());
        }
        store::fill_in(&mut tx, menu, &items).await?;
        let change = Change::made("catalog.menu_started", subject(menu), facts(&items));
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes all items of a menu away: it is made of the categories again.
    pub async fn reset(&self, actor: &Actor, menu: Menu) -> Result<(), MenuError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let mut items = store::all(&mut tx).await?;
        items.retain(|item| item.menu == menu);
        if items.is_empty() {
            return Ok(());
        }
        store::clear_in(&mut tx, menu).await?;
        let change = Change::between("catalog.menu_reset", subject(menu), facts(&items), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// What items can lead to, of what is small enough to be chosen from a list.
    pub async fn choices(&self, of: Choices) -> Result<Vec<Choice>, MenuError> {
        match of {
            Choices::Pages => {
                let choice = |page: &ShopPage| (<&str>::from(page).to_owned(), page.name());
                Ok(ShopPage::VARIANTS.iter().map(choice).collect())
            }
            Choices::Things(Thing::Cms) => {
                let pages = cms_pages::named(&mut *self.context.pool.acquire().await?, None).await?;
                Ok(pages.into_iter().map(|page| (page.id.to_string(), page.title)).collect())
            }
            Choices::Things(Thing::CollectionPage) => {
                let mut conn = self.context.pool.acquire().await?;
                let named = collections::named(&mut conn, None).await?;
                Ok(named.into_iter().map(|found| (found.id.to_string(), found.name)).collect())
            }
            Choices::Things(Thing::BlogCategory) => {
                let named = blog::named_categories(&mut *self.context.pool.acquire().await?, None).await?;
                Ok(named.into_iter().map(|category| (category.id.to_string(), category.name)).collect())
            }
            Choices::Things(Thing::BlogPost) => {
                let now = self.context.clock.now();
                let named = blog::named_posts(&mut *self.context.pool.acquire().await?, None, now).await?;
                Ok(named.into_iter().map(|post| (post.id.to_string(), post.title)).collect())
            }
            Choices::Things(_) => Ok(Vec::new()),
        }
    }
}

/// A menu as the audit log names it.
fn subject(menu: Menu) -> Subject {
    Subject::new("menu", "", <&str>::from(menu))
}

fn facts(items: &[MenuItem]) -> Value {
    serde_json::json!({ "items": items.iter().map(MenuItem::facts).collect::<Vec<_>>() })
}

impl From<OutOfDate> for MenuError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<MenuError> for Failure {
    fn from(error: MenuError) -> Self {
        let text = error.to_string();
        match error {
            MenuError::Unknown => Self::not_found("catalog.unknown_menu_item", text),
            MenuError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            MenuError::Misplaced(Misplaced::UnknownParent) => {
                Self::invalid_field("parentId", "form.validation.unknown", text)
            }
            MenuError::Misplaced(Misplaced::HasChildren) => {
                Self::invalid_field("parentId", "form.validation.hasChildren", text)
            }
            MenuError::UnknownTarget => Self::invalid_field("targetId", "form.validation.unknown", text),
            MenuError::TooMany => Self::invalid_field("type", "form.validation.tooMany", text),
            MenuError::Database(error) => souk_database::failure(error),
        }
    }
}
