//! What the demo's merchant wrote: pages of text, and a blog.

use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::blog_client::BlogClient;
use souk_proto::catalog::v1::cms_pages_client::CmsPagesClient;
use souk_proto::common::v1::PageRequest;

use crate::data::{self, text};
use crate::{Shop, ids};

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    load_pages(shop).await?;
    load_blog(shop).await
}

/// What the merchant has made of the pages stays.
async fn load_pages(shop: &Shop) -> anyhow::Result<()> {
    let pages = CmsPagesClient::new(shop.client("catalog")?);
    let first = catalog::ListCmsPagesRequest { page: Some(PageRequest::default()), ..Default::default() };
    if pages.clone().list_cms_pages(first).await?.into_inner().total > 0 {
        return Ok(());
    }
    for page in data::pages()? {
        let page = catalog::CmsPage {
            id: ids::id("cms_page", &page.slug),
            slug: page.slug,
            active: true,
            title: Some(text(&page.title)),
            html: Some(text(&page.html)),
            seo_description: Some(text(&page.seo_description)),
            ..Default::default()
        };
        pages.clone().save_cms_page(catalog::SaveCmsPageRequest { page: Some(page) }).await?;
    }
    Ok(())
}

/// What the merchant has made of the blog stays.
async fn load_blog(shop: &Shop) -> anyhow::Result<()> {
    let blog = BlogClient::new(shop.client("catalog")?);
    let first =
        catalog::ListBlogCategoriesRequest { page: Some(PageRequest::default()), ..Default::default() };
    if blog.clone().list_blog_categories(first).await?.into_inner().total > 0 {
        return Ok(());
    }
    let data::Blog { categories, posts } = data::blog()?;
    for category in categories {
        let category = catalog::BlogCategory {
            id: ids::id("blog_category", &category.slug),
            slug: category.slug,
            name: Some(text(&category.name)),
            description: Some(text(&category.description)),
            picture: data::picture(&category.picture)?,
            ..Default::default()
        };
        let request = catalog::SaveBlogCategoryRequest { category: Some(category) };
        blog.clone().save_blog_category(request).await?;
    }
    for post in posts {
        let post = catalog::BlogPost {
            id: ids::id("blog_post", &post.slug),
            slug: post.slug,
            category_id: ids::id("blog_category", &post.category),
            active: true,
            title: Some(text(&post.title)),
            excerpt: Some(text(&post.excerpt)),
            html: Some(text(&post.html)),
            picture: data::picture(&post.picture)?,
            ..Default::default()
        };
        blog.clone().save_blog_post(catalog::SaveBlogPostRequest { post: Some(post) }).await?;
    }
    Ok(())
}
