//! The four business services in one process, on databases and a bus namespace of their own, speaking gRPC and events to
//! each other as in production. For tests of what only the services together promise.

mod counter;
mod process;
mod shop;

pub use counter::{Counter, DELIVERY, Goods, PRICE};
pub use shop::{CAP, Shop};
