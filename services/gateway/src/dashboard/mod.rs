//! What staff call. A route can only be added together with who may call it ([`access::StaffRoutes::route`]); the
//! services behind ask the same permission table again.

pub mod access;
pub mod account;
pub mod attributes;
pub mod blog_categories;
pub mod blog_posts;
pub mod brand_lines;
pub mod brands;
pub mod categories;
pub mod cms_pages;
pub mod collections;
pub mod customers;
pub mod delivery_area;
pub mod draft_carts;
pub mod draft_links;
pub mod edits;
pub mod employees;
pub mod expeditions;
pub mod export;
pub mod feature_sets;
pub mod features;
pub mod home;
pub mod jobs;
pub mod journal;
pub mod live;
pub mod low_stock;
pub mod maintenance;
pub mod menus;
pub mod no_result_searches;
pub mod orders;
pub mod payments;
pub mod picked;
pub mod pictures;
pub mod product_columns;
pub mod product_export;
pub mod product_imports;
pub mod products;
pub mod promotions;
pub mod restock_requests;
pub mod reversals;
pub mod reviews;
pub mod session;
pub mod settings;
pub mod shop_pictures;
pub mod stock;
pub mod stock_takes;
pub mod summary;
pub mod synonyms;
pub mod text_pictures;
pub mod texts;
pub mod transporters;
pub mod views;
pub mod wanted_picture;
pub mod warehouses;

use axum::extract::DefaultBodyLimit;
use souk_kernel::Permission;
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use self::access::{Access, StaffRoutes};
use crate::limits;
use crate::state::App;

