//! What catalog alone is told at start. `souk-catalog serve --help` is the reference.

use std::path::PathBuf;

use crate::media::MediaConfig;

/// Where what is not in the database is.
#[derive(Debug, Clone, clap::Args)]
pub struct CatalogConfig {
    #[command(flatten)]
    pub media: MediaConfig,
    /// Folder of the search index. Each replica takes a part of it for itself.
    #[arg(long, env = "SOUK_INDEX_DIR")]
    pub index_dir: PathBuf,
}
