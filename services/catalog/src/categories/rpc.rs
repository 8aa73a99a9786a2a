//! The gRPC interface of categories.

use souk_kernel::{CategoryId, Language, LocalizedText, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::categories_server::Categories as Service;
use souk_proto::common::v1 as common;
use souk_rpc::{Failure, Violations, actor, localized_from_proto, localized_to_proto};
use tonic::{Request, Response, Status};

use super::{Address, Categories, Category, Edit};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse;

/// Longest text that is said of a category, in characters.
const LONGEST_TEXT: usize = 2_000;

pub struct CategoriesRpc {
    categories: Categories,
}

impl CategoriesRpc {
    pub fn new(categories: Categories) -> Self {
        Self { categories }
    }

    async fn category(&self, id: CategoryId) -> Result<Response<proto::Category>, Status> {
        let tree = self.categories.tree().await.map_err(Failure::from)?;
        Ok(Response::new(tree.get(id).map(message).unwrap_or_default()))
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
        let address = if request.slug.is_empty() { Address::Made } else { Address::Given };
        let category = new_category(request)?;
        let id = category.id;
        self.categories.create(&actor, category, address, picture).await.map_err(Failure::from)?;
        self.category(id).await
    }

    async fn update_category(
        &self,
        request: Request<proto::UpdateCategoryRequest>,
    ) -> Result<Response<proto::Category>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut request = request.into_inner();
        let url = std::mem::take(&mut request.image_url);
        let picture = request.image.take().map(|content| Picture::read(content, url));
        let version = request.version;
        let (id, edit) = edit(request)?;
        self.categories.update(&actor, (id, version), edit, picture).await.map_err(Failure::from)?;
        self.category(id).await
    }

    async fn move_category(
        &self,
        request: Request<proto::MoveCategoryRequest>,
    ) -> Result<Response<proto::Category>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let request = request.get_ref();
        let mut found = Violations::default();
        let id = found.id("id", &request.id);
        let parent = found.optional_id("parentId", &request.parent_id);
        let id = checked(id, found)?;
        let at = usize::try_from(request.at).unwrap_or(usize::MAX);
        self.categories.put(&actor, (id, request.version), parent, at).await.map_err(Failure::from)?;
        self.category(id).await
    }

    async fn delete_category(
        &self,
        request: Request<proto::DeleteCategoryRequest>,
    ) -> Result<Response<proto::DeleteCategoryResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::CatalogWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.categories.delete(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteCategoryResponse {}))
    }
}

fn edit(request: proto::UpdateCategoryRequest) -> Result<(CategoryId, Edit), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let edit = Edit {
        name: request.name.and_then(|name| parse::name("name", Some(name), &mut found)),
        slug: request.slug.and_then(|slug| parse::given_slug(&slug, &mut found)).map(|slug| slug.to_string()),
        about: texts("about", request.about, &mut found),
        seo_title: texts("seoTitle", request.seo_title, &mut found),
        seo_description: texts("seoDescription", request.seo_description, &mut found),
        image: None,
        feature_set: request.feature_set_id.map(|set| found.optional_id("featureSetId", &set)),
    };
    checked(id.map(|id| (id, edit)), found)
}

/// Texts that may all be empty.
fn texts(field: &str, given: Option<common::LocalizedText>, found: &mut Violations) -> Option<LocalizedText> {
    let texts = localized_from_proto(Some(given?));
    let long = |language: &Language| texts.get(*language).chars().count() > LONGEST_TEXT;
    if let Some(language) = Language::ALL.into_iter().find(long) {
        let text = format!("{LONGEST_TEXT} characters at most");
        found.push(format!("{field}.{language}"), "form.validation.tooLong", text);
        return None;
    }
    Some(texts)
}

fn new_category(request: proto::CreateCategoryRequest) -> Result<Category, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let parent = found.optional_id("parentId", &request.parent_id);
    let name = parse::name("name", request.name, &mut found);
    let french = name.as_ref().map_or("", |name| &name.fr);
    let slug = parse::slug(&request.slug, french, &mut found);
    let feature_set = found.optional_id("featureSetId", &request.feature_set_id);
    let category = id.zip(name).zip(slug).map(|((id, name), slug)| Category {
        position: request.position.min(i32::MAX.unsigned_abs()),
        feature_set,
        ..Category::new(id, parent, &slug, name)
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
        version: category.version,
        about: Some(localized_to_proto(&category.about)),
        seo_title: Some(localized_to_proto(&category.seo_title)),
        seo_description: Some(localized_to_proto(&category.seo_description)),
        feature_set_id: category.feature_set.map(|id| id.to_string()).unwrap_or_default(),
    }
}
