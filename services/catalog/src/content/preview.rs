//! The home page as it would be: with a block that is not saved yet, in another order. Nothing is stored, and nothing is shown that
//! a shopper could not see of a block like it.

use bytes::Bytes;
use serde::Serialize;
use souk_kernel::Language;
use uuid::Uuid;

use super::Content;
use super::blocks::WantedBlock;
use super::error::ContentError;
use super::home::{Module, Shop};
use super::model::{HomeBlock, Slide, put_first};
use crate::media::{Picture, SizeName, StoredPicture, StoredSize, UnknownPicture};

/// What differs from the page as it is.
#[derive(Debug, Clone)]
pub struct WantedPreview {
    /// In the place of the one with its id, else behind the others; it is shown even while shoppers don't see it.
    pub block: Option<WantedBlock>,
    /// Ids of those that come first.
    pub first: Vec<Uuid>,
    /// Whether blocks are shown that shoppers don't see now.
    pub all: bool,
}

/// [`souk_views::HomePreview`].
#[derive(Serialize)]
struct Preview {
    blocks: Vec<Previewed>,
}

/// [`souk_views::PreviewedModule`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Previewed {
    id: Uuid,
    is_shown: bool,
    module: Module,
}

impl Content {
    pub async fn preview(&self, language: Language, wanted: WantedPreview) -> Result<Bytes, ContentError> {
        let mut blocks = self.blocks().await?;
        let edited = match wanted.block {
            Some(block) => Some(self.unsaved(block, &blocks).await?),
            None => None,
        };
        let edited_id = edited.as_ref().map(|block| block.id);
        if let Some(edited) = edited {
            match blocks.iter_mut().find(|block| block.id == edited.id) {
                Some(stored) => *stored = edited,
                None => blocks.push(edited),
            }
        }
        put_first(&mut blocks, &wanted.first);
        let view = self.listings.view()?;
        let (context, listings, now) = (&self.context, &self.listings, self.context.clock.now());
        let shop = Shop { context, listings, view: &view, language, now };
        let mut previewed = Vec::with_capacity(blocks.len());
        for block in blocks {
            let (id, is_shown) = (block.id, block.is_shown(now));
            if is_shown || wanted.all || edited_id == Some(id) {
                let module = shop.module(block.content).await?;
                previewed.extend(module.map(|module| Previewed { id, is_shown, module }));
            }
        }
        Ok(Bytes::from(serde_json::to_vec(&Preview { blocks: previewed })?))
    }
}

impl Content {
    /// The block as it would be stored, but for its new pictures.
    async fn unsaved(&self, wanted: WantedBlock, blocks: &[HomeBlock]) -> Result<HomeBlock, ContentError> {
        let WantedBlock { mut block, picture, slides } = wanted;
        let stored = blocks.iter().find(|stored| stored.id == block.id);
        block.content.image = self.shown("image".to_owned(), picture, stored).await?;
        for (at, slide) in slides.into_iter().enumerate() {
            let image = self.shown(format!("slides[{at}].image"), slide.picture, stored).await?;
            block.content.slides.push(Slide { image, ..slide.slide });
        }
        Ok(block)
    }

    /// A picture that the block or the shop has; a new one is one without an address. `field` is what of the request holds it.
    async fn shown(
        &self,
        field: String,
        picture: Picture,
        stored: Option<&HomeBlock>,
    ) -> Result<Option<StoredSize>, ContentError> {
        let picture = match picture {
            Picture::None => StoredPicture::None,
            Picture::Kept(url) => {
                let chosen = self.pictures.chosen(SizeName::ProductPageLarge, url).await;
                chosen.map_err(|error| ContentError::Media(field.clone(), error))?
            }
            Picture::New(_) => StoredPicture::New(StoredSize {
                name: SizeName::ProductPageLarge,
                url: String::new(),
                width: 0,
                height: 0,
                webp: Vec::new(),
                tone: String::new(),
            }),
        };
        let had = stored.into_iter().flat_map(HomeBlock::pictures);
        picture.of(had).map_err(|UnknownPicture| ContentError::UnknownPicture(field))
    }
}
