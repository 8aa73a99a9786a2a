//! Items of menus. Pure.

use std::collections::HashMap;

use souk_audit::Subject;
use souk_kernel::{Language, LocalizedText};
use uuid::Uuid;

use crate::listings;
use crate::versions::Versioned;

/// Items that a menu may have: every page of the shop carries them.
pub const MOST_ITEMS: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuItem {
    pub id: Uuid,
    pub version: u64,
    pub menu: Menu,
    /// The item of the top that it stands below.
    pub parent: Option<Uuid>,
    pub target: Target,
    /// Where a language is empty, the name of what it leads to.
    pub label: LocalizedText,
    pub accent: bool,
    pub active: bool,
}

/// Where items are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Menu {
    Main,
    Footer,
}

/// What an item leads to, by its type (spec 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Thing(Thing, Uuid),
    /// A path of the shop, or an address of another site.
    Link(String),
    Page(ShopPage),
}

/// Things that a merchant has many of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
pub enum Thing {
    ProductCategory,
    Brand,
    Product,
    Cms,
    BlogCategory,
    BlogPost,
    #[strum(serialize = "collectionPage")]
    CollectionPage,
}

/// Pages that every shop has, under the specification's numeric types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
pub enum ShopPage {
    #[strum(serialize = "3")]
    Home,
    #[strum(serialize = "4")]
    New,
    #[strum(serialize = "5")]
    Featured,
    #[strum(serialize = "6")]
    Search,
    #[strum(serialize = "8")]
    Cart,
    #[strum(serialize = "10")]
    Tracking,
}

/// What of an item's target is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongTarget {
    #[error("no items are of this type")]
    Type,
    #[error("an item of this type names what it leads to")]
    Nothing,
}

/// Why an item can't stand somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    #[error("the parent is no item at the top of this menu")]
    UnknownParent,
    #[error("what has items below it stands at the top")]
    HasChildren,
}

/// What a target is called and where it is; `leads` tells whether shoppers can open it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub name: LocalizedText,
    pub link: String,
    pub leads: bool,
}

/// What things are called, as far as they are there.
pub type Things = HashMap<(Thing, Uuid), Named>;

impl Menu {
    pub const ALL: [Self; 2] = [Self::Main, Self::Footer];
}

impl Target {
    /// A target of a type: an id where it leads to a thing, a link where it is one; what the type has no use for is left.
    pub fn read(kind: &str, id: Option<Uuid>, link: &str) -> Result<Self, WrongTarget> {
        if let Ok(thing) = kind.parse() {
            return id.map(|id| Self::Thing(thing, id)).ok_or(WrongTarget::Nothing);
        }
        if let Ok(page) = kind.parse() {
            return Ok(Self::Page(page));
        }
        match kind {
            "Link" if link.is_empty() => Err(WrongTarget::Nothing),
            "Link" => Ok(Self::Link(link.to_owned())),
            _ => Err(WrongTarget::Type),
        }
    }

    /// Its type.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Thing(thing, _) => thing.into(),
            Self::Link(_) => "Link",
            Self::Page(page) => page.into(),
        }
    }

    pub fn thing(&self) -> Option<(Thing, Uuid)> {
        if let Self::Thing(thing, id) = self { Some((*thing, *id)) } else { None }
    }

    pub fn link(&self) -> &str {
        if let Self::Link(link) = self { link } else { "" }
    }

    /// What it is called and where it is; `None` where it is gone.
    pub fn named(&self, things: &Things) -> Option<Named> {
        match self {
            Self::Thing(thing, id) => things.get(&(*thing, *id)).cloned(),
            Self::Link(link) => {
                Some(Named { name: LocalizedText::default(), link: link.clone(), leads: true })
            }
            Self::Page(page) => Some(Named { name: page.name(), link: page.path().to_owned(), leads: true }),
        }
    }
}

impl ShopPage {
    pub const fn path(self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::New => listings::NEW_PAGE,
            Self::Featured => listings::FEATURED_PAGE,
            Self::Search => "/search",
            Self::Cart => "/checkout/cart/view",
            Self::Tracking => "/order/track",
        }
    }

    pub fn name(self) -> LocalizedText {
        let (fr, ar, en) = match self {
            Self::Home => ("Accueil", "الرئيسية", "Home"),
            Self::New => ("Nouveautés", "جديدنا", "New"),
            Self::Featured => ("Sélection", "مختاراتنا", "Featured"),
            Self::Search => ("Rechercher", "بحث", "Search"),
            Self::Cart => ("Panier", "السلة", "Cart"),
            Self::Tracking => ("Suivre ma commande", "تتبع طلبي", "Track my order"),
        };
        LocalizedText { fr: fr.into(), ar: ar.into(), en: en.into() }
    }
}

