//! The process of the catalog service.

fn main() -> anyhow::Result<()> {
    souk_catalog::run()
}
