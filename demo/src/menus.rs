//! The demo's menus: a footer of the merchant's own, with its pages of text; the main menu is made of the categories.

use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::menus_client::MenusClient;

use crate::{Shop, ids};

/// Type, what it is of, and the page that it stands below.
const FOOTER: [(&str, &str, &str); 9] = [
    ("4", "", ""),
    ("5", "", ""),
    ("collectionPage", "petits-prix", ""),
    ("ProductCategory", "beaute", ""),
    ("ProductCategory", "telephonie", ""),
    ("ProductCategory", "maison", ""),
    ("Cms", "qui-sommes-nous", ""),
    ("Cms", "livraison-et-retours", "qui-sommes-nous"),
    ("Cms", "conditions-de-vente", "qui-sommes-nous"),
];

/// What the merchant has made of the menus stays.
pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let mut menus = MenusClient::new(shop.client("catalog")?);
    let made = menus.list_menu_items(catalog::ListMenuItemsRequest {}).await?.into_inner();
    if !made.items.is_empty() {
        return Ok(());
    }
    for (kind, of, below) in FOOTER {
        let item = catalog::MenuItem {
            id: item_id(kind, of),
            menu: "footer".to_owned(),
            parent_id: if below.is_empty() { String::new() } else { item_id("Cms", below) },
            r#type: kind.to_owned(),
            target_id: match kind {
                "ProductCategory" => ids::id("category", of),
                "collectionPage" => ids::id("collection", of),
                "Cms" => ids::id("cms_page", of),
                _ => String::new(),
            },
            active: true,
            ..Default::default()
        };
        menus.save_menu_item(catalog::SaveMenuItemRequest { item: Some(item) }).await?;
    }
    Ok(())
}

fn item_id(kind: &str, of: &str) -> String {
    ids::id("menu_item", &format!("{kind}/{of}"))
}
