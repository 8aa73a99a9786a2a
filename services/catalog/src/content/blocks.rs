//! The home page's blocks as staff make, edit and arrange them.

use serde_json::Value;
use souk_audit::{Change, Subject};
use souk_rpc::Actor;
use uuid::Uuid;

use super::error::ContentError;
use super::model::{HomeBlock, MOST_BLOCKS, Slide, Source, put_first};
use super::{Content, store};
use crate::media::{Picture, StoredPicture, StoredSize, UnknownPicture};
use crate::{revision, versions};

/// What caches hear that the home page changed by.
const CONTENT: &str = "home";

/// A block to store; its pictures are told beside it.
#[derive(Debug, Clone)]
pub struct WantedBlock {
    pub block: HomeBlock,
    pub picture: Picture,
    pub slides: Vec<WantedSlide>,
}

#[derive(Debug, Clone)]
pub struct WantedSlide {
    pub slide: Slide,
    pub picture: Picture,
}

impl Content {
    /// All blocks in order, shown or not.
    pub async fn blocks(&self) -> Result<Vec<HomeBlock>, ContentError> {
        Ok(store::home_blocks(&mut *self.context.pool.acquire().await?).await?)
    }

    /// As [`Self::blocks`], each with whether what it is filled with is there.
    pub async fn listed(&self) -> Result<Vec<(HomeBlock, bool)>, ContentError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let blocks = store::home_blocks(&mut tx).await?;
        let ids: Vec<Uuid> = blocks.iter().filter_map(|block| block.content.source.named()).collect();
        let known = store::known_sources(&mut tx, &ids).await?;
        tx.commit().await?;
        let is_there = |source: &Source| {
            source.named().is_none() || known.contains(String::from(source.clone()).as_str())
        };
        Ok(blocks
            .into_iter()
            .map(|block| {
                let is_there = is_there(&block.content.source);
                (block, is_there)
            })
            .collect())
    }

    /// Makes the block, behind the others, or replaces the version that it carries. What is stored already changes nothing.
    /// A source that is chosen is there; whether one that stays as it was still is, is told with the block.
    pub async fn save_block(
        &self,
        actor: &Actor,
        wanted: WantedBlock,
    ) -> Result<(HomeBlock, bool), ContentError> {
        let WantedBlock { mut block, picture, slides } = wanted;
        let name = block.content.title.fr.clone();
        let picture = self.stored("image".to_owned(), picture, &name).await?;
        let mut slide_pictures = Vec::with_capacity(slides.len());
        for (at, slide) in slides.into_iter().enumerate() {
            let WantedSlide { slide, picture } = slide;
            let name = if slide.title.fr.is_empty() { &name } else { &slide.title.fr };
            slide_pictures.push(self.stored(format!("slides[{at}].image"), picture, name).await?);
            block.content.slides.push(slide);
        }
        let mut tx = self.context.pool.begin().await?;
        store::lock_home_in(&mut tx).await?;
        let blocks = store::home_blocks(&mut tx).await?;
        let before = blocks.iter().find(|stored| stored.id == block.id);
        let read = block.version;
        block.content.image = picture.of(before, read)?;
        for (slide, picture) in block.content.slides.iter_mut().zip(slide_pictures) {
            slide.image = picture.of(before, read)?;
        }
        let next = versions::over(block, before)?;
        let source = &next.content.source;
        let is_there = store::hold_source_in(&mut tx, source).await?;
        if before == Some(&next) {
            return Ok((next, is_there));
        }
        if !is_there && before.is_none_or(|before| before.content.source != *source) {
            return Err(ContentError::UnknownSource);
        }
        if before.is_none() && blocks.len() >= MOST_BLOCKS {
            return Err(ContentError::TooManyBlocks);
        }
        store::save_block_in(&mut tx, &next).await?;
        let was = before.map_or(Value::Null, HomeBlock::facts);
        let change = Change::between("catalog.home_block_saved", next.subject(), was, next.facts());
        revision::commit_content(&self.context, tx, CONTENT, actor, change).await?;
        Ok((next, is_there))
    }

    pub async fn delete_block(&self, actor: &Actor, id: Uuid) -> Result<(), ContentError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_home_in(&mut tx).await?;
        let blocks = store::home_blocks(&mut tx).await?;
        let block = blocks.iter().find(|block| block.id == id).ok_or(ContentError::UnknownBlock)?;
        store::delete_block_in(&mut tx, id).await?;
        let change =
            Change::between("catalog.home_block_removed", block.subject(), block.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Puts these blocks first, in this order; the others follow as they stand. One that is gone is nobody's.
    pub async fn arrange(&self, actor: &Actor, first: &[Uuid]) -> Result<(), ContentError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_home_in(&mut tx).await?;
        let before = store::home_blocks(&mut tx).await?;
        let mut after = before.clone();
        put_first(&mut after, first);
        if after == before {
            return Ok(());
        }
        store::arrange_in(&mut tx, &after).await?;
        let subject = Subject::new("home", "", "");
        let change = Change::between("catalog.home_arranged", subject, order(&before), order(&after));
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Stores a new picture or finds the one that is chosen; `field` is what of the request holds it, `name` what it is for.
    async fn stored(
        &self,
        field: String,
        picture: Picture,
        name: &str,
    ) -> Result<FieldPicture, ContentError> {
        let stored = self.pictures.store_wanted(picture, name).await;
        let stored = stored.map_err(|error| ContentError::Media(field.clone(), error))?;
        Ok(FieldPicture { field, stored })
    }
}

/// A picture that needs no work any more, with what of the request held it.
struct FieldPicture {
    field: String,
    stored: StoredPicture,
}

impl FieldPicture {
    /// The picture of a block that was `read` at a version: one that is kept may be gone since.
    fn of(self, before: Option<&HomeBlock>, read: u64) -> Result<Option<StoredSize>, ContentError> {
        let had = before.into_iter().flat_map(HomeBlock::pictures);
        self.stored.of(had).map_err(|UnknownPicture| match before {
            Some(before) if before.version != read => ContentError::Stale(before.version),
            _ => ContentError::UnknownPicture(self.field),
        })
    }
}

/// The order of the blocks, as the audit log tells it.
fn order(blocks: &[HomeBlock]) -> Value {
    let name = |block: &HomeBlock| {
        let title = &block.content.title.fr;
        if title.is_empty() { <&str>::from(block.content.kind).to_owned() } else { title.clone() }
    };
    serde_json::json!({ "blocks": blocks.iter().map(name).collect::<Vec<_>>() })
}
