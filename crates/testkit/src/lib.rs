//! What tests of several crates need: real parts to test on, a clock they own, and waiting without sleeping.
//!
//! - **PostgreSQL**: [`#[souk_testkit::test]`](macro@test) gives each test a database on the server that `DATABASE_URL` names. A test of
//!   several services makes a [`Database`] for each.
//! - **A large shop**: [`Database::copy_of`] copies a database that is made once per server; [`Reads`] says what a request reads
//!   there, [`statements_of`] how many statements it sends, [`planned_each_time`] which of them are planned anew each time.
//! - **RabbitMQ**: [`Broker::from_env`] is the server that `SOUK_TEST_AMQP_URL` names; [`Namespace`] gives each test its own
//!   exchanges and queues on it and removes them in the end.
//! - **Time**: [`TestClock`] stands still until the test moves it.
//! - **Waiting**: [`eventually`] asks until it is true or says what was never true. Tests don't sleep.
//! - **Trouble**: [`Proxy`] stands between a service and a server and can be cut, or fall silent.
//! - **The log**: [`lines_of`] is what some work says in it.
//! - **gRPC**: [`serve`] puts a service's routes on a free port.

mod clock;
mod database;
mod eventually;
mod grpc;
mod lines;
mod plans;
mod proxy;
mod rabbit;
mod reads;
mod statements;

pub use clock::TestClock;
#[doc(hidden)]
pub use database::on_database;
pub use database::{Database, TestCertificate, encrypted_postgres_url};
pub use eventually::{eventually, eventually_some};
pub use grpc::{GrpcServer, serve};
pub use lines::lines_of;
pub use plans::planned_each_time;
pub use proxy::Proxy;
pub use rabbit::{Broker, Namespace, encrypted_amqp_url};
pub use reads::Reads;
pub use souk_testkit_macros::test;
pub use statements::{SpanStatements, statements_of};