/// All dashboard routes with who may call them.
pub fn routes() -> StaffRoutes {
    use Permission::{
        CatalogRead, CatalogWrite, OrdersConfirm, OrdersDeliver, OrdersExport, OrdersPrepare, OrdersRead,
        OrdersReturn, PaymentsRead, PaymentsWrite, ReviewsModerate, StaffManage, TransportersRead,
        TransportersWrite, WarehousesWrite,
    };
    /// Which of them a transition needs depends on where it leads: orders decides.
    const ANY_STEP: &[Permission] = &[OrdersConfirm, OrdersPrepare, OrdersDeliver, OrdersReturn];
    stock(product_files(filing(content(StaffRoutes::default()))))
        .route(Access::Anyone, routes!(session::sign_in))
        .route(Access::Entering, routes!(session::current))
        .route(Access::Entering, routes!(session::sign_out))
        .route(Access::SignedIn, routes!(session::me))
        .route(Access::SignedIn, routes!(account::get_account))
        .route(Access::Entering, routes!(account::change_password))
        .route(Access::SignedIn, routes!(account::offer_second_factor, account::confirm_second_factor))
        .route(Access::SignedIn, routes!(account::end_own_session))
        .route(Access::SignedIn, routes!(live::live))
        .route(Access::SignedIn, routes!(maintenance::get_maintenance))
        .route(Access::SignedIn, routes!(jobs::list_jobs))
        .route(Access::SignedIn, routes!(jobs::get_job))
        .route(Access::SignedIn, routes!(jobs::retry_job))
        .route(Access::SignedIn, routes!(views::list_views))
        .route(Access::SignedIn, routes!(views::save_view, views::delete_view))
        .route(Access::Needs(OrdersRead), routes!(summary::summary))
        .route(Access::Needs(OrdersRead), routes!(orders::list_orders))
        .route(Access::Needs(OrdersExport), routes!(orders::export::export_orders))
        .route(Access::Needs(OrdersRead), routes!(orders::papers::order_papers))
        .route(Access::Needs(OrdersRead), routes!(orders::get_order))
        .route(Access::AnyOf(ANY_STEP), routes!(orders::transition_order))
        .route(Access::AnyOf(ANY_STEP), routes!(orders::bulk::preview_bulk))
        .route(Access::AnyOf(ANY_STEP), routes!(orders::bulk::start_bulk))
        .route(Access::Needs(OrdersConfirm), routes!(orders::add_note))
        .route(Access::Needs(OrdersRead), routes!(orders::assignment::list_assignees))
        .route(Access::Needs(OrdersConfirm), routes!(orders::assignment::assign_order))
        .route(Access::Needs(OrdersConfirm), routes!(orders::correction::correct_order))
        .route(Access::Needs(OrdersConfirm), routes!(orders::lines::quote_order))
        .route(Access::Needs(OrdersConfirm), routes!(orders::lines::change_order_lines))
        .route(Access::Needs(OrdersConfirm), routes!(orders::creation::create_order))
        .route(Access::Needs(OrdersConfirm), routes!(orders::assignment::start_assignment))
        .route(Access::Needs(OrdersConfirm), routes!(draft_carts::list_draft_carts))
        .route(Access::Needs(OrdersRead), routes!(customers::list_customers))
        .route(Access::Needs(OrdersConfirm), routes!(customers::create_customer))
        .route(Access::Needs(OrdersRead), routes!(customers::get_customer))
        .route(Access::Needs(OrdersConfirm), routes!(customers::update_customer))
        .route(Access::Needs(CatalogRead), routes!(products::list_products))
        .route(Access::Needs(CatalogRead), routes!(no_result_searches::list_no_result_searches))
        .route(Access::Needs(CatalogRead), routes!(synonyms::list_synonyms))
        .route(Access::Needs(CatalogWrite), routes!(synonyms::save_synonyms, synonyms::delete_synonyms))
        .route(Access::Needs(CatalogWrite), large(routes!(products::create::create_product)))
        .route(Access::Needs(CatalogRead), routes!(products::get_product))
        .route(Access::Needs(CatalogRead), routes!(products::price_changes::list_price_changes))
        .route(Access::Needs(CatalogWrite), routes!(products::duplicate::duplicate_product))
        .route(Access::Needs(CatalogWrite), routes!(products::delete_product))
        .route(Access::Needs(CatalogWrite), large(routes!(products::update_product)))
        .route(Access::Needs(CatalogRead), routes!(products::combinations))
        .route(Access::Needs(CatalogWrite), large(routes!(products::combinations::set_combinations)))
        .route(Access::Needs(CatalogWrite), routes!(products::combinations::save_combination))
        .route(Access::Needs(CatalogWrite), routes!(products::languages::save_language))
        .route(Access::Needs(CatalogWrite), large(routes!(pictures::add_picture)))
        .route(Access::Needs(CatalogWrite), routes!(pictures::order_pictures))
        .route(Access::Needs(CatalogWrite), routes!(pictures::set_default_picture))
        .route(Access::Needs(CatalogWrite), routes!(pictures::remove_picture))
        .route(Access::Needs(CatalogWrite), routes!(pictures::assign_picture, pictures::unassign_picture))
        .route(Access::Needs(CatalogRead), routes!(menus::lookups::menu_categories))
        .route(Access::Needs(CatalogRead), routes!(menus::lookups::menu_brands))
        .route(Access::Needs(CatalogRead), routes!(menus::lookups::menu_search_products))
        .route(Access::Needs(CatalogRead), routes!(promotions::list_promotions))
        .route(Access::Needs(CatalogWrite), large(routes!(promotions::create_promotion)))
        .route(Access::Needs(CatalogRead), routes!(promotions::get_promotion))
        .route(Access::Needs(CatalogWrite), large(routes!(promotions::update_promotion)))
        .route(Access::Needs(ReviewsModerate), routes!(reviews::list_reviews))
        .route(Access::Needs(ReviewsModerate), routes!(reviews::get_review))
        .route(Access::Needs(ReviewsModerate), routes!(reviews::decide_review))
        .route(Access::Needs(ReviewsModerate), routes!(reviews::reply_to_review))
        .route(Access::Needs(ReviewsModerate), routes!(reviews::bulk::start_review_bulk))
        .route(Access::Needs(OrdersConfirm), routes!(restock_requests::list_restock_items))
        .route(Access::Needs(OrdersConfirm), routes!(restock_requests::list_restock_requests))
        .route(Access::Needs(OrdersConfirm), routes!(restock_requests::mark_restock_request))
        .route(Access::Needs(OrdersConfirm), routes!(restock_requests::bulk::start_restock_bulk))
        .route(Access::Needs(WarehousesWrite), routes!(settings::get_setup))
        .route(Access::Needs(TransportersRead), routes!(transporters::list_transporters))
        .route(Access::Needs(TransportersWrite), routes!(transporters::create_transporter))
        .route(Access::Needs(TransportersRead), routes!(transporters::get_transporter))
        .route(Access::Needs(TransportersWrite), routes!(transporters::update_transporter))
        .route(Access::Needs(TransportersRead), routes!(transporters::export_tariffs))
        .route(Access::Needs(TransportersRead), routes!(delivery_area::get_delivery_area))
        .route(Access::Needs(TransportersWrite), routes!(delivery_area::update_delivery_area))
        .route(Access::Needs(PaymentsRead), routes!(payments::non_paid_orders))
        .route(Access::Needs(PaymentsRead), routes!(payments::unpaid_orders))
        .route(Access::Needs(PaymentsRead), routes!(payments::balances))
        .route(Access::Needs(PaymentsRead), routes!(payments::list_payments))
        .route(Access::Needs(PaymentsWrite), routes!(payments::record_payment))
        .route(Access::Needs(PaymentsRead), routes!(payments::get_payment))
        .route(Access::Needs(PaymentsWrite), routes!(reversals::reverse_payment))
        .route(Access::Needs(StaffManage), routes!(employees::list_employees, employees::create_employee))
        .route(Access::Needs(StaffManage), routes!(employees::get_employee, employees::update_employee))
        .route(Access::Needs(StaffManage), routes!(employees::reset_password))
        .route(Access::Needs(StaffManage), routes!(employees::reset_second_factor))
        .route(Access::Needs(StaffManage), routes!(employees::end_session))
        .route(Access::Needs(StaffManage), routes!(journal::journal))
}

