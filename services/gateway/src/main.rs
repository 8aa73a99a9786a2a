//! The process of the gateway.

fn main() -> anyhow::Result<()> {
    souk_gateway::run()
}
