//! The gRPC interface of pictures.

use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::pictures_server::Pictures as Service;
use souk_rpc::actor;
use tonic::{Request, Response, Status};

use super::note_of_text;
use crate::context::Context;
use crate::failure::of_media;
use crate::media::{Media, MediaError, SizeName};

/// Answers `souk.catalog.v1.Pictures`.
pub struct PicturesRpc {
    context: Context,
    media: Media,
}

impl PicturesRpc {
    pub fn new(context: Context, media: Media) -> Self {
        Self { context, media }
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
        let sizes = self.media.store_for_shop(content).await.map_err(|error| of_media("logo", error))?;
        let small = sizes.into_iter().find(|size| size.name == SizeName::SmallProduct);
        let small = small.ok_or_else(|| of_media("logo", MediaError::NotAPicture))?;
        Ok(Response::new(proto::StoreTransporterLogoResponse { path: small.url }))
    }

    async fn store_text_picture(
        &self,
        request: Request<proto::StoreTextPictureRequest>,
    ) -> Result<Response<proto::StoreTextPictureResponse>, Status> {
        // Texts are those of products too.
        let actor = actor(&request)?;
        if !actor.may(Permission::ContentWrite) {
            actor.require(Permission::CatalogWrite)?;
        }
        let content = request.into_inner().content;
        let sizes = self.media.store_for_shop(content).await.map_err(|error| of_media("file", error))?;
        let large = sizes.into_iter().find(|size| size.name == SizeName::ProductPageLarge);
        let large = large.ok_or_else(|| of_media("file", MediaError::NotAPicture))?;
        let (width, height) = (large.width, large.height);
        let path = large.lightest();
        note_of_text(&self.context, &actor, &path).await.map_err(souk_database::failure)?;
        Ok(Response::new(proto::StoreTextPictureResponse { path, width, height }))
    }
}
