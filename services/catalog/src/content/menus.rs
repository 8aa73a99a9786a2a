//! Menus, made of the category tree: the roots with their children, then the lists that every shop has. What is deeper is
//! reached by the listings' filters: every page carries the menus, and a large shop has hundreds of categories.

use souk_kernel::{Language, LocalizedText};
use souk_views as views;

use crate::categories::{self, Category, CategoryTree};
use crate::listings;

pub fn menus(categories: &CategoryTree, language: Language) -> views::Menus {
    let roots: Vec<views::MenuItem> =
        categories.children(None).map(|root| root_item(categories, root, language)).collect();
    let lists = [new_products(), featured_products()];
    let lists = lists.map(|(label, link)| item(label.get(language), link.to_owned()));
    let flat = roots.iter().map(|root| item(&root.label, root.link.clone())).collect();
    let main = roots.iter().cloned().chain(lists).collect();
    views::Menus {
        menus: vec![
            views::Menu { name: "main".to_owned(), items: main },
            views::Menu { name: "footer".to_owned(), items: flat },
        ],
    }
}

fn root_item(tree: &CategoryTree, root: &Category, language: Language) -> views::MenuItem {
    let children = tree.children(Some(root.id));
    views::MenuItem {
        children: children.map(|child| category_item(child, language)).collect(),
        ..category_item(root, language)
    }
}

fn category_item(category: &Category, language: Language) -> views::MenuItem {
    item(category.name.get(language), categories::link(&category.slug))
}

fn item(label: &str, link: String) -> views::MenuItem {
    views::MenuItem { label: label.to_owned(), link, accent: false, children: Vec::new() }
}

fn new_products() -> (LocalizedText, &'static str) {
    let label = LocalizedText { fr: "Nouveautés".into(), ar: "جديدنا".into(), en: "New".into() };
    (label, listings::NEW_PAGE)
}

fn featured_products() -> (LocalizedText, &'static str) {
    let label =
        LocalizedText { fr: "Sélection".into(), ar: "مختاراتنا".into(), en: "Featured".into() };
    (label, listings::FEATURED_PAGE)
}
