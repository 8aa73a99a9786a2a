//! Pictures of products: added, put in order, said to show a combination, taken away. Their files stay: orders, kept pages and search
//! engines name them.

use serde_json::json;
use souk_audit::Change;
use souk_kernel::{Changed, CombinationId, ImageId, ProductId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Image, Product};
use super::{ProductError, Products, load, store};
use crate::media::{Media, Origin};
use souk_rpc::Actor;

/// Pictures that one product may have.
const MOST_IMAGES: usize = 100;

/// A picture to add to a product.
#[derive(Debug, Clone)]
pub struct NewImage {
    pub product: ProductId,
    pub content: Vec<u8>,
    pub alt: String,
    /// Combinations that it shows; none: the product.
    pub combinations: Vec<CombinationId>,
}

impl Products {
    /// Stores a picture and attaches it; the same bytes again only add the combinations that are new.
    pub async fn add_image(&self, actor: &Actor, new: NewImage) -> Result<ImageId, ProductError> {
        Ok(self.add_image_of(actor, new, Origin::Staff).await?.0)
    }

    /// The same, and whether it is one that the product did not have.
    pub async fn add_image_of(
        &self,
        actor: &Actor,
        new: NewImage,
        origin: Origin,
    ) -> Result<(ImageId, bool), ProductError> {
        let hash = Media::hash(&new.content);
        let mut conn = self.context.pool.acquire().await?;
        let product = load::find(&mut conn, new.product).await?.ok_or(ProductError::Unknown)?;
        let stored = store::image_with(&mut conn, new.product, &hash).await?;
        drop(conn);
        let sizes = match stored {
            Some(_) => Vec::new(),
            None if product.images.len() >= MOST_IMAGES => return Err(ProductError::TooManyImages),
            None => self.media.store_for_product(new.product, new.content, origin).await?,
        };
        let image = Image { id: ImageId::new(self.context.clock.as_ref()), alt: new.alt, sizes };
        let made = image.id;
        let id = self.attach(actor, new.product, image, &hash, &new.combinations).await?;
        Ok((id, id == made))
    }

    async fn attach(
        &self,
        actor: &Actor,
        product: ProductId,
        image: Image,
        hash: &str,
        combinations: &[CombinationId],
    ) -> Result<ImageId, ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let locked = lock_in(&mut tx, product).await?;
        let id = if let Some(id) = store::image_with(&mut tx, product, hash).await? {
            id
        } else if locked.images.len() >= MOST_IMAGES {
            return Err(ProductError::TooManyImages);
        } else {
            store::insert_image_in(&mut tx, product, &image, hash).await?;
            image.id
        };
        let combinations: Vec<Uuid> = combinations.iter().map(|id| id.uuid()).collect();
        if !store::show_in(&mut tx, product, id, &combinations).await? {
            return Err(ProductError::UnknownReference("combinationIds"));
        }
        self.announce_in(&mut tx, &[product.uuid()]).await?;
        let after = json!({ "image": id, "combinations": combinations });
        self.context
            .audit_in(&mut tx, actor, Change::made("catalog.image_added", locked.subject(), after))
            .await?;
        self.context.commit(tx).await?;
        Ok(id)
    }

    /// Puts the pictures named first, in this order; the others follow in theirs. The first of all is the product's face.
    pub async fn order_images(
        &self,
        actor: &Actor,
        product: ProductId,
        first: &[ImageId],
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let locked = lock_in(&mut tx, product).await?;
        let before: Vec<ImageId> = locked.images.iter().map(|image| image.id).collect();
        let after = locked.images_from(first).ok_or(ProductError::UnknownReference("imageIds"))?;
        if after == before {
            return Ok(());
        }
        store::order_images_in(&mut tx, product, &after).await?;
        self.announce_in(&mut tx, &[product.uuid()]).await?;
        let (before, after) = (json!({ "images": before }), json!({ "images": after }));
        let change = Change::between("catalog.images_ordered", locked.subject(), before, after);
        self.context.audit_in(&mut tx, actor, change).await?;
        self.context.commit(tx).await?;
        Ok(())
    }

    /// Takes a picture away from the product; one that is gone is success.
    pub async fn remove_image(
        &self,
        actor: &Actor,
        product: ProductId,
        image: ImageId,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if self.remove_image_in(&mut tx, actor, product, image).await? == Changed::Yes {
            self.commit(tx, product).await?;
        }
        Ok(())
    }

    /// Takes it away within a transaction that [`Self::commit`] ends.
    pub async fn remove_image_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        product: ProductId,
        image: ImageId,
    ) -> Result<Changed, ProductError> {
        let locked = lock_in(tx, product).await?;
        if !store::remove_image_in(tx, product, image).await? {
            return Ok(Changed::Already);
        }
        let before = json!({ "image": image });
        let change = Change::between("catalog.image_removed", locked.subject(), before, json!({}));
        self.context.audit_in(tx, actor, change).await?;
        Ok(Changed::Yes)
    }

    /// Says whether a picture of the product shows one of its combinations.
    pub async fn assign_image(
        &self,
        actor: &Actor,
        (product, image): (ProductId, ImageId),
        combination: CombinationId,
        shows: bool,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let locked = lock_in(&mut tx, product).await?;
        if !locked.images.iter().any(|one| one.id == image) {
            return Err(ProductError::UnknownReference("imageId"));
        }
        let own = locked.combinations.iter().find(|own| own.id == combination);
        let own = own.ok_or(ProductError::UnknownReference("combinationId"))?;
        if own.images.contains(&image) == shows {
            return Ok(());
        }
        if shows {
            store::show_in(&mut tx, product, image, &[combination.uuid()]).await?;
        } else {
            store::hide_in(&mut tx, image, combination).await?;
        }
        self.announce_in(&mut tx, &[product.uuid()]).await?;
        let facts = |shows| json!({ "image": image, "combination": combination, "shows": shows });
        let change = Change::between("catalog.image_assigned", locked.subject(), facts(!shows), facts(shows));
        self.context.audit_in(&mut tx, actor, change).await?;
        self.context.commit(tx).await?;
        Ok(())
    }
}

pub async fn lock_in(tx: &mut PgConnection, product: ProductId) -> Result<Product, ProductError> {
    store::lock_in(tx, product).await?.ok_or(ProductError::Unknown)
}
