//! The gRPC interface of products.

use std::pin::Pin;

use futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use souk_idempotency::IdempotencyKey;
use souk_kernel::{Permission, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::address::Kind;
use souk_proto::catalog::v1::products_server::Products as Service;
use souk_rpc::{Actor, Failure, Violations, actor, localized_to_proto};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use super::details::Details;
use super::list::Row;
use super::model::{ChosenValue, Combination, FeatureValue, Image, Product, Text};
use super::public_addresses::{ProductAddress, Texts};
use super::sellable::{available_from, component, pack_price, quantity_rule};
use super::{Addresses, Products, parse as read};
use crate::drafts;
use crate::failure::checked;
use crate::features::Given;
use crate::parse;
use crate::reference::ReferenceData;

pub struct ProductsRpc {
    products: Products,
}

impl ProductsRpc {
    pub fn new(products: Products) -> Self {
        Self { products }
    }

    async fn product(&self, id: ProductId) -> Result<proto::Product, Failure> {
        let (product, reference) = self.products.get(id).await?;
        Ok(product_message(&product, &reference, self.products.context.clock.now()))
    }
}

#[tonic::async_trait]
impl Service for ProductsRpc {
    async fn get_product_page(
        &self,
        request: Request<proto::GetProductPageRequest>,
    ) -> Result<Response<proto::GetProductPageResponse>, Status> {
        let request = request.into_inner();
        let mut found = Violations::default();
        let language = checked(parse::language(&request.language, &mut found), found)?;
        let (json, version) = self.products.page(&request.slug, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetProductPageResponse { json: json.into(), version }))
    }

    async fn get_draft_product(
        &self,
        request: Request<proto::GetDraftRequest>,
    ) -> Result<Response<proto::Draft>, Status> {
        let (id, language) = drafts::asked(&actor(&request)?, request.get_ref())?;
        let draft = self.products.draft(ProductId::from_uuid(id), language).await.map_err(Failure::from)?;
        Ok(Response::new(draft.into()))
    }

    async fn list_products(
        &self,
        request: Request<proto::ListProductsRequest>,
    ) -> Result<Response<proto::ListProductsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let filter = read::filter(request.get_ref())?;
        let (rows, total) = self.products.list(&filter).await.map_err(Failure::from)?;
        let products = rows.into_iter().map(row_message).collect();
        Ok(Response::new(proto::ListProductsResponse { products, total: total.rows, more: total.more }))
    }

    async fn get_product(
        &self,
        request: Request<proto::GetProductRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogRead)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        Ok(Response::new(told_to(&actor, self.product(id).await?)))
    }

    async fn update_product(
        &self,
        request: Request<proto::UpdateProductRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (id, version, edit) = read::edit(request.into_inner())?;
        self.products.update(&actor, id, version, edit).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(id).await?))
    }

    async fn create_product(
        &self,
        request: Request<proto::CreateProductRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let product = read::new_product(request.into_inner(), self.products.context.clock.now())?;
        self.products.create(&actor, &product).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(product.id).await?))
    }

    async fn duplicate_product(
        &self,
        request: Request<proto::DuplicateProductRequest>,
    ) -> Result<Response<proto::DuplicateProductResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut request = request.into_inner();
        let mut found = Violations::default();
        let key = std::mem::take(&mut request.idempotency_key);
        let key = IdempotencyKey::check(&mut found, "duplicate_product", &key, &request);
        let id = checked(found.id("id", &request.id), found)?;
        let made = self.products.duplicate(&actor, &key, id).await.map_err(Failure::from)?;
        Ok(Response::new(made))
    }

    async fn delete_product(
        &self,
        request: Request<proto::DeleteProductRequest>,
    ) -> Result<Response<proto::DeleteProductResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.products.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteProductResponse {}))
    }

    async fn add_image(
        &self,
        request: Request<proto::AddImageRequest>,
    ) -> Result<Response<proto::AddImageResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let new = read::new_image(request.into_inner())?;
        let product = new.product;
        let id = self.products.add_image(&actor, new).await.map_err(Failure::from)?;
        let product = self.product(product).await?;
        let image = product.images.into_iter().find(|image| image.id == id.to_string());
        Ok(Response::new(proto::AddImageResponse { image }))
    }

    async fn order_images(
        &self,
        request: Request<proto::OrderImagesRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (product, first) = read::image_order(request.get_ref())?;
        self.products.order_images(&actor, product, &first).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(product).await?))
    }

    async fn remove_image(
        &self,
        request: Request<proto::RemoveImageRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.get_ref();
        let mut found = Violations::default();
        let ids = found.id("productId", &request.product_id).zip(found.id("imageId", &request.image_id));
        let (product, image) = checked(ids, found)?;
        self.products.remove_image(&actor, product, image).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(product).await?))
    }

    async fn assign_image(
        &self,
        request: Request<proto::AssignImageRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.get_ref();
        let mut found = Violations::default();
        let ids = found.id("productId", &request.product_id).zip(found.id("imageId", &request.image_id));
        let ids = ids.zip(found.id("combinationId", &request.combination_id));
        let (image, combination) = checked(ids, found)?;
        self.products.assign_image(&actor, image, combination, request.shows).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(image.0).await?))
    }

    async fn set_combinations(
        &self,
        request: Request<proto::SetCombinationsRequest>,
    ) -> Result<Response<proto::Product>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let (product, version, wanted) = read::wanted_combinations(request.into_inner())?;
        self.products.combine(&actor, (product, version), wanted).await.map_err(Failure::from)?;
        Ok(Response::new(self.product(product).await?))
    }

    async fn list_tags(
        &self,
        request: Request<proto::ListTagsRequest>,
    ) -> Result<Response<proto::ListTagsResponse>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let tags = self.products.tags().await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListTagsResponse { tags }))
    }

    async fn list_addresses(
        &self,
        request: Request<proto::ListAddressesRequest>,
    ) -> Result<Response<proto::ListAddressesResponse>, Status> {
        let (listed, parts) =
            self.products.addresses(request.into_inner().part).await.map_err(Failure::from)?;
        let addresses = match listed {
            Addresses::Lists(reference, texts) => {
                list_addresses(&reference, &texts, self.products.context.clock.now())
            }
            Addresses::Products(products) => products.into_iter().map(product_address).collect(),
        };
        Ok(Response::new(proto::ListAddressesResponse { addresses, parts }))
    }

    type ListSellablesStream = Pin<Box<dyn Stream<Item = Result<proto::Sellable, Status>> + Send>>;

    async fn list_sellables(
        &self,
        request: Request<proto::ListSellablesRequest>,
    ) -> Result<Response<Self::ListSellablesStream>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let mut violations = Violations::default();
        let after = violations.optional_id("afterProductId", &request.get_ref().after_product_id);
        let after = checked(Some(after), violations)?;
        let products = self.products.clone();
        let number = products.number_of(after).await.map_err(Failure::from)?;
        let steps = stream::try_unfold(number, move |number| {
            let products = products.clone();
            async move {
                let step = products.sellables_after(number).await.map_err(Failure::from)?;
                Ok::<_, Status>(step.last().map(|(last, _)| *last).map(|last| (step, last)))
            }
        });
        let sellables = steps.map_ok(|step| {
            let sellables = step.into_iter().filter_map(|(_, event)| event.sellable);
            stream::iter(sellables).map(Ok)
        });
        Ok(Response::new(Box::pin(sellables.try_flatten())))
    }
}

