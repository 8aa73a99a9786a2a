//! Inventory on a real PostgreSQL and a real RabbitMQ, through its gRPC services and its subscriptions.

mod assignment;
mod availability;
mod bus;
mod conservation;
mod deliveries;
mod expeditions;
mod lifecycle;
mod plans;
mod reservations;
mod stock;
mod stock_takes;
mod sweeper;
mod warehouses;

mod support;
