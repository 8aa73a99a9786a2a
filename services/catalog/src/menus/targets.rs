//! What items lead to, read by as many statements whatever their number.

use souk_kernel::{BrandId, CategoryId, LocalizedText};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{MenuItem, Named, Thing, Things};
use crate::reference::ReferenceData;
use crate::{brands, categories, cms_pages, products};

/// The things that these items lead to, as far as they are there.
pub async fn read(
    conn: &mut PgConnection,
    reference: &ReferenceData,
    items: &[MenuItem],
) -> sqlx::Result<Things> {
    let wanted = || items.iter().filter_map(|item| item.target.thing());
    let ids =
        |thing: Thing| wanted().filter(|found| found.0 == thing).map(|found| found.1).collect::<Vec<_>>();
    let mut things: Things = wanted().filter_map(|it| Some((it, remembered(reference, it)?))).collect();
    let products = ids(Thing::Product);
    if !products.is_empty() {
        let named = products::named(conn, &products).await?;
        things.extend(named.into_iter().map(|product| ((Thing::Product, product.id), of_product(product))));
    }
    let pages = ids(Thing::Cms);
    if !pages.is_empty() {
        let named = cms_pages::named(conn, Some(&pages)).await?;
        things.extend(named.into_iter().map(|page| ((Thing::Cms, page.id), of_page(page))));
    }
    Ok(things)
}

/// What the process remembers.
fn remembered(reference: &ReferenceData, (thing, id): (Thing, Uuid)) -> Option<Named> {
    let (name, link) = match thing {
        Thing::ProductCategory => {
            let category = reference.categories.get(CategoryId::from_uuid(id))?;
            (category.name.clone(), categories::link(&category.slug))
        }
        Thing::Brand => {
            let brand = reference.brands.get(&BrandId::from_uuid(id))?;
            let name = LocalizedText { fr: brand.name.clone(), ..LocalizedText::default() };
            (name, brands::link(&brand.slug))
        }
        _ => return None,
    };
    Some(Named { name, link, leads: true })
}

fn of_product(product: products::NamedProduct) -> Named {
    Named {
        link: products::link(&product.category_slug, &product.slug),
        name: product.name,
        leads: product.active,
    }
}

fn of_page(page: cms_pages::NamedPage) -> Named {
    Named { link: cms_pages::link(&page.slug), name: page.title, leads: page.active }
}
