//! The gRPC interface of categories.

use souk_kernel::Permission;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::categories_server::Categories as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{Categories, Category};
use crate::failure::checked;
use crate::parse;

pub struct CategoriesRpc {
    categories: Categories,
}

impl CategoriesRpc {
    pub fn new(categories: Categories) -> Self {
        Self { categories }
    }
}

#[tonic::async_trait]
impl Service for CategoriesRpc {
    async fn list_categories(
        &self,
        _request: Request<proto::ListCategoriesRequest>,
    ) -> Result<Response<proto::ListCategoriesResponse>, Status> {
        let tree = self.categories.tree().await.map_err(Failure::from)?;
        let categories = tree.iter().map(message).collect();
        Ok(Response::new(proto::ListCategoriesResponse { categories }))
    }

    async fn create_category(
        &self,
        request: Request<proto::CreateCategoryRequest>,
    ) -> Result<Response<proto::Category>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut request = request.into_inner();
        let picture = std::mem::take(&mut request.image);
        let category = new_category(request)?;
        let id = category.id;
        self.categories.create(&actor, category, picture).await.map_err(Failure::from)?;
        let tree = self.categories.tree().await.map_err(Failure::from)?;
        Ok(Response::new(tree.get(id).map(message).unwrap_or_default()))
    }
}

fn new_category(request: proto::CreateCategoryRequest) -> Result<Category, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let parent = found.optional_id("parentId", &request.parent_id);
    let name = parse::name("name", request.name, &mut found);
    let french = name.as_ref().map_or("", |name| &name.fr);
    let slug = parse::slug(&request.slug, french, &mut found);
    let category = id.zip(name.clone()).zip(slug).map(|((id, name), slug)| Category {
        id,
        parent,
        slug: slug.to_string(),
        name,
        image: String::new(),
        position: request.position.min(i32::MAX.unsigned_abs()),
        products: 0,
    });
    checked(category, found)
}

fn message(category: &Category) -> proto::Category {
    proto::Category {
        id: category.id.to_string(),
        parent_id: category.parent.map(|id| id.to_string()).unwrap_or_default(),
        slug: category.slug.clone(),
        name: Some(localized_to_proto(&category.name)),
        image: category.image.clone(),
        position: category.position,
        products: category.products,
    }
}