/// What stands where, and goes from one place to another.
fn stock(routes: StaffRoutes) -> StaffRoutes {
    use Permission::{StockRead, StockWrite, WarehousesWrite};
    routes
        .route(Access::Needs(StockRead), routes!(warehouses::list_warehouses))
        .route(Access::Needs(WarehousesWrite), routes!(warehouses::create_warehouse))
        .route(Access::Needs(StockRead), routes!(warehouses::get_warehouse))
        .route(Access::Needs(WarehousesWrite), routes!(warehouses::update_warehouse))
        .route(Access::Needs(StockRead), routes!(stock::stocks))
        .route(Access::Needs(StockRead), routes!(stock::movements))
        .route(Access::Needs(StockRead), routes!(low_stock::low_stock))
        .route(Access::Needs(StockWrite), routes!(stock::add_stock))
        .route(Access::Needs(StockWrite), routes!(stock::receive_stock))
        .route(Access::Needs(StockWrite), routes!(stock::update_stocks))
        .route(Access::Needs(StockWrite), routes!(stock_takes::adjust_stock))
        .route(Access::Needs(StockRead), routes!(expeditions::list_expeditions))
        .route(Access::Needs(StockWrite), routes!(expeditions::list_destinations))
        .route(Access::Needs(StockWrite), routes!(expeditions::create_expedition))
        .route(Access::Needs(StockRead), routes!(expeditions::get_expedition))
        .route(Access::Needs(StockRead), routes!(expeditions::items::available_products))
        .route(Access::Needs(StockRead), routes!(expeditions::items::free_products))
        .route(Access::Needs(StockWrite), routes!(expeditions::items::add_item))
        .route(Access::Needs(StockWrite), routes!(expeditions::items::update_item))
        .route(Access::Needs(StockWrite), routes!(expeditions::items::remove_item))
        .route(Access::Needs(StockWrite), routes!(expeditions::send_expedition))
        .route(Access::Needs(StockWrite), routes!(expeditions::complete_expedition))
        .route(Access::Needs(StockWrite), routes!(expeditions::cancel_expedition))
        .route(Access::Needs(StockWrite), routes!(expeditions::items::receive_part))
        .route(Access::Needs(StockWrite), routes!(expeditions::items::receive_parts))
}

