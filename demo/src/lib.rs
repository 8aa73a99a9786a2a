//! The demo's parts that tests use too: a shop of any size.

pub mod ids;
pub mod sized;
