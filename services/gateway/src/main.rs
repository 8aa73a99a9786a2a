//! `souk-gateway`: serves the shop, migrates its database, adds staff, prints the API's description.

fn main() {
    println!("{}", souk_gateway::openapi::document().to_pretty_json().unwrap_or_default());
}
