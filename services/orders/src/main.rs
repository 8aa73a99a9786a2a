//! The process of the orders service.

fn main() -> anyhow::Result<()> {
    souk_orders::run()
}
