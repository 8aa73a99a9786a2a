//! The gRPC interface of pictures.

use souk_kernel::{Permission, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::pictures_server::Pictures as Service;
use souk_rpc::{Actor, Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::note_of_text;
use crate::context::Context;
use crate::failure::{checked, of_media};
use crate::media::{MediaError, SizeName};
use crate::shop_pictures::{ShopPicture, ShopPictures, in_size};

/// Answers `souk.catalog.v1.Pictures`.
pub struct PicturesRpc {
    context: Context,
    pictures: ShopPictures,
}

impl PicturesRpc {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }
}

#[tonic::async_trait]
impl Service for PicturesRpc {
    async fn store_transporter_logo(
        &self,
        request: Request<proto::StoreTransporterLogoRequest>,
    ) -> Result<Response<proto::StoreTransporterLogoResponse>, Status> {
        actor(&request)?.require(Permission::TransportersWrite)?;
        let content = request.into_inner().content;
        // No page's: nobody chooses it for one.
        let stored = self.pictures.media().store_for_shop(content).await;
        let sizes = stored.map_err(|error| of_media("logo", error))?;
        let small = sizes.into_iter().find(|size| size.name == SizeName::SmallProduct);
        let small = small.ok_or_else(|| of_media("logo", MediaError::NotAPicture))?;
        Ok(Response::new(proto::StoreTransporterLogoResponse { path: small.url }))
    }

    async fn store_text_picture(
        &self,
        request: Request<proto::StoreTextPictureRequest>,
    ) -> Result<Response<proto::StoreTextPictureResponse>, Status> {
        let actor = actor(&request)?;
        of_texts(&actor)?;
        let proto::StoreTextPictureRequest { content, name } = request.into_inner();
        let sizes = self.pictures.store(content, &name).await.map_err(|error| of_media("file", error))?;
        let large = sizes.into_iter().find(|size| size.name == SizeName::ProductPageLarge);
        let large = large.ok_or_else(|| of_media("file", MediaError::NotAPicture))?;
        let (width, height) = (large.width, large.height);
        let path = large.lightest();
        note_of_text(&self.context, &actor, &path).await.map_err(souk_database::failure)?;
        Ok(Response::new(proto::StoreTextPictureResponse { path, width, height }))
    }

    async fn list_shop_pictures(
        &self,
        request: Request<proto::ListShopPicturesRequest>,
    ) -> Result<Response<proto::ListShopPicturesResponse>, Status> {
        of_texts(&actor(&request)?)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let page = checked(found.page(request.page), found)?;
        let (pictures, total) =
            self.pictures.list(page, &request.query).await.map_err(souk_database::failure)?;
        let pictures = pictures.into_iter().filter_map(file).collect();
        Ok(Response::new(proto::ListShopPicturesResponse { pictures, total }))
    }
}

/// Whoever writes pages or products, whose texts show pictures too.
fn of_texts(actor: &Actor) -> Result<(), Failure> {
    if actor.may(Permission::ContentWrite) { Ok(()) } else { actor.require(Permission::CatalogWrite) }
}

fn file(ShopPicture { name, sizes, added_at }: ShopPicture) -> Option<proto::ShopPictureFile> {
    let large = in_size(sizes.clone(), SizeName::ProductPageLarge)?;
    let thumb = in_size(sizes, SizeName::SmallProduct)?.narrowest();
    let (path, text_width, text_height) = (large.url.clone(), large.width, large.height);
    let text_path = large.lightest();
    Some(proto::ShopPictureFile {
        path,
        thumb,
        text_path,
        text_width,
        text_height,
        name,
        added_at: rfc3339(added_at),
    })
}