fn row_message(row: Row) -> proto::ProductRow {
    proto::ProductRow {
        id: row.id.to_string(),
        name: row.name,
        slug: row.slug,
        category: row.category,
        category_slug: row.category_slug,
        brand: row.brand,
        active: row.active,
        price_ht: row.price.centimes(),
        price_ttc: row.price_with_tax.centimes(),
        image: row.image,
        version: row.version,
        combinations: row.combinations,
    }
}

fn list_addresses(reference: &ReferenceData, texts: &Texts, now: OffsetDateTime) -> Vec<proto::Address> {
    let address = |kind: Kind, slug: &str| proto::Address {
        kind: kind.into(),
        slug: slug.to_owned(),
        ..proto::Address::default()
    };
    let categories = reference.categories.iter().filter(|category| category.products > 0);
    let categories = categories.map(|category| address(Kind::Category, &category.slug));
    let brands = reference.brands.values().filter(|brand| brand.products > 0);
    let mut brands: Vec<_> = brands.map(|brand| address(Kind::Brand, &brand.slug)).collect();
    brands.sort_by(|one, other| one.slug.cmp(&other.slug));
    let lines = reference.brand_lines.values().filter(|line| line.products > 0);
    let mut lines: Vec<_> = lines.map(|line| address(Kind::BrandLine, &line.slug)).collect();
    lines.sort_by(|one, other| one.slug.cmp(&other.slug));
    let listed = reference.collections.values();
    let mut collections: Vec<_> = listed.map(|found| address(Kind::Collection, &found.slug)).collect();
    collections.sort_by(|one, other| one.slug.cmp(&other.slug));
    let shown = reference.promotions.values().filter(|promotion| promotion.is_shown(now));
    let mut promotions: Vec<_> =
        shown.map(|promotion| address(Kind::Promotion, &promotion.rule.id.to_string())).collect();
    promotions.sort_by(|one, other| one.slug.cmp(&other.slug));
    let texts = [
        (Kind::CmsPage, &texts.pages),
        (Kind::BlogCategory, &texts.blog_categories),
        (Kind::BlogPost, &texts.blog_posts),
    ];
    let texts = texts.into_iter().flat_map(|(kind, slugs)| slugs.iter().map(move |slug| address(kind, slug)));
    categories.chain(brands).chain(lines).chain(collections).chain(promotions).chain(texts).collect()
}

