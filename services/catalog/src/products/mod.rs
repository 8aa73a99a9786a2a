//! Products: created and edited by staff, shown to shoppers, announced to the services that sell and stock them.

mod card;
mod combination_rows;
mod combinations;
mod copies;
mod details;
mod document;
mod duplicate;
mod following;
mod list;
mod list_ids;
mod list_search;
mod load;
mod model;
mod names;
mod pack_rows;
mod packing;
mod packs;
mod page;
mod pages;
mod parse;
mod parse_selling;
mod parse_sheet;
mod parse_tags;
mod pictures;
mod product_address;
mod public_addresses;
mod public_page;
mod remove;
mod replace_combinations;
mod rpc;
mod sellable;
mod sheet;
mod sheet_edits;
mod sheet_rows;
mod store;
mod tags;

use std::sync::Arc;

use souk_audit::Change;
use souk_bus::{Meta, OutboxRow};
use souk_idempotency::IdempotencyError;
use souk_kernel::{Changed, Counted, ProductId};
use souk_proto::catalog::v1::SellableChanged;
use souk_rpc::{Actor, Failure, Violations};
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

pub use card::{brand_line_view, brand_view, promotion_view, write_card};
pub use combinations::{CombineError, MOST_COMBINATIONS, Wanted, check_distinct, have_room};
pub use details::Details;
pub use document::document;
pub use list::Row;
pub use list_ids::{ListFilter, ListSort};
pub use load::{after, load};
pub use model::{Combination, Edit, Image, Product, Text};
pub use names::{NamedProduct, combination_names, link, named};
pub use packs::{PackError, PackFault};
pub use parse::{edit as asked_edit, filter as list_filter, new_product, wanted_combinations};
pub use pictures::NewImage;
pub use remove::{Names, Removal};
pub use rpc::{ProductsRpc, product_message, told_to};
pub use sellable::sellable;
pub use sheet::SheetError;

use self::packs::Packed;
use self::pages::Pages;
use self::public_addresses::{ProductAddress, Texts};
use self::sheet::SheetFault;
use crate::context::Context;
use crate::failure::GONE;
use crate::media::{Media, MediaError};
use crate::price_changes;
use crate::reference::{ReferenceCache, ReferenceData};
use crate::revision;

/// Products of one step through all of them: bounds the memory that it takes.
const STEP: usize = 500;

/// The use cases of products.
#[derive(Clone)]
pub struct Products {
    context: Context,
    reference: ReferenceCache,
    media: Media,
    pages: Pages,
}

/// One part of what shoppers can open.
#[derive(Debug)]
pub enum Addresses {
    /// Of categories, brands and their lines, promotions, pages of text and the blog.
    Lists(Arc<ReferenceData>, Texts),
    Products(Vec<ProductAddress>),
}