/// What goods are filed under and described by.
fn filing(routes: StaffRoutes) -> StaffRoutes {
    use Permission::{CatalogRead, CatalogWrite};
    routes
        .route(Access::Needs(CatalogRead), routes!(categories::list_categories))
        .route(Access::Needs(CatalogWrite), routes!(categories::create_category))
        .route(Access::Needs(CatalogRead), routes!(categories::get_category))
        .route(Access::Needs(CatalogWrite), routes!(categories::update_category, categories::delete_category))
        .route(Access::Needs(CatalogWrite), routes!(categories::move_category))
        .route(Access::Needs(CatalogRead), routes!(attributes::list_attributes))
        .route(Access::Needs(CatalogWrite), large(routes!(attributes::create_attribute)))
        .route(Access::Needs(CatalogRead), routes!(attributes::get_attribute))
        .route(
            Access::Needs(CatalogWrite),
            large(routes!(attributes::update_attribute, attributes::delete_attribute)),
        )
        .route(Access::Needs(CatalogRead), routes!(features::list_features))
        .route(Access::Needs(CatalogWrite), routes!(features::create_feature))
        .route(Access::Needs(CatalogRead), routes!(features::get_feature))
        .route(Access::Needs(CatalogWrite), routes!(features::update_feature, features::delete_feature))
        .route(Access::Needs(CatalogWrite), routes!(features::check_feature_input))
        .route(Access::Needs(CatalogWrite), routes!(features::change_feature_input))
        .route(Access::Needs(CatalogRead), routes!(feature_sets::list_feature_sets))
        .route(Access::Needs(CatalogRead), routes!(feature_sets::get_feature_set))
        .route(
            Access::Needs(CatalogWrite),
            routes!(feature_sets::save_feature_set, feature_sets::delete_feature_set),
        )
        .route(Access::Needs(CatalogRead), routes!(brands::list_brands))
        .route(Access::Needs(CatalogWrite), routes!(brands::create_brand))
        .route(Access::Needs(CatalogRead), routes!(brands::export_brands))
        .route(Access::Needs(CatalogRead), routes!(brands::get_brand))
        .route(Access::Needs(CatalogWrite), routes!(brands::update_brand, brands::delete_brand))
        .route(Access::Needs(CatalogWrite), routes!(brands::merge_brand))
        .route(Access::Needs(CatalogRead), routes!(brand_lines::menu_brand_lines))
        .route(Access::Needs(CatalogRead), routes!(brand_lines::list_brand_lines))
        .route(Access::Needs(CatalogRead), routes!(menus::lookups::menu_tags))
        .route(Access::Needs(CatalogRead), routes!(brand_lines::get_brand_line))
        .route(
            Access::Needs(CatalogWrite),
            large(routes!(brand_lines::save_brand_line, brand_lines::delete_brand_line)),
        )
        .route(Access::Needs(CatalogRead), routes!(collections::list_collections))
        .route(Access::Needs(CatalogRead), routes!(collections::preview_rule))
        .route(Access::Needs(CatalogRead), routes!(collections::get_collection))
        .route(
            Access::Needs(CatalogWrite),
            large(routes!(collections::save_collection, collections::delete_collection)),
        )
}

/// Products as files have them.
fn product_files(routes: StaffRoutes) -> StaffRoutes {
    use Permission::{CatalogRead, CatalogWrite};
    routes
        .route(Access::Needs(CatalogRead), routes!(product_export::export_products))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::columns::list_product_import_columns))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::open_product_import))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::get_product_import))
        .route(Access::Needs(CatalogWrite), large(routes!(product_imports::put_product_portion)))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::get_refused_products))
        .route(
            Access::Needs(CatalogWrite),
            routes!(
                product_imports::missing::list_missing_names,
                product_imports::missing::make_missing_names
            ),
        )
        .route(Access::Needs(CatalogWrite), routes!(product_imports::check_product_import))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::start_product_import))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::undo_product_import))
        .route(Access::Needs(CatalogWrite), routes!(product_imports::pictures::get_product_import_pictures))
}

