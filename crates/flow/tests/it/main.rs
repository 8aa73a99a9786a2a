//! What the services promise together.

mod outage;
mod race;
mod shelf_to_cash;
mod torture;
