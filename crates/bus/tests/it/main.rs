//! The bus on a real PostgreSQL and a real RabbitMQ, each test in its own database and namespace.
#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod broadcast;
mod consuming;
mod copies;
mod dead_letters;
mod encrypted;
mod lost;
mod outage;
mod publishing;
mod releases;
mod rights;
mod shop;
mod together;
mod vanished;
