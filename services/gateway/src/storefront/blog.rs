//! Public reads of the blog: the catalogue's ready JSON, kept by [`crate::reads`].

use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;
use souk_views::{BlogPost, BlogPosts};
use utoipa::IntoParams;

use super::catalog::serve;
use crate::catalog::Read;
use crate::extract::{Asked, Query, page};
use crate::problem::Problem;
use crate::state::App;

/// Which part of a list of posts is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PostsParams {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
}

/// A post of the blog.
#[utoipa::path(get, path = "/web/public/api/blog/post/{slug}", tag = "storefront", security(("visitor" = [])),
    params(("slug" = String, Path, description = "Last part of the post's address")),
    responses((status = 200, body = BlogPost)))]
pub async fn blog_post(
    State(app): State<App>,
    Path(slug): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    serve(&app, &request, || Ok(Read::BlogPost { slug })).await
}

/// The posts of the blog, newest first.
#[utoipa::path(get, path = "/web/public/api/blog/posts", tag = "storefront", security(("visitor" = [])),
    params(PostsParams), responses((status = 200, body = BlogPosts)))]
pub async fn blog_posts(
    State(app): State<App>,
    Query(query): Query<PostsParams>,
    request: Asked,
) -> Result<Response, Problem> {
    posts(&app, &request, None, &query).await
}

/// The posts of a category, newest first.
#[utoipa::path(get, path = "/web/public/api/blog/category/{slug}", tag = "storefront", security(("visitor" = [])),
    params(("slug" = String, Path, description = "Last part of the category's address"), PostsParams),
    responses((status = 200, body = BlogPosts)))]
pub async fn blog_category_posts(
    State(app): State<App>,
    Path(slug): Path<String>,
    Query(query): Query<PostsParams>,
    request: Asked,
) -> Result<Response, Problem> {
    posts(&app, &request, Some(slug), &query).await
}

async fn posts(
    app: &App,
    request: &Asked,
    category: Option<String>,
    query: &PostsParams,
) -> Result<Response, Problem> {
    serve(app, request, || Ok(Read::BlogPosts { category, page: page(query.page, query.size)? })).await
}