impl Versioned for MenuItem {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }
}

impl MenuItem {
    /// Its label in a language, where it has none the name of what it leads to.
    pub fn label_in(&self, named: &Named, language: Language) -> String {
        let own = match language {
            Language::Fr => &self.label.fr,
            Language::Ar => &self.label.ar,
            Language::En => &self.label.en,
        };
        let texts = [own.as_str(), named.name.get(language), self.label.get(language)];
        texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned()
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        let label = if self.label.fr.is_empty() { self.target.kind() } else { &self.label.fr };
        Subject::new("menu_item", self.id, label.to_owned())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { menu, parent, target, label, accent, active, .. } = self;
        serde_json::json!({
            "menu": <&str>::from(menu), "parent": parent, "type": target.kind(),
            "target": target.thing().map(|(_, id)| id), "link": target.link(), "label": label, "accent": accent,
            "active": active,
        })
    }
}

/// The ids of the items below a parent (`None`: at the top) of a menu with `id` put among them.
pub fn siblings_with(
    items: &[MenuItem],
    item: &MenuItem,
    parent: Option<Uuid>,
    at: usize,
) -> Result<Vec<Uuid>, Misplaced> {
    let is_top = |id: Uuid| {
        items.iter().any(|other| other.id == id && other.menu == item.menu && other.parent.is_none())
    };
    if parent.is_some_and(|parent| parent == item.id || !is_top(parent)) {
        return Err(Misplaced::UnknownParent);
    }
    if parent.is_some() && items.iter().any(|other| other.parent == Some(item.id)) {
        return Err(Misplaced::HasChildren);
    }
    let mut siblings: Vec<Uuid> = items
        .iter()
        .filter(|other| other.menu == item.menu && other.parent == parent && other.id != item.id)
        .map(|other| other.id)
        .collect();
    siblings.insert(at.min(siblings.len()), item.id);
    Ok(siblings)
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    fn item(id: u128, parent: Option<u128>) -> MenuItem {
        MenuItem {
            id: Uuid::from_u128(id),
            version: 1,
            menu: Menu::Main,
            parent: parent.map(Uuid::from_u128),
            target: Target::Page(ShopPage::New),
            label: LocalizedText::default(),
            accent: false,
            active: true,
        }
    }

    #[test]
    fn the_numeric_types_are_the_specifications() {
        let kinds: Vec<&str> = ShopPage::VARIANTS.iter().map(|page| Target::Page(*page).kind()).collect();
        assert_eq!(kinds, ["3", "4", "5", "6", "8", "10"]);
        let id = Uuid::from_u128(7);
        for kind in
            ["ProductCategory", "Brand", "Product", "Cms", "BlogCategory", "BlogPost", "collectionPage"]
        {
            let target = Target::read(kind, Some(id), "/left");
            assert_eq!(target.as_ref().map(Target::kind), Ok(kind));
            assert_eq!(target.map(|target| target.thing().map(|(_, id)| id)), Ok(Some(id)));
            assert_eq!(Target::read(kind, None, ""), Err(WrongTarget::Nothing));
        }
        assert_eq!(Target::read("7", None, ""), Err(WrongTarget::Type));
    }

    #[test]
    fn an_item_stands_at_the_top_or_below_one_that_does() {
        let items = [item(1, None), item(2, Some(1)), item(3, None)];
        let ids = |ids: &[u128]| ids.iter().map(|id| Uuid::from_u128(*id)).collect::<Vec<_>>();
        let put = |id: usize, parent: Option<u128>, at| {
            siblings_with(&items, &items[id - 1], parent.map(Uuid::from_u128), at)
        };
        assert_eq!(put(3, None, 0), Ok(ids(&[3, 1])));
        assert_eq!(put(3, Some(1), 9), Ok(ids(&[2, 3])));
        assert_eq!(put(3, Some(2), 0), Err(Misplaced::UnknownParent));
        assert_eq!(put(1, Some(1), 0), Err(Misplaced::UnknownParent));
        assert_eq!(put(1, Some(3), 0), Err(Misplaced::HasChildren));
    }

    #[test]
    fn a_label_is_the_items_own_then_the_targets_in_each_language() {
        let named = Named {
            name: LocalizedText { fr: "Bain".into(), ar: "حمام".into(), en: String::new() },
            link: "/x".into(),
            leads: true,
        };
        let item =
            MenuItem { label: LocalizedText { fr: "Le bain".into(), ..Default::default() }, ..item(1, None) };
        let labels = Language::ALL.map(|language| item.label_in(&named, language));
        assert_eq!(labels, ["Le bain", "حمام", "Bain"]);
    }
}