fn product_address(product: ProductAddress) -> proto::Address {
    let ProductAddress { number, slug, category_slug, images } = product;
    proto::Address { kind: Kind::Product.into(), slug, category_slug, number: number.unsigned_abs(), images }
}

/// What goods are bought for is told to those alone who may change it: to nobody else it is of use, and it is the shop's margin.
pub fn told_to(actor: &Actor, mut product: proto::Product) -> proto::Product {
    if let Some(details) = product.details.as_mut().filter(|_| !actor.may(Permission::CatalogWrite)) {
        details.supply_price_ht = 0;
    }
    product
}

/// A product as staff edit it.
pub fn product_message(product: &Product, reference: &ReferenceData, at: OffsetDateTime) -> proto::Product {
    let pricing = product.pricing(None);
    let promotion = reference.prices.best(&pricing, at);
    let category = reference.categories.get(product.category);
    proto::Product {
        id: product.id.to_string(),
        version: product.version,
        slug: product.slug.clone(),
        active: product.active,
        price_ht: product.price.centimes(),
        price_ttc: product.price.with_tax(product.tax_rate).unwrap_or(product.price).centimes(),
        tax_rate: product.tax_rate.hundredths(),
        category_id: product.category.to_string(),
        brand_id: product.brand.map(|id| id.to_string()).unwrap_or_default(),
        texts: product.texts.iter().map(text_message).collect(),
        combinations: product.combinations.iter().map(combination_message).collect(),
        images: (0_u32..).zip(&product.images).map(|(at, image)| image_message(at, image)).collect(),
        pack: product.pack.iter().map(component).collect(),
        tags: product.tags.clone(),
        featured: product.featured,
        on_sale: product.on_sale,
        features: product.features.iter().map(feature_message).collect(),
        promotion_price: promotion.map(|(after, _)| after.centimes()),
        details: Some(details_message(&product.details)),
        brand_line_id: product.brand_line.map(|id| id.to_string()).unwrap_or_default(),
        page: <&str>::from(product.page).to_owned(),
        pack_price: pack_price(product),
        category_slug: category.map(|category| category.slug.clone()).unwrap_or_default(),
        quantity_rule: Some(quantity_rule(product)),
        available_from: available_from(product),
    }
}

fn details_message(details: &Details) -> proto::ProductDetails {
    proto::ProductDetails {
        sku: details.sku.clone(),
        barcode: details.barcode.clone(),
        supply_price_ht: details.supply_price.centimes(),
        wholesale_price_ht: details.wholesale_price.centimes(),
        weight: details.weight,
        height: details.height,
        width: details.width,
        length: details.length,
        wholesale_min_order_quantity: details.wholesale_min_order_quantity,
    }
}

fn text_message(text: &Text) -> proto::ProductText {
    proto::ProductText {
        language: text.language.code().to_owned(),
        name: text.name.clone(),
        short_description: text.short_description.clone(),
        long_description: text.long_description.clone(),
        seo_title: text.seo_title.clone(),
        seo_description: text.seo_description.clone(),
    }
}

fn combination_message(combination: &Combination) -> proto::Combination {
    proto::Combination {
        id: combination.id.to_string(),
        sku: combination.sku.clone(),
        barcode: combination.barcode.clone(),
        price_ht: combination.price.centimes(),
        is_default: combination.is_default,
        active: combination.active,
        values: combination.values.iter().map(value_message).collect(),
        image_ids: combination.images.iter().map(ToString::to_string).collect(),
    }
}

fn value_message(chosen: &ChosenValue) -> proto::CombinationValue {
    proto::CombinationValue {
        r#type: chosen.kind.clone(),
        type_label: Some(localized_to_proto(&chosen.label)),
        value: Some(localized_to_proto(&chosen.value)),
        color: chosen.color.clone(),
        option_id: chosen.option.map(|id| id.to_string()).unwrap_or_default(),
    }
}

fn feature_message(line: &FeatureValue) -> proto::FeatureValue {
    let given = line.said.as_ref().map(|said| match &said.given {
        Given::Text(text) => proto::feature_value::Given::Text(localized_to_proto(text)),
        Given::Number(number) => proto::feature_value::Given::Number(number.to_string()),
        Given::Choice(option) => proto::feature_value::Given::OptionId(option.to_string()),
        Given::YesNo(yes) => proto::feature_value::Given::Yes(*yes),
    });
    proto::FeatureValue {
        r#type: line.kind.clone(),
        type_label: Some(localized_to_proto(&line.label)),
        value: Some(localized_to_proto(&line.value)),
        feature_id: line.said.as_ref().map(|said| said.feature.to_string()).unwrap_or_default(),
        given,
    }
}

fn image_message(position: u32, image: &Image) -> proto::Image {
    let size = |size: &crate::media::StoredSize| proto::ImageSize {
        name: <&str>::from(size.name).to_owned(),
        url: size.url.clone(),
        width: size.width,
        height: size.height,
    };
    proto::Image {
        id: image.id.to_string(),
        sizes: image.sizes.iter().map(size).collect(),
        position,
        alt: image.alt.clone(),
    }
}
