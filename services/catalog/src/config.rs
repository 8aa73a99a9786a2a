//! What catalog alone is told at start. `souk-catalog serve --help` is the reference.

use std::path::PathBuf;

use crate::media::MediaConfig;
use crate::search::MeiliConfig;

/// Where what is not in the database is.
#[derive(Debug, Clone, clap::Args)]
pub struct CatalogConfig {
    #[command(flatten)]
    pub media: MediaConfig,
    #[command(flatten)]
    pub meili: MeiliConfig,
    /// Folder of the search index, where no server has it. Each replica takes a part of it for itself.
    #[arg(long, env = "SOUK_INDEX_DIR")]
    pub index_dir: PathBuf,
}
