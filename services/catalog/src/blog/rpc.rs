//! The gRPC interface of the blog.

use souk_kernel::{Permission, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::blog_server::Blog as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::model::{Filed, Filled};
use super::{Blog, parse};
use crate::drafts;
use crate::failure::checked;

pub struct BlogRpc {
    blog: Blog,
}

impl BlogRpc {
    pub fn new(blog: Blog) -> Self {
        Self { blog }
    }

    async fn category(&self, id: Uuid) -> Result<Response<proto::BlogCategory>, Status> {
        Ok(Response::new(category_message(self.blog.category(id).await.map_err(Failure::from)?)))
    }

    async fn post(&self, id: Uuid) -> Result<Response<proto::BlogPost>, Status> {
        let filed = self.blog.post(id).await.map_err(Failure::from)?;
        Ok(Response::new(post_message(filed, self.now())))
    }

    fn now(&self) -> OffsetDateTime {
        self.blog.context.clock.now()
    }
}

#[tonic::async_trait]
impl Service for BlogRpc {
    async fn get_published_blog_post(
        &self,
        request: Request<proto::GetPublishedBlogPostRequest>,
    ) -> Result<Response<proto::GetPublishedBlogPostResponse>, Status> {
        let proto::GetPublishedBlogPostRequest { slug, language } = request.into_inner();
        let mut found = Violations::default();
        let language = checked(crate::parse::language(&language, &mut found), found)?;
        let json = self.blog.published(&slug, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetPublishedBlogPostResponse { json: json.into() }))
    }

    async fn get_draft_blog_post(
        &self,
        request: Request<proto::GetDraftRequest>,
    ) -> Result<Response<proto::Draft>, Status> {
        let (id, language) = drafts::asked(&actor(&request)?, request.get_ref())?;
        Ok(Response::new(self.blog.draft(id, language).await.map_err(Failure::from)?.into()))
    }

    async fn list_published_blog_posts(
        &self,
        request: Request<proto::ListPublishedBlogPostsRequest>,
    ) -> Result<Response<proto::ListPublishedBlogPostsResponse>, Status> {
        let request = request.into_inner();
        let mut found = Violations::default();
        let page = found.page(request.page);
        let language = crate::parse::language(&request.language, &mut found);
        let (page, language) = checked(page.zip(language), found)?;
        let category = (!request.category.is_empty()).then_some(request.category.as_str());
        let json = self.blog.published_posts(category, page, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListPublishedBlogPostsResponse { json: json.into() }))
    }

    async fn list_blog_categories(
        &self,
        request: Request<proto::ListBlogCategoriesRequest>,
    ) -> Result<Response<proto::ListBlogCategoriesResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let filter = parse::categories(request.into_inner())?;
        let (categories, total) = self.blog.categories(&filter).await.map_err(Failure::from)?;
        let categories = categories.into_iter().map(category_message).collect();
        Ok(Response::new(proto::ListBlogCategoriesResponse { categories, total }))
    }

    async fn get_blog_category(
        &self,
        request: Request<proto::GetBlogCategoryRequest>,
    ) -> Result<Response<proto::BlogCategory>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        self.category(parse::id(&request.get_ref().id)?).await
    }

    async fn save_blog_category(
        &self,
        request: Request<proto::SaveBlogCategoryRequest>,
    ) -> Result<Response<proto::BlogCategory>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let (category, picture) = parse::category(request.into_inner().category.unwrap_or_default())?;
        let id = category.id;
        self.blog.save_category(&actor, category, picture).await.map_err(Failure::from)?;
        self.category(id).await
    }

    async fn delete_blog_category(
        &self,
        request: Request<proto::DeleteBlogCategoryRequest>,
    ) -> Result<Response<proto::DeleteBlogCategoryResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let id = parse::id(&request.get_ref().id)?;
        self.blog.delete_category(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteBlogCategoryResponse {}))
    }

    async fn list_blog_posts(
        &self,
        request: Request<proto::ListBlogPostsRequest>,
    ) -> Result<Response<proto::ListBlogPostsResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let filter = parse::posts(request.into_inner())?;
        let (posts, total) = self.blog.posts(&filter).await.map_err(Failure::from)?;
        let now = self.now();
        let posts = posts.into_iter().map(|filed| post_message(filed, now)).collect();
        Ok(Response::new(proto::ListBlogPostsResponse { posts, total }))
    }

    async fn get_blog_post(
        &self,
        request: Request<proto::GetBlogPostRequest>,
    ) -> Result<Response<proto::BlogPost>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        self.post(parse::id(&request.get_ref().id)?).await
    }

    async fn save_blog_post(
        &self,
        request: Request<proto::SaveBlogPostRequest>,
    ) -> Result<Response<proto::BlogPost>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let (post, picture) = parse::post(request.into_inner().post.unwrap_or_default(), self.now())?;
        let id = post.id;
        self.blog.save_post(&actor, post, picture).await.map_err(Failure::from)?;
        self.post(id).await
    }

    async fn delete_blog_post(
        &self,
        request: Request<proto::DeleteBlogPostRequest>,
    ) -> Result<Response<proto::DeleteBlogPostResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let id = parse::id(&request.get_ref().id)?;
        self.blog.delete_post(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteBlogPostResponse {}))
    }
}

fn category_message((category, posts): Filled) -> proto::BlogCategory {
    proto::BlogCategory {
        id: category.id.to_string(),
        version: category.version,
        slug: category.slug,
        name: Some(localized_to_proto(&category.name)),
        description: Some(localized_to_proto(&category.description)),
        seo_title: Some(localized_to_proto(&category.seo_title)),
        seo_description: Some(localized_to_proto(&category.seo_description)),
        picture: Vec::new(),
        picture_url: category.picture.map(|picture| picture.url).unwrap_or_default(),
        position: category.position,
        posts,
    }
}

fn post_message((post, category_name): Filed, now: OffsetDateTime) -> proto::BlogPost {
    proto::BlogPost {
        state: <&str>::from(post.state(now)).to_owned(),
        id: post.id.to_string(),
        version: post.version,
        slug: post.slug,
        category_id: post.category.to_string(),
        category_name: Some(localized_to_proto(&category_name)),
        active: post.active,
        published_at: post.published_at.map(rfc3339).unwrap_or_default(),
        title: Some(localized_to_proto(&post.title)),
        excerpt: Some(localized_to_proto(&post.excerpt)),
        html: Some(localized_to_proto(&post.html)),
        seo_title: Some(localized_to_proto(&post.seo_title)),
        seo_description: Some(localized_to_proto(&post.seo_description)),
        picture: Vec::new(),
        picture_url: post.picture.map(|picture| picture.url).unwrap_or_default(),
        changed_at: rfc3339(post.changed_at),
    }
}
