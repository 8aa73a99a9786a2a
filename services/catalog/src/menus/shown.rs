//! Menus as shoppers see them: the merchant's own, else what is made of the category tree.

use souk_kernel::{CategoryId, Language, LocalizedText};
use souk_views as views;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Menu, MenuItem, ShopPage, Target, Thing, Things};
use super::{store, targets};
use crate::categories::{Category, CategoryTree};
use crate::reference::ReferenceData;

/// Both menus as they are at a moment. What leads nowhere is not shown, and nothing below it.
pub async fn menus(
    conn: &mut PgConnection,
    reference: &ReferenceData,
    language: Language,
    now: OffsetDateTime,
) -> sqlx::Result<views::Menus> {
    let own = store::all(conn).await?;
    let shown = Menu::ALL.into_iter().flat_map(|menu| {
        let own: Vec<MenuItem> = own.iter().filter(|item| item.menu == menu).cloned().collect();
        if own.is_empty() { of_categories(menu, &reference.categories) } else { own }
    });
    let shown: Vec<MenuItem> = shown.collect();
    let things = targets::read(conn, reference, &shown, now).await?;
    let menu = |menu: Menu| {
        let items: Vec<&MenuItem> = shown.iter().filter(|item| item.menu == menu).collect();
        views::Menu { name: <&str>::from(menu).to_owned(), items: below(None, &items, &things, language) }
    };
    Ok(views::Menus { menus: Menu::ALL.map(menu).into() })
}

fn below(
    parent: Option<Uuid>,
    items: &[&MenuItem],
    things: &Things,
    language: Language,
) -> Vec<views::MenuItem> {
    let own = items.iter().filter(|item| item.parent == parent && item.active);
    let shown = own.filter_map(|item| {
        let named = item.target.named(things).filter(|named| named.leads)?;
        Some(views::MenuItem {
            label: item.label_in(&named, language),
            accent: item.accent,
            children: below(Some(item.id), items, things, language),
            link: named.link,
        })
    });
    shown.collect()
}

/// What a menu has that nobody made: the roots of the tree, in the header with their children, and the lists that every shop
/// has. What is deeper is reached by the listings' filters: every page carries the menus.
pub fn of_categories(menu: Menu, tree: &CategoryTree) -> Vec<MenuItem> {
    let item = |id: Uuid, parent: Option<Uuid>, target: Target| MenuItem {
        id,
        version: 1,
        menu,
        parent,
        target,
        label: LocalizedText::default(),
        accent: false,
        active: true,
    };
    let of_category = |category: &Category| {
        let id = category.id.uuid();
        item(id, category.parent.map(CategoryId::uuid), Target::Thing(Thing::ProductCategory, id))
    };
    let lists = [ShopPage::New, ShopPage::Featured];
    let lists = lists.into_iter().enumerate();
    let lists = lists.map(|(at, page)| item(Uuid::from_u128(at as u128), None, Target::Page(page)));
    let roots = tree.children(None).map(of_category);
    match menu {
        Menu::Main => {
            let children = tree.children(None).flat_map(|root| tree.children(Some(root.id))).map(of_category);
            roots.chain(lists).chain(children).collect()
        }
        Menu::Footer => lists.chain(roots).collect(),
    }
}
