//! Orders on a real PostgreSQL and a real RabbitMQ, through its gRPC services and its subscriptions; inventory is a
//! small neighbour of the tests' own.

mod assignment;
mod bus;
mod carts;
mod checkout;
mod correction;
mod crowd;
mod customers;
mod life;
mod limits;
mod listing;
mod neighbour;
mod once;
mod payments;
mod places;
mod plans;
mod promotions;
mod rebuild;
mod several;
mod staff_orders;
mod support;
