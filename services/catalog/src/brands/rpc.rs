//! The gRPC interface of brands.

use souk_kernel::{BrandId, LocalizedText, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as Service;
use souk_proto::common::v1 as common;
use souk_rpc::{Failure, Violations, actor, localized_from_proto, localized_to_proto};
use tonic::{Request, Response, Status};

use super::model::LAST_POSITION;
use super::{Brand, Brands, Choice, Edit, ListFilter, ListSort};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse;

/// Longest text about a brand in one language, in characters.
const LONGEST_ABOUT: usize = 2_000;
/// Past it, positions say nothing.
const MOST_POSITION: u32 = 1_000_000;

pub struct BrandsRpc {
    brands: Brands,
}

impl BrandsRpc {
    pub fn new(brands: Brands) -> Self {
        Self { brands }
    }

    async fn brand(&self, id: BrandId) -> Result<Response<proto::Brand>, Status> {
        Ok(Response::new(message(self.brands.get(id).await.map_err(Failure::from)?)))
    }
}

#[tonic::async_trait]
impl Service for BrandsRpc {
    async fn list_brands(
        &self,
        request: Request<proto::ListBrandsRequest>,
    ) -> Result<Response<proto::ListBrandsResponse>, Status> {
        let (brands, total) = if request.get_ref().page.is_some() {
            actor(&request)?.require(Permission::CatalogRead)?;
            let listed = self.brands.list(&filter(request.get_ref())?).await.map_err(Failure::from)?;
            (listed.0.into_iter().map(message).collect(), listed.1)
        } else {
            let choices = self.brands.choices().await.map_err(Failure::from)?;
            let brands: Vec<_> = choices.into_iter().map(choice_message).collect();
            let total = brands.len() as u64;
            (brands, total)
        };
        Ok(Response::new(proto::ListBrandsResponse { brands, total }))
    }

    async fn get_brand(
        &self,
        request: Request<proto::GetBrandRequest>,
    ) -> Result<Response<proto::Brand>, Status> {
        actor(&request)?.require(Permission::CatalogRead)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.brand(id).await
    }

    async fn create_brand(
        &self,
        request: Request<proto::CreateBrandRequest>,
    ) -> Result<Response<proto::Brand>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut request = request.into_inner();
        let logo = Picture::read(std::mem::take(&mut request.logo), std::mem::take(&mut request.logo_url));
        let brand = new_brand(request)?;
        let id = brand.id;
        self.brands.create(&actor, brand, logo).await.map_err(Failure::from)?;
        self.brand(id).await
    }

    async fn update_brand(
        &self,
        request: Request<proto::UpdateBrandRequest>,
    ) -> Result<Response<proto::Brand>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.into_inner();
        let mut found = Violations::default();
        let id: Option<BrandId> = found.id("id", &request.id);
        let edit = Edit {
            name: request.name.and_then(|given| name(&given, &mut found)),
            about: request.about.and_then(|given| about(Some(given), &mut found)),
            position: request.position.and_then(|given| position(given, &mut found)),
            logo: None,
        };
        let id = checked(id, found)?;
        let logo = request.logo.map(|content| Picture::read(content, request.logo_url));
        let edited = self.brands.update(&actor, (id, request.version), edit, logo).await;
        edited.map_err(Failure::from)?;
        self.brand(id).await
    }

    async fn delete_brand(
        &self,
        request: Request<proto::DeleteBrandRequest>,
    ) -> Result<Response<proto::DeleteBrandResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.brands.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteBrandResponse {}))
    }

    async fn merge_brand(
        &self,
        request: Request<proto::MergeBrandRequest>,
    ) -> Result<Response<proto::Brand>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let proto::MergeBrandRequest { id, version, into } = request.into_inner();
        let mut found = Violations::default();
        let ids = found.id("id", &id).zip(found.id("into", &into));
        let (id, into) = checked(ids, found)?;
        self.brands.merge(&actor, (id, version), into).await.map_err(Failure::from)?;
        self.brand(id).await
    }
}

fn filter(request: &proto::ListBrandsRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let sort = match request.sort.as_str() {
        "" => Some(ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let filter = page.zip(sort).map(|(page, sort)| ListFilter { page, query: request.query.clone(), sort });
    checked(filter, found)
}

fn new_brand(request: proto::CreateBrandRequest) -> Result<Brand, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let name = name(&request.name, &mut found);
    let slug = parse::slug(&request.slug, name.as_deref().unwrap_or_default(), &mut found);
    let about = about(request.about, &mut found);
    let position = position(request.position.unwrap_or(LAST_POSITION), &mut found);
    let brand = match (id, name, slug, about, position) {
        (Some(id), Some(name), Some(slug), Some(about), Some(position)) => {
            Some(Brand { about, position, ..Brand::new(id, name, slug.to_string()) })
        }
        _ => None,
    };
    checked(brand, found)
}

fn name(given: &str, found: &mut Violations) -> Option<String> {
    let name = given.trim();
    if name.is_empty() || name.chars().count() > parse::LONGEST_LINE {
        found.push("name", "form.validation.required", "a name of 1 to 300 characters is required");
        return None;
    }
    Some(name.to_owned())
}

fn about(given: Option<common::LocalizedText>, found: &mut Violations) -> Option<LocalizedText> {
    let about = localized_from_proto(given);
    let all = [("fr", &about.fr), ("ar", &about.ar), ("en", &about.en)];
    let too_long: Vec<_> = all.iter().filter(|(_, text)| text.chars().count() > LONGEST_ABOUT).collect();
    for (language, _) in &too_long {
        let text = format!("{LONGEST_ABOUT} characters at most");
        found.push(format!("about.{language}"), "form.validation.tooLong", text);
    }
    too_long.is_empty().then_some(about)
}

fn position(given: u32, found: &mut Violations) -> Option<u32> {
    if given <= MOST_POSITION {
        return Some(given);
    }
    found.push("position", "form.validation.position", "a position is at most 1,000,000");
    None
}

fn choice_message(brand: Choice) -> proto::Brand {
    let Choice { id, name, slug, products } = brand;
    proto::Brand { id: id.to_string(), name, slug, products, ..Default::default() }
}

fn message(brand: Brand) -> proto::Brand {
    proto::Brand {
        id: brand.id.to_string(),
        name: brand.name,
        slug: brand.slug,
        logo: brand.logo,
        products: brand.products,
        version: brand.version,
        about: Some(localized_to_proto(&brand.about)),
        position: brand.position,
        merged_into: brand.merged_into.map(|id| id.to_string()).unwrap_or_default(),
    }
}
