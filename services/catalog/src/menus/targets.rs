//! What items lead to, read by as many statements whatever their number.

use souk_kernel::{BrandId, CategoryId, LocalizedText};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{MenuItem, Named, Thing, Things};
use crate::reference::ReferenceData;
use crate::{blog, brands, categories, cms_pages, collections, products};

/// The things that these items lead to, as far as they are there, as they are at a moment.
pub async fn read(
    conn: &mut PgConnection,
    reference: &ReferenceData,
    items: &[MenuItem],
    now: OffsetDateTime,
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
    let collections = ids(Thing::CollectionPage);
    if !collections.is_empty() {
        let named = collections::named(conn, Some(&collections)).await?;
        things
            .extend(named.into_iter().map(|found| ((Thing::CollectionPage, found.id), of_collection(found))));
    }
    let posts = ids(Thing::BlogPost);
    if !posts.is_empty() {
        let named = blog::named_posts(conn, Some(&posts), now).await?;
        things.extend(named.into_iter().map(|post| ((Thing::BlogPost, post.id), of_post(post))));
    }
    let filed = ids(Thing::BlogCategory);
    if !filed.is_empty() {
        let named = blog::named_categories(conn, Some(&filed)).await?;
        things.extend(
            named.into_iter().map(|found| ((Thing::BlogCategory, found.id), of_blog_category(found))),
        );
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

fn of_collection(collection: collections::NamedCollection) -> Named {
    Named { link: collections::link(&collection.slug), name: collection.name, leads: collection.active }
}

fn of_page(page: cms_pages::NamedPage) -> Named {
    Named { link: cms_pages::link(&page.slug), name: page.title, leads: page.active }
}

/// A draft leads nowhere, nor does one whose date is ahead.
fn of_post(post: blog::NamedPost) -> Named {
    Named { link: blog::post_link(&post.slug), name: post.title, leads: post.is_shown }
}

fn of_blog_category(category: blog::NamedCategory) -> Named {
    Named { link: blog::category_link(&category.slug), name: category.name, leads: true }
}
