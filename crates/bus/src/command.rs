//! `<service> bus dead list|redrive`: what an operator does with dead letters.

use std::io::Write as _;

use sqlx::PgPool;
use uuid::Uuid;

use crate::{BusConfig, DeadLetter, DeadLetters};

/// What an operator can do with a service's side of the bus.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum BusCommand {
    /// Messages that the service could not handle.
    #[command(subcommand)]
    Dead(DeadCommand),
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
        let Self::Dead(command) = self;
        let letters = DeadLetters::open(service, config).await?;
        let mut out = std::io::stdout();
        match command {
            DeadCommand::List => {
                for letter in letters.list(pool).await? {
                    writeln!(out, "{}", line(&letter))?;
                }
            }
            DeadCommand::Redrive { message_id } => {
                writeln!(out, "{} put back", letters.redrive(*message_id).await?)?;
            }
        }
        letters.close().await
    }
}

fn line(letter: &DeadLetter) -> String {
    let id = |id: Option<Uuid>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    let (message, about) = (id(letter.message_id), id(letter.correlation_id));
    format!("{} {} {message} about {about}: {}", letter.queue, letter.event, letter.reason)
}
