//! How large a sized shop becomes.

/// How much to make.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Size {
    /// Products, about three combinations to each.
    #[arg(long)]
    pub products: u64,
    /// Orders of the past three years.
    #[arg(long)]
    pub orders: u64,
    /// The same seed makes the same shop.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}
