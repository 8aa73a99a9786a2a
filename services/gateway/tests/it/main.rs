//! The gateway as a tower service on a real PostgreSQL; only its neighbours are played.

mod access;
mod accounts;
mod answers;
mod attributes;
mod brand_lines;
mod brands;
mod catalogue;
mod checkout;
mod cms_pages;
mod crawlers;
mod events;
mod features;
mod home_blocks;
mod https;
mod input;
mod jobs;
mod journal;
mod limits;
mod live;
mod menus;
mod metrics;
mod openapi;
mod pages;
mod plans;
mod production;
mod promotions;
mod reads;
mod reviews;
mod settings;
mod staff;
mod transporters;
mod views;
mod warehouses;

mod neighbour;
mod support;
