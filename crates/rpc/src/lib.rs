//! How services speak to each other: one closed set of errors, a signed actor on every call, deadlines that
//! travel with it, health.

mod actor;
mod bounded;
mod breaker;
mod client;
pub mod deadline;
mod failure;
mod fields;
mod front;
mod keys;
mod server;
mod taking;
mod violation;

pub use actor::{Actor, ActorConfig, Origin, Signer, actor};
pub use breaker::{Breaker, Permit};
pub use client::{Client, Mesh, MeshConfig};
pub use failure::{Failure, Kind, Violations};
pub use fields::{localized_from_proto, localized_to_proto};
pub use front::ConnectionLimits;
pub use keys::{Keys, Tag, secrets};
pub use server::{Condition, Readiness, ServerConfig, serve, serve_http};
pub use violation::Violation;