/// Why something could not be done with a product.
#[derive(Debug, thiserror::Error)]
pub enum ProductError {
    #[error("there is no such product")]
    Unknown,
    /// `below`: the slug of its main category.
    #[error("the product has another address: {slug}")]
    Moved { slug: String, below: String },
    #[error("the product was taken away")]
    Gone,
    #[error("the product was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("{0} names nothing that exists")]
    UnknownReference(&'static str),
    #[error("another product has this {0}")]
    Taken(&'static str),
    #[error(transparent)]
    Combine(#[from] CombineError),
    #[error(transparent)]
    Sheet(#[from] SheetError),
    #[error(transparent)]
    Pack(#[from] PackError),
    /// Names what of the request can't be.
    #[error("the product is a part of a pack")]
    IsPart(&'static str),
    #[error("the product had stock of its own: a pack has none")]
    HadStock,
    #[error("the product had stock, or something names it")]
    InUse(Names),
    #[error("{0} of the combinations to be taken away had stock or stand in a pack")]
    CombinationsInUse(u64),
    #[error("the shop has as many features as one may have: say what one of them says")]
    TooManyFeatures,
    #[error("the attribute has as many options as one may have")]
    TooManyOptions,
    #[error("the product has as many pictures as one may have")]
    TooManyImages,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl Products {
    pub fn new(context: Context, reference: ReferenceCache, media: Media) -> Self {
        Self { context, reference, media, pages: Pages::default() }
    }

    /// Creates the product; the same id again is success and changes nothing.
    pub async fn create(&self, actor: &Actor, product: &Product) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if load::find(&mut tx, product.id).await?.is_some() {
            return Ok(());
        }
        match self.create_in(&mut tx, actor, vec![product.clone()]).await {
            Err(ProductError::Taken("id")) => Ok(()),
            created => {
                created?;
                Ok(self.commit(tx, product.id).await?)
            }
        }
    }

    /// Tells of a product that was made or changed, and keeps that.
    pub async fn commit(&self, tx: Transaction<'_, Postgres>, id: ProductId) -> sqlx::Result<()> {
        self.commit_all(tx, &[id.uuid()]).await
    }

    /// As [`Self::commit`] of several. The revision is taken last: whoever holds it waits for nobody.
    pub async fn commit_all(&self, mut tx: Transaction<'_, Postgres>, ids: &[Uuid]) -> sqlx::Result<()> {
        self.announce_in(&mut tx, ids).await?;
        self.context.commit(tx).await
    }

    /// Makes products within a transaction that [`Self::commit`] ends.
    pub async fn create_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        mut products: Vec<Product>,
    ) -> Result<(), ProductError> {
        for product in products.iter_mut().filter(|product| !product.pack.is_empty()) {
            Self::hold_pack_in(tx, product.id, &product.pack).await?;
            Self::check_pack_in(tx, product, &Packed::default()).await?;
        }
        if !combination_rows::enter_options_in(tx, self.context.clock.as_ref(), &mut products).await? {
            return Err(ProductError::TooManyOptions);
        }
        for product in &mut products {
            self.enter_sheet_in(tx, product).await?;
        }
        store::insert_in(tx, &products, self.context.clock.now()).await.map_err(broken_rule)?;
        Self::take_addresses_in(tx, &products).await?;
        let made =
            |product: &Product| Change::made("catalog.product_added", product.subject(), product.facts());
        self.context.audit_all_in(tx, actor, products.iter().map(made)).await?;
        Ok(())
    }

    /// Which of the products, by their places, [`Self::create_in`] can make as things are: nobody has or had their addresses and SKUs.
    pub async fn unclaimed(&self, conn: &mut PgConnection, wanted: &[&Product]) -> sqlx::Result<Vec<usize>> {
        store::unclaimed(conn, wanted).await
    }

    /// Applies an edit made on `version`.
    pub async fn update(
        &self,
        actor: &Actor,
        id: ProductId,
        version: u64,
        edit: Edit,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if self.update_in(&mut tx, actor, (id, version), edit).await? == Changed::Yes {
            self.commit(tx, id).await?;
        }
        Ok(())
    }

    /// Edits the product within a transaction that [`Self::commit`] ends.
    pub async fn update_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        (id, version): (ProductId, u64),
        edit: Edit,
    ) -> Result<Changed, ProductError> {
        Self::hold_pack_in(tx, id, edit.pack.as_deref().unwrap_or_default()).await?;
        let mut product = store::lock_in(tx, id).await?.ok_or(ProductError::Unknown)?;
        if product.version != version {
            return Err(ProductError::Stale(product.version));
        }
        let lines = self.lines_in(tx, edit.sheet.as_deref()).await?;
        let (before, slug) = (product.facts(), product.slug.clone());
        let (sheet, packed, priced) = (product.features.clone(), Packed::of(&product), product.priced());
        let changed =
            product.edit(edit, lines).map_err(|_| ProductError::UnknownReference("combinationPrices"))?;
        if changed == Changed::Already {
            return Ok(changed);
        }
        Self::check_pack_in(tx, &mut product, &packed).await?;
        let saved = store::save_in(tx, &product, self.context.clock.now()).await.map_err(broken_rule)?;
        if !saved {
            return Err(ProductError::Stale(product.version));
        }
        Self::take_address_in(tx, &product, Some(&slug)).await?;
        if product.features != sheet {
            sheet_rows::save_in(tx, std::slice::from_ref(&product)).await?;
        }
        if product.pack != packed.pack {
            pack_rows::replace_in(tx, &product).await.map_err(broken_rule)?;
        }
        price_changes::note_in(tx, &self.context, actor, &priced.changes(&product.priced())).await?;
        let change = Change::between("catalog.product_changed", product.subject(), before, product.facts());
        self.context.audit_in(tx, actor, change).await?;
        Ok(changed)
    }

    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<Row>, Counted), ProductError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = list::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// A product as staff edit it, with the reference data that it is shown with.
    pub async fn get(&self, id: ProductId) -> Result<(Product, Arc<ReferenceData>), ProductError> {
        let mut conn = self.context.pool.acquire().await?;
        let product = load::find(&mut conn, id).await?.ok_or(ProductError::Unknown)?;
        Ok((product, self.reference.newest(&mut conn).await?))
    }

    /// The tags in use, those of most products first.
    pub async fn tags(&self) -> Result<Vec<String>, ProductError> {
        Ok(tags::in_use(&mut *self.context.pool.acquire().await?).await?)
    }

    /// A part of what shoppers can open, and how many parts there are: the lists', then the products'.
    pub async fn addresses(&self, part: u32) -> Result<(Addresses, u32), ProductError> {
        let mut conn = self.context.pool.acquire().await?;
        let parts = public_addresses::parts(&mut conn).await?.saturating_add(1);
        let found = match part {
            0 => {
                let texts = Texts::read(&mut conn, self.context.clock.now()).await?;
                Addresses::Lists(self.reference.counted(&mut conn).await?, texts)
            }
            part => Addresses::Products(public_addresses::products(&mut conn, part).await?),
        };
        Ok((found, parts))
    }

    /// The number that a product got at its making; the number before all where there is no such product.
    pub async fn number_of(&self, product: Option<ProductId>) -> Result<u64, ProductError> {
        let Some(product) = product else { return Ok(0) };
        let mut conn = self.context.pool.acquire().await?;
        Ok(load::number_of(&mut conn, product).await?.unwrap_or_default())
    }

    /// One step through all sellables, in the order of their making, after a number.
    pub async fn sellables_after(&self, number: u64) -> Result<Vec<(u64, SellableChanged)>, ProductError> {
        let mut conn = self.context.pool.acquire().await?;
        let most = i64::try_from(STEP).unwrap_or(i64::MAX);
        let ids: Vec<Uuid> = after(&mut conn, number, most).await?.into_iter().map(|(id, _)| id).collect();
        let mut products = load(&mut conn, &ids).await?;
        products.sort_by_key(|product| product.number);
        let reference = self.reference.newest(&mut conn).await?;
        let event = |product: &Product| {
            let sellable = Some(sellable(product, &reference, product.revision));
            (product.number, SellableChanged { sellable })
        };
        Ok(products.iter().map(event).collect())
    }

    /// Marks the products as changed and tells the other services what they are now.
    async fn announce_in(&self, tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
        let revision = revision::mark_products_in(tx, ids).await?;
        let reference = self.reference.newest_in(tx).await?;
        let row = |product: &Product| {
            let sellable = Some(sellable(product, &reference, revision.unsigned_abs()));
            let meta = Meta::new(self.context.clock.as_ref(), product.id.uuid());
            OutboxRow::new(&SellableChanged { sellable }, meta)
        };
        let rows: Vec<OutboxRow> = load(tx, ids).await?.iter().map(row).collect();
        self.context.outbox.add_rows(tx, &rows).await
    }
}

/// What a broken constraint says about the request.
fn broken_rule(error: sqlx::Error) -> ProductError {
    match souk_database::broken_constraint(&error) {
        // Of one statement, whichever comes first.
        Some("products_pkey" | "product_texts_pkey") => ProductError::Taken("id"),
        Some("products_slug_key") => ProductError::Taken("slug"),
        Some("products_sku" | "combinations_sku") => ProductError::Taken("sku"),
        Some("combinations_barcode") => ProductError::Taken("barcode"),
        Some("combinations_pkey") => ProductError::Taken("combinations.id"),
        Some("products_category_id_fkey") => ProductError::UnknownReference("categoryId"),
        Some("products_brand_id_fkey") => ProductError::UnknownReference("brandId"),
        Some("products_brand_line_fkey" | "products_brand_line_has_brand") => {
            ProductError::UnknownReference("brandLineId")
        }
        Some("pack_components_component_id_fkey") => ProductError::UnknownReference("pack.productId"),
        Some("pack_components_combination_id_fkey") => ProductError::UnknownReference("pack.combinationId"),
        _ => ProductError::Database(error),
    }
}

fn wrong_combination(error: CombineError) -> Failure {
    let (at, field, rule) = match error {
        CombineError::UnknownOption(at) => (at, "optionIds", "form.validation.unknown"),
        CombineError::Repeated(at) => (at, "optionIds", "form.validation.repeated"),
        CombineError::OtherAttributes(at) => (at, "optionIds", "form.validation.otherAttributes"),
        CombineError::RepeatedSku(at) => (at, "sku", "form.validation.repeated"),
        CombineError::RepeatedBarcode(at) => (at, "barcode", "form.validation.repeated"),
        CombineError::Pack => return Failure::precondition("catalog.pack_combined", error.to_string()),
    };
    Failure::invalid_field(format!("combinations[{at}].{field}"), rule, error.to_string())
}

fn wrong_sheet(SheetError(faults): &SheetError) -> Failure {
    let mut found = Violations::default();
    for (at, fault) in faults {
        let (field, rule) = match fault {
            SheetFault::UnknownFeature => ("featureId", "form.validation.unknown"),
            SheetFault::Repeated => ("featureId", "form.validation.repeated"),
            SheetFault::UnknownValue => ("value", "form.validation.value"),
        };
        found.push(format!("features[{at}].{field}"), rule, fault.to_string());
    }
    Failure::invalid("invalid_request", found)
}

fn wrong_pack(PackError(faults): &PackError) -> Failure {
    let mut found = Violations::default();
    for (at, fault) in faults {
        let (field, rule) = match fault {
            PackFault::Itself => ("productId", "form.validation.inItself"),
            PackFault::UnknownProduct => ("productId", "form.validation.unknown"),
            PackFault::Pack => ("productId", "form.validation.packed"),
            PackFault::CombinationMissing => ("combinationId", "form.validation.required"),
            PackFault::UnknownCombination => ("combinationId", "form.validation.unknown"),
            PackFault::Repeated => ("productId", "form.validation.repeated"),
            PackFault::NoChoice => ("choices", "form.validation.required"),
            PackFault::UnknownChoice => ("choices", "form.validation.unknown"),
            PackFault::TooManyChoices => ("choices", "form.validation.tooMany"),
            PackFault::OtherRate => ("productId", "form.validation.otherRate"),
            PackFault::TooDear => ("productId", "form.validation.price"),
        };
        found.push(format!("pack[{at}].{field}"), rule, fault.to_string());
    }
    Failure::invalid("invalid_request", found)
}

impl From<ProductError> for Failure {
    fn from(error: ProductError) -> Self {
        let text = error.to_string();
        match error {
            ProductError::Unknown => Self::not_found("catalog.unknown_product", text),
            ProductError::Moved { slug, below } => {
                Self::not_found("catalog.moved", text).with("movedTo", slug).with("movedBelow", below)
            }
            ProductError::Gone => Self::not_found(GONE, text),
            ProductError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            ProductError::UnknownReference(field) => {
                Self::invalid_field(field, "form.validation.unknown", text)
            }
            ProductError::Taken(field) => Self::conflict("catalog.taken", text).with("field", field),
            ProductError::InUse(names) => Self::conflict("catalog.product_in_use", text)
                .with("stock", u64::from(names.stock))
                .with("packs", names.packs)
                .with("reviews", names.reviews)
                .with("items", names.items)
                .with("collections", names.collections)
                .with("promotions", names.promotions)
                .with("requests", names.requests),
            ProductError::Combine(error) => wrong_combination(error),
            ProductError::Sheet(error) => wrong_sheet(&error),
            ProductError::Pack(error) => wrong_pack(&error),
            ProductError::IsPart(field) => Self::invalid_field(field, "form.validation.isPart", text),
            ProductError::HadStock => Self::invalid_field("pack", "form.validation.hadStock", text),
            ProductError::CombinationsInUse(count) => {
                Self::conflict("catalog.combination_in_use", text).with("combinations", count)
            }
            ProductError::TooManyFeatures => Self::invalid_field("features", "form.validation.tooMany", text),
            ProductError::TooManyOptions => {
                Self::invalid_field("combinations", "form.validation.tooMany", text)
            }
            ProductError::TooManyImages => Self::invalid_field("image", "form.validation.tooMany", text),
            ProductError::Media(error) => crate::failure::of_media("image", error),
            ProductError::Idempotency(error) => error.failure("catalog.idempotency_key_reused"),
            ProductError::Database(error) => souk_database::failure(error),
            ProductError::Json(error) => Self::internal(error),
        }
    }
}
