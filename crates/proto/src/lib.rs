//! Generated messages, clients and servers of `proto/`, one module per package, and nothing else.

// `METHODS`: the path of every gRPC method, `/package.Service/Method`, sorted.
include!(concat!(env!("OUT_DIR"), "/methods.rs"));

pub mod common {
    pub mod v1 {
        tonic::include_proto!("souk.common.v1");
    }
}
pub mod catalog {
    pub mod v1 {
        tonic::include_proto!("souk.catalog.v1");
    }
}
pub mod orders {
    pub mod v1 {
        tonic::include_proto!("souk.orders.v1");
    }
}
pub mod inventory {
    pub mod v1 {
        tonic::include_proto!("souk.inventory.v1");
    }
}
pub mod payments {
    pub mod v1 {
        tonic::include_proto!("souk.payments.v1");
    }
}
