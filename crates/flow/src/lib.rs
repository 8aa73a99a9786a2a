//! The four business services together: in one process ([`Shop`]), or as processes that can be killed ([`Fleet`]). Of each
//! there are two replicas. They stand on databases and a bus of their own and speak gRPC and events to each
//! other as in production. For tests of what only the services together promise.

mod address;
mod counter;
mod fleet;
mod ground;
mod process;
mod rabbit;
mod shop;

use std::time::Duration;

pub use counter::{Counter, DELIVERY, Goods, PRICE};
pub use fleet::{Fleet, SERVICES, Wires};
pub use ground::REPLICAS;
pub use rabbit::Rabbit;
pub use shop::{DatabaseUrls, Shop};

/// Longest wait for the services to agree on something.
pub const CAP: Duration = Duration::from_secs(30);
