//! The process of the inventory service.

fn main() -> anyhow::Result<()> {
    souk_inventory::run()
}
