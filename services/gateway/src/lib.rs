//! The gateway: the one HTTP surface of the shop. It owns staff accounts, sessions and the audit log, and no business
//! data: everything else it asks of the services behind it.
//!
//! - [`storefront`] and [`dashboard`]: the HTTP interface, spec 7 and design 4; [`openapi`] describes it.
//! - [`pages`], [`assets`], [`media`]: what a browser loads.
//! - [`catalog`] over [`reads`]: public reads, kept ready.
//! - [`live`]: changes told to open screens; [`events`] feeds it and keeps the reads fresh.
//! - [`problem`]: the one place that words refusals.

pub mod app;
mod assets;
mod catalog;
pub mod config;
pub mod dashboard;
mod encoding;
mod extract;
mod headers;
mod limits;
mod live;
mod media;
mod neighbours;
pub mod openapi;
mod pages;
mod problem;
mod reads;
pub mod staff;
pub mod storefront;
mod text;
