//! Pictures of things that other services keep: they know them by their paths.

mod rpc;

pub use rpc::PicturesRpc;
