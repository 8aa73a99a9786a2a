//! Payments on a real PostgreSQL and a real RabbitMQ, through its gRPC services and its subscriptions.

mod bus;
mod migration;
mod payments;
mod plans;
mod receivables;
mod reversals;

mod support;
