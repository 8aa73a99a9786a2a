//! The shop that is filled: its services, and the databases that no service lets in.

use std::time::Duration;

use souk_demo::sized;
use souk_rpc::{Actor, Client, Mesh};

/// Nobody waits for an answer here: a busy machine takes as long for a picture as the mesh allows.
const LONGEST: Duration = Duration::from_secs(8);

/// Databases whose dates are moved into the past, where the staff accounts are, and what a sized shop is written into.
#[derive(Debug, clap::Args)]
pub(crate) struct Databases {
    /// Database of the catalog service.
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    pub(crate) catalog: String,
    /// Database of the inventory service.
    #[arg(long, env = "INVENTORY_DATABASE_URL", hide_env_values = true)]
    pub(crate) inventory: String,
    /// Database of the orders service.
    #[arg(long, env = "ORDERS_DATABASE_URL", hide_env_values = true)]
    pub(crate) orders: String,
    /// Database of the payments service.
    #[arg(long, env = "PAYMENTS_DATABASE_URL", hide_env_values = true)]
    pub(crate) payments: String,
    /// Database of the gateway.
    #[arg(long, env = "GATEWAY_DATABASE_URL", hide_env_values = true)]
    pub(crate) gateway: String,
}

impl Databases {
    pub(crate) fn sized(&self) -> sized::Databases {
        sized::Databases {
            catalog: self.catalog.clone(),
            orders: self.orders.clone(),
            inventory: self.inventory.clone(),
            payments: self.payments.clone(),
        }
    }
}

/// The services, spoken to as the shop itself or as one of its staff.
pub(crate) struct Shop {
    pub(crate) mesh: Mesh,
}

impl Shop {
    pub(crate) fn client(&self, service: &str) -> anyhow::Result<Client> {
        self.client_as(service, &Actor::system("souk"))
    }

    pub(crate) fn client_as(&self, service: &str, actor: &Actor) -> anyhow::Result<Client> {
        Ok(self.mesh.client(service, actor)?.deadline(LONGEST))
    }
}
