//! `<service> bus …`: what an operator does with dead letters, and with events that nobody listens to any more.

use std::io::Write as _;

use sqlx::PgPool;
use uuid::Uuid;

use crate::{BusConfig, DeadLetter, DeadLetters, ROUTES, Topology, connection};

/// What an operator can do with a service's side of the bus.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum BusCommand {
    /// Messages that the service could not handle.
    #[command(subcommand)]
    Dead(DeadCommand),
    /// Ends that an event comes to the service: one that it listened to in a release before, of which no replica runs any more.
    Unbind {
        /// Its full name, as in `souk.orders.v1.OrderPlaced`.
        event: String,
    },
}

/// What an operator can do with dead letters.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum DeadCommand {
    /// Shows them, with the reasons.
    List,
    /// Puts them back into the queue that they died in.
    Redrive {
        /// Only the one with this message id.
        #[arg(long)]
        message_id: Option<Uuid>,
    },
}

impl BusCommand {
    /// Does it and writes the outcome to standard output.
    pub async fn run(&self, service: &str, config: &BusConfig, pool: &PgPool) -> anyhow::Result<()> {
        match self {
            Self::Dead(command) => command.run(DeadLetters::open(service, config).await?, pool).await,
            Self::Unbind { event } => unbind(service, config, event).await,
        }
    }
}

impl DeadCommand {
    async fn run(&self, letters: DeadLetters, pool: &PgPool) -> anyhow::Result<()> {
        let mut out = std::io::stdout();
        match self {
            Self::List => {
                for letter in letters.list(pool).await? {
                    writeln!(out, "{}", line(&letter))?;
                }
            }
            Self::Redrive { message_id } => {
                writeln!(out, "{} put back", letters.redrive(*message_id).await?)?;
            }
        }
        letters.close().await
    }
}

async fn unbind(service: &str, config: &BusConfig, event: &str) -> anyhow::Result<()> {
    let connection = connection::connect(&config.amqp_url, &format!("{service} unbind")).await?;
    let channel = connection.create_channel().await?;
    Topology::new(&config.namespace, ROUTES).unbind(&channel, service, event).await?;
    writeln!(std::io::stdout(), "{event} comes no more to {service}")?;
    Ok(connection.close(200, "done".into()).await?)
}

fn line(letter: &DeadLetter) -> String {
    let id = |id: Option<Uuid>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    let (message, about) = (id(letter.message_id), id(letter.correlation_id));
    format!("{} {} {message} about {about}: {}", letter.queue, letter.event, letter.reason)
}
