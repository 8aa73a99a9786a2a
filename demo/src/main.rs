//! Fills an empty shop with the demo: goods, pictures, warehouses, transporters, staff and a few weeks of orders.
//! Everything goes through the services' own doors, so the demo obeys every rule that a merchant's data obeys;
//! only the dates of the past are written into the databases at the end, which no door allows; those of the stock's
//! ledger stay, for it takes no change.
//!
//! What is there already stays as it is. A load that was cut off is completed by the next one; after one that came to
//! its end, another changes nothing.

mod catalogue;
mod data;
mod history;
mod life;
mod orders;
mod payments;
mod staff;
mod stock;
mod transporters;
mod wait;

use clap::{Parser, Subcommand};
use souk_demo::{ids, sized};
use souk_kernel::{Clock as _, SystemClock};
use souk_rpc::{Actor, ActorConfig, Client, Mesh, MeshConfig, Signer};

/// How many orders a load makes.
const ORDERS: usize = 150;

/// Loads Souk's demo shop.
#[derive(Debug, Parser)]
#[command(name = "souk-demo", version)]
struct Cli {
    #[command(flatten)]
    mesh: MeshConfig,
    #[command(flatten)]
    actor: ActorConfig,
    #[command(flatten)]
    databases: Databases,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Loads what is missing of the demo shop.
    Load {
        /// How many orders of the past weeks to make.
        #[arg(long, default_value_t = ORDERS)]
        orders: usize,
    },
    /// Adds goods and orders of any number, straight into the databases.
    Size(sized::Size),
}

/// Databases whose dates are moved into the past, where the staff accounts are, and what a sized shop is written into.
#[derive(Debug, clap::Args)]
struct Databases {
    /// Database of the catalog service.
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    catalog: String,
    /// Database of the inventory service.
    #[arg(long, env = "INVENTORY_DATABASE_URL", hide_env_values = true)]
    inventory: String,
    /// Database of the orders service.
    #[arg(long, env = "ORDERS_DATABASE_URL", hide_env_values = true)]
    orders: String,
    /// Database of the payments service.
    #[arg(long, env = "PAYMENTS_DATABASE_URL", hide_env_values = true)]
    payments: String,
    /// Database of the gateway.
    #[arg(long, env = "GATEWAY_DATABASE_URL", hide_env_values = true)]
    gateway: String,
}

impl Databases {
    fn sized(&self) -> sized::Databases {
        sized::Databases {
            catalog: self.catalog.clone(),
            orders: self.orders.clone(),
            inventory: self.inventory.clone(),
            payments: self.payments.clone(),
        }
    }
}

/// The services, spoken to as the shop itself or as one of its staff.
struct Shop {
    mesh: Mesh,
}

impl Shop {
    fn client(&self, service: &str) -> anyhow::Result<Client> {
        self.client_as(service, &Actor::system("souk"))
    }

    fn client_as(&self, service: &str, actor: &Actor) -> anyhow::Result<Client> {
        Ok(self.mesh.client(service, actor)?)
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let shop = Shop { mesh: Mesh::new(&cli.mesh, Signer::new(&cli.actor)?)? };
    match cli.command {
        Command::Load { orders } => load(&shop, &cli.databases, orders).await,
        Command::Size(size) => {
            let phones: Vec<_> = (0..ORDERS).map(orders::phone).collect();
            sized::load(&cli.databases.sized(), size, &phones, SystemClock.now()).await
        }
    }
}

async fn load(shop: &Shop, databases: &Databases, orders: usize) -> anyhow::Result<()> {
    if orders::are_in_the_past(shop).await? {
        println!("the demo is there already");
        return Ok(());
    }
    staff::load(&databases.gateway).await?;
    catalogue::load(shop).await?;
    transporters::load(shop).await?;
    stock::load(shop).await?;
    let made = orders::load(shop, orders).await?;
    let remittances = payments::load(shop, &made).await?;
    history::move_into_the_past(databases, &made, &remittances).await?;
    println!("{orders} orders of the past weeks");
    Ok(())
}
