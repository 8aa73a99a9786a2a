//! The process of the payments service.

fn main() -> anyhow::Result<()> {
    souk_payments::run()
}
