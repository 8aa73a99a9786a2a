//! What shoppers call: the specification's storefront paths (spec 7, design 4). Data calls carry the visitor's
//! bearer token, changes but for a review's form its anti-forgery token as well; `/public/utilis` is open to everybody.

pub mod blog;
pub mod catalog;
pub mod checkout;
pub mod drafts;
pub mod geography;
pub mod restock;
pub mod reviews;
pub mod scriptless;
pub mod session;
pub mod shopper;
pub mod tracking;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use crate::limits;
use crate::state::App;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(session::session))
        .routes(routes!(geography::wilayas))
        .routes(routes!(geography::communes))
        .routes(routes!(geography::transporters))
        .routes(routes!(catalog::home))
        .routes(routes!(catalog::menus))
        .routes(routes!(catalog::product))
        .routes(routes!(catalog::cms_page))
        .routes(routes!(drafts::draft))
        .routes(routes!(blog::blog_post))
        .routes(routes!(blog::blog_posts))
        .routes(routes!(blog::blog_category_posts))
        .routes(routes!(catalog::category_products))
        .routes(routes!(catalog::brand_products))
        .routes(routes!(catalog::brand_line_products))
        .routes(routes!(catalog::collection_products))
        .routes(routes!(catalog::promotion_products))
        .routes(routes!(catalog::featured_products))
        .routes(routes!(catalog::new_products))
        .routes(routes!(catalog::search_products))
        .routes(routes!(catalog::suggest))
        .routes(routes!(catalog::cards))
        .routes(routes!(catalog::cross_selling))
        .routes(routes!(reviews::product_reviews))
        .routes(routes!(reviews::submit_review).layer(DefaultBodyLimit::max(limits::FILE_BODY)))
        .routes(routes!(restock::request_restock))
        .routes(routes!(checkout::create_cart))
        .routes(routes!(checkout::checkout))
        .routes(routes!(tracking::track_order))
}
