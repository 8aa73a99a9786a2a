//! Pictures that are known by their paths alone: of things that other services keep, and in what staff write.

mod rpc;

pub use rpc::PicturesRpc;