/// What the storefront says beside its goods.
fn content(routes: StaffRoutes) -> StaffRoutes {
    use Permission::ContentWrite;
    routes
        .route(Access::Needs(ContentWrite), routes!(home::list_home_blocks))
        .route(Access::Needs(ContentWrite), routes!(home::arrange_home))
        .route(Access::Needs(ContentWrite), routes!(home::get_home_block, home::delete_home_block))
        .route(Access::Needs(ContentWrite), large(routes!(home::save_home_block)))
        .route(Access::Needs(ContentWrite), large(routes!(home::preview_home)))
        .route(Access::Needs(ContentWrite), routes!(cms_pages::list_cms_pages))
        .route(Access::Needs(ContentWrite), routes!(cms_pages::get_cms_page, cms_pages::delete_cms_page))
        .route(Access::Needs(ContentWrite), large(routes!(cms_pages::save_cms_page)))
        .route(Access::Needs(ContentWrite), routes!(draft_links::link_cms_page))
        .route(Access::Needs(ContentWrite), routes!(draft_links::link_blog_post))
        .route(Access::Needs(Permission::CatalogWrite), routes!(draft_links::link_product))
        .route(Access::Needs(ContentWrite), routes!(blog_posts::list_blog_posts))
        .route(Access::Needs(ContentWrite), routes!(blog_posts::get_blog_post, blog_posts::delete_blog_post))
        .route(Access::Needs(ContentWrite), large(routes!(blog_posts::save_blog_post)))
        .route(Access::Needs(ContentWrite), routes!(blog_categories::list_blog_categories))
        .route(
            Access::Needs(ContentWrite),
            routes!(blog_categories::get_blog_category, blog_categories::delete_blog_category),
        )
        .route(Access::Needs(ContentWrite), large(routes!(blog_categories::save_blog_category)))
        .route(Access::Needs(ContentWrite), routes!(menus::list_menu_items))
        .route(
            Access::Needs(ContentWrite),
            routes!(menus::get_menu_item, menus::save_menu_item, menus::delete_menu_item),
        )
        .route(Access::Needs(ContentWrite), routes!(menus::move_menu_item))
        .route(Access::Needs(ContentWrite), routes!(menus::start_menu))
        .route(Access::Needs(ContentWrite), routes!(menus::reset_menu))
        .route(Access::Needs(ContentWrite), routes!(menus::lookups::menu_pages))
        .route(Access::Needs(ContentWrite), routes!(menus::lookups::menu_collections))
        .route(Access::Needs(ContentWrite), routes!(menus::lookups::menu_cms_pages))
        .route(Access::Needs(ContentWrite), routes!(menus::lookups::menu_blog_categories))
        .route(Access::Needs(ContentWrite), routes!(menus::lookups::menu_blog_posts))
        .route(
            Access::AnyOf(&[ContentWrite, Permission::CatalogWrite]),
            routes!(shop_pictures::list_shop_pictures),
        )
        .route(
            Access::AnyOf(&[ContentWrite, Permission::CatalogWrite]),
            large(routes!(text_pictures::add_text_picture)),
        )
        .route(Access::Needs(Permission::ShopClose), routes!(maintenance::save_maintenance))
        .route(Access::Needs(ContentWrite), large(routes!(settings::get_settings, settings::update_settings)))
}

/// Routes that take a file, long texts or a list of thousands: a larger body than others do.
fn large(routes: UtoipaMethodRouter<App>) -> UtoipaMethodRouter<App> {
    routes.layer(DefaultBodyLimit::max(limits::FILE_BODY))
}
