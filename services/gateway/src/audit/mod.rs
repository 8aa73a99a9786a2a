//! The audit log: who changed what in the whole shop, who signed in and who was refused (design 8). It is only ever added to.

mod model;
mod store;

pub use store::insert_in;
