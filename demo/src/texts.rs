//! What the demo's merchant wrote: pages of text.

use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::cms_pages_client::CmsPagesClient;
use souk_proto::common::v1::PageRequest;

use crate::data::{self, text};
use crate::{Shop, ids};

/// What the merchant has made of the pages stays.
pub async fn load(shop: &Shop) -> anyhow::Result<()> {
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
