//! Fills an empty shop with the demo: goods, pictures, warehouses, transporters, staff and a few weeks of orders.
//! Everything goes through the services' own interfaces, so the demo obeys every rule that a merchant's data obeys;
//! only the dates of the past are written into the databases at the end, which no interface allows; those of the stock's
//! ledger stay, for it takes no change.
//!
//! What is there already stays as it is. A load that was cut off is completed by the next one; after one that came to
//! its end, another changes nothing.

mod assignments;
mod catalogue;
mod corrections;
mod data;
mod drafts;
mod expeditions;
mod history;
mod life;
mod menus;
mod orders;
mod payments;
mod restock;
mod reviews;
mod searches;
mod shop;
mod staff;
mod stock;
mod synonyms;
mod texts;
mod transporters;
mod wait;

use anyhow::ensure;
use clap::{Parser, Subcommand};
use souk_demo::{ids, sized};
use souk_kernel::{Clock as _, SystemClock};
use souk_rpc::{ActorConfig, Mesh, MeshConfig, Signer};
use souk_service::Environment;

use shop::{Databases, Shop};

/// How many orders a load makes.
const ORDERS: usize = 150;

/// Loads Souk's demo shop.
#[derive(Debug, Parser)]
#[command(name = "souk-demo", version)]
struct Cli {
    /// A production shop is refused: everybody knows the password of the demo's accounts.
    #[arg(long, env = "SOUK_ENVIRONMENT", default_value = "production")]
    environment: Environment,
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

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    ensure!(
        cli.environment == Environment::Development,
        "the demo is not for a production shop (SOUK_ENVIRONMENT=development is for trying)"
    );
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
    texts::load(shop).await?;
    synonyms::load(shop).await?;
    menus::load(shop).await?;
    transporters::load(shop).await?;
    // Before there is any stock: nobody wishes for what can be ordered.
    restock::load(shop).await?;
    stock::load(shop).await?;
    searches::load(shop).await?;
    let made = orders::load(shop, orders).await?;
    reviews::load(shop, &made).await?;
    let remittances = payments::load(shop, &made).await?;
    let drafts = drafts::load(shop, &orders::in_stock()?).await?;
    history::move_into_the_past(databases, &made, &remittances, &drafts).await?;
    expeditions::load(shop).await?;
    assignments::load(shop, &databases.gateway, &made).await?;
    corrections::load(shop, &made).await?;
    println!("{orders} orders of the past weeks");
    Ok(())
}
