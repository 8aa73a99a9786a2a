//! The gRPC interface of brands.

use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{Brand, Brands};
use crate::failure::checked;
use crate::parse;

pub struct BrandsRpc {
    brands: Brands,
}

impl BrandsRpc {
    pub fn new(brands: Brands) -> Self {
        Self { brands }
    }
}

#[tonic::async_trait]
impl Service for BrandsRpc {
    async fn list_brands(
        &self,
        _request: Request<proto::ListBrandsRequest>,
    ) -> Result<Response<proto::ListBrandsResponse>, Status> {
        let brands = self.brands.list().await.map_err(Failure::from)?;
        let brands = brands.into_iter().map(message).collect();
        Ok(Response::new(proto::ListBrandsResponse { brands }))
    }

    async fn create_brand(
        &self,
        request: Request<proto::CreateBrandRequest>,
    ) -> Result<Response<proto::Brand>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut request = request.into_inner();
        let logo = std::mem::take(&mut request.logo);
        let brand = new_brand(&request)?;
        let id = brand.id;
        self.brands.create(&actor, brand, logo).await.map_err(Failure::from)?;
        let brands = self.brands.list().await.map_err(Failure::from)?;
        let created = brands.into_iter().find(|brand| brand.id == id);
        Ok(Response::new(created.map(message).unwrap_or_default()))
    }
}

fn new_brand(request: &proto::CreateBrandRequest) -> Result<Brand, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let name = request.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > parse::LONGEST_LINE {
        found.push("name", "form.validation.required", "a name of 1 to 300 characters is required");
    }
    let slug = parse::slug(&request.slug, &name, &mut found);
    let brand = id.zip(slug).map(|(id, slug)| Brand {
        id,
        name,
        slug: slug.to_string(),
        logo: String::new(),
        products: 0,
    });
    checked(brand, found)
}

fn message(brand: Brand) -> proto::Brand {
    proto::Brand {
        id: brand.id.to_string(),
        name: brand.name,
        slug: brand.slug,
        logo: brand.logo,
        products: brand.products,
    }
}
