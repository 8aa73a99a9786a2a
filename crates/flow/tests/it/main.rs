//! What the services promise together.

mod outage;
mod prices;
mod race;
mod restart;
mod shelf_to_cash;
mod sized;
mod torture;
mod trace;
