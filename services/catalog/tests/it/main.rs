//! Catalog on a real PostgreSQL, through its gRPC services, and its search engine by what every engine must do.

mod attributes;
mod availability;
mod blog;
mod brand_lines;
mod brands;
mod bus;
mod categories;
mod cms_pages;
mod collections;
mod combinations;
mod content;
mod counts;
mod duplicates;
mod errors;
mod features;
mod follower;
mod home;
mod listings;
mod media;
mod meilisearch;
mod menus;
mod no_result_searches;
mod packs;
mod plans;
mod product_files;
mod products;
mod promotions;
mod remote_pictures;
mod restock_requests;
mod reviews;
mod s3;
mod search_conformance;
mod search_model;
mod tags;

mod support;
