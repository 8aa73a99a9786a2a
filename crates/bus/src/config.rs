//! Where the broker is, and the bus's numbers.

use std::time::Duration;

use secrecy::SecretString;

/// Where the broker is.
#[derive(Debug, Clone, clap::Args)]
pub struct BusConfig {
    /// Address of RabbitMQ, `amqp://user:password@host:port/vhost`; encrypted `amqps://...`, with `?cacertfile=/a/file.pem` where
    /// another authority than the system's vouches for its name.
    #[arg(long, env = "SOUK_AMQP_URL", hide_env_values = true)]
    pub amqp_url: SecretString,
    /// First word of the names of exchanges and queues: several shops can share a broker.
    #[arg(long = "bus-namespace", env = "SOUK_BUS_NAMESPACE", default_value = "souk")]
    pub namespace: String,
}

/// Numbers that production leaves at their defaults and tests shorten.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// Events published before waiting for their confirms.
    pub window: i64,
    /// Bytes of payload published before that; an event that has more goes alone.
    pub window_bytes: i64,
    /// Longest wait between two looks into the outbox of a relay that knows of no event.
    pub poll_interval: Duration,
    /// First wait after a broken connection; doubles up to [`Tuning::reconnect_max`].
    pub reconnect_min: Duration,
    pub reconnect_max: Duration,
    /// Longest wait for the broker, or the relay's for the database, to answer what they answer at once when they are well.
    pub answer_timeout: Duration,
    /// First wait before an event that the broker did not take is published again; doubles up to a minute.
    pub unroutable_retry: Duration,
    /// Wait before a message whose handler failed goes back to its queue, times its failures so far.
    pub failure_delay: Duration,
    /// How long an event that this release doesn't know waits before it is offered again, to whoever may know it by then; one
    /// that was offered for 240 times this waits so long, and one that waited for [`Tuning::retention`] is a dead letter.
    pub unknown_delay: Duration,
    /// Messages that a queue hands to one process before their acknowledgements: enough to fill a lane's longest run
    /// however they fall, else those that linger would hold up the rest.
    pub prefetch: u16,
    /// How long a message whose handler takes many waits for others to come: how much later than its event its effect may
    /// be.
    pub linger: Duration,
    /// Messages of one queue handled at once, each with a connection of the pool that calls use too; those of one
    /// correlation id stay in order.
    pub lanes: usize,
    /// Longest time that handling a message, or many together, may take.
    pub handling_timeout: Duration,
    /// How long published events, and the ids and failures of consumed ones, are kept.
    pub retention: Duration,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            window: 256,
            window_bytes: 4 << 20,
            poll_interval: Duration::from_millis(200),
            reconnect_min: Duration::from_millis(200),
            reconnect_max: Duration::from_secs(5),
            answer_timeout: Duration::from_secs(5),
            unroutable_retry: Duration::from_secs(1),
            failure_delay: Duration::from_millis(200),
            unknown_delay: Duration::from_secs(15),
            prefetch: 256,
            linger: Duration::from_millis(200),
            lanes: 4,
            handling_timeout: Duration::from_secs(8),
            retention: Duration::from_hours(7 * 24),
        }
    }
}
