//! Catalog on a real PostgreSQL, through its gRPC services, and its search engine by what every engine must do.

mod attributes;
mod availability;
mod brand_lines;
mod brands;
mod bus;
mod categories;
mod cms_pages;
mod combinations;
mod content;
mod counts;
mod errors;
mod features;
mod follower;
mod home;
mod listings;
mod media;
mod menus;
mod plans;
mod products;
mod promotions;
mod reviews;
mod search_conformance;
mod search_model;

mod support;
