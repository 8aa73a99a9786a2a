//! A service's connection to its own PostgreSQL database.

mod batcher;
pub mod columns;
mod migrate;
mod steps;

use std::future::Future;
use std::str::FromStr as _;
use std::time::Duration;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use souk_rpc::Failure;
use sqlx::postgres::{PgConnectOptions, PgDatabaseError, PgPoolOptions, PgSeverity};
use sqlx::{Connection as _, PgConnection, PgPool, Postgres, Transaction};

pub use batcher::{Batcher, Together};
pub use migrate::{is_migrated, migrate};
pub use steps::in_steps;

/// Longest wait for a free connection; past it a request is answered `UNAVAILABLE` rather than queued.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection that was idle for longer is asked whether it still lives before it is used: after the database was
/// restarted, requests meet at most those dead ones that were used a moment before. Asking each time would cost every
/// statement a second round trip.
const TRUSTED: Duration = Duration::from_secs(1);
/// One that does not answer within this time is replaced by a new one, in the time that is left of [`ACQUIRE_TIMEOUT`].
const PING_TIMEOUT: Duration = Duration::from_secs(1);
/// A connection that comes back from its user and does not answer within this time is given up. Its host may have vanished,
/// or its user left in the middle of a statement: nobody waits for either, least of all those who want a connection.
const RETURN_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest time that one piece of work in the database may take where no deadline of a call ends it before. Longer than a
/// statement may take there (10 s): an answer that says so is better than none.
pub const LONGEST_WORK: Duration = Duration::from_secs(12);

/// Of a process that migrates, one after the other: most are for what it fills in after.
const MIGRATING_CONNECTIONS: u32 = 4;

/// What the server is asked for in each session. The first two bound what somebody does, and for how long the locks of one whose
/// host vanished stand in others' way: between its statements nobody waits for anything (house rule "Services 3"). The others
/// let the server forget such a client in about 20 s instead of two hours. What a service asks is answered in milliseconds, and
/// compiling it first would take a hundred.
const SESSION: [(&str, &str); 7] = [
    ("jit", "off"),
    ("statement_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "2"),
    ("tcp_user_timeout", "20s"),
];

/// Where the service's database is.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseConfig {
    /// Address of the service's own database, `postgres://user:password@host:port/name`; encrypted with `?sslmode=verify-full`, and
    /// `&sslrootcert=/a/file.pem` where another authority than the system's vouches for its name.
    #[arg(long, env = "SOUK_DATABASE_URL", hide_env_values = true)]
    pub database_url: SecretString,
    /// Most connections that one process opens.
    #[arg(long, env = "SOUK_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: u32,
}

/// Where the service's own database is, for who changes its schema.
#[derive(Debug, Clone, clap::Args)]
pub struct MigrationConfig {
    /// Address of the service's own database as the role that owns it, which processes that serve are not told. Without it the one
    /// below is taken, where one role does both.
    #[arg(long, env = "SOUK_MIGRATION_DATABASE_URL", hide_env_values = true)]
    pub migration_database_url: Option<SecretString>,
    /// Address of the same as the role that the service serves with.
    #[arg(long, env = "SOUK_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
}

impl MigrationConfig {
    /// How the owner connects.
    ///
    /// # Errors
    /// Neither address was given, or they are of two databases.
    pub fn database(self) -> anyhow::Result<DatabaseConfig> {
        let given = [self.migration_database_url, self.database_url].into_iter().flatten();
        let mut given = given.filter(|url| !url.expose_secret().is_empty());
        let database_url = given.next();
        if let (Some(of_owner), Some(of_login)) = (&database_url, given.next()) {
            let [owned, served] = [of_owner, &of_login].map(|url| database_name(url.expose_secret()));
            anyhow::ensure!(
                owned == served,
                "SOUK_MIGRATION_DATABASE_URL and SOUK_DATABASE_URL name two databases, {} and {}: a service has one",
                owned.unwrap_or_default(),
                served.unwrap_or_default()
            );
        }
        Ok(DatabaseConfig {
            database_url: database_url
                .context("SOUK_MIGRATION_DATABASE_URL names no database, nor does SOUK_DATABASE_URL")?,
            database_connections: MIGRATING_CONNECTIONS,
        })
    }
}

fn database_name(url: &str) -> Option<String> {
    PgConnectOptions::from_str(url).ok()?.get_database().map(ToOwned::to_owned)
}

/// Opens the pool lazily: the process starts, and says that it is not ready, while the database is away.
pub fn connect(config: &DatabaseConfig, application: &str) -> anyhow::Result<PgPool> {
    let options = PgConnectOptions::from_str(config.database_url.expose_secret())
        .context("SOUK_DATABASE_URL or SOUK_MIGRATION_DATABASE_URL is no PostgreSQL address")?
        .application_name(application)
        .options(SESSION);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, idle| {
            Box::pin(async move {
                Ok(idle.idle_for <= TRUSTED || within(PING_TIMEOUT, connection.ping()).await.is_ok())
            })
        })
        // The pool asks it once more after this, without a limit.
        .after_release(|connection, _| {
            Box::pin(
                async move { within(RETURN_TIMEOUT, leave_transaction(connection)).await.map(|()| true) },
            )
        })
        .connect_lazy_with(options);
    Ok(pool)
}

/// Ends a transaction that sqlx does not know of: its user left while `BEGIN` was on its way, and whoever got the connection next
/// would write into it, or be refused where it only reads. An empty statement begins nothing: where sqlx finds a transaction
/// after it, there was one.
async fn leave_transaction(connection: &mut PgConnection) -> sqlx::Result<()> {
    match connection.begin_with("").await {
        Ok(left) => left.rollback().await,
        Err(sqlx::Error::BeginFailed) => Ok(()),
        Err(error) => Err(error),
    }
}

/// One look at the database: what its statements read belongs together (house rule "Services 15"). They are planned for the
/// values that they ask with, since filters that are absent, rare or common need different plans; and by an index wherever one
/// serves, since statistics that are a moment old must not cost the reading of a whole table.
pub async fn snapshot(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    pool.begin_with(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
         SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = off",
    )
    .await
}

/// Gives up on work that takes longer than `limit`, so that nobody waits for a host that vanished without a word: TCP alone
/// says so after a quarter of an hour, or never. What became of the work is unknown ([`is_uncertain`]).
pub async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let silent = || std::io::Error::new(std::io::ErrorKind::TimedOut, "the database is silent");
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| Err(sqlx::Error::Io(silent()).into()))
}

/// What an error of the database means to a caller: what passes is worth another try, anything else is our fault.
pub fn failure(error: sqlx::Error) -> Failure {
    let is_uncertain = is_uncertain(&error);
    let failure = if is_transient(&error) {
        Failure::unavailable("the database does not answer").because(error)
    } else {
        Failure::internal(error)
    };
    if is_uncertain { failure.uncertain() } else { failure }
}

/// The constraint that a statement broke, by its name; `None` for any other error.
pub fn broken_constraint(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error().and_then(sqlx::error::DatabaseError::constraint)
}

/// For `map_err`: `answer` where a statement broke this constraint, else the error itself.
pub fn on_conflict<E: From<sqlx::Error>>(
    constraint: &'static str,
    answer: E,
) -> impl FnOnce(sqlx::Error) -> E {
    move |error| if broken_constraint(&error) == Some(constraint) { answer } else { error.into() }
}

/// Whether the same statement may succeed later with nothing changed.
pub fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        // SQLSTATE: 08 connection, 40 rollback (deadlock), 53 resources, 55P03 a lock that is not to be had, 57P operator (shutdown).
        // Not 57014: a statement that takes too long does so again.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "40", "53", "55P03", "57P"].iter().any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}

/// What everybody is told whose work failed with this error, where it is about the connection and not about one of them:
/// then nobody knows what became of a transaction that was asked to commit, and trying again at once helps nobody.
pub fn of_connection(error: &sqlx::Error) -> Option<sqlx::Error> {
    match error {
        sqlx::Error::PoolTimedOut => Some(sqlx::Error::PoolTimedOut),
        sqlx::Error::PoolClosed => Some(sqlx::Error::PoolClosed),
        error if is_uncertain(error) => Some(std::io::Error::other(error.to_string()).into()),
        _ => None,
    }
}

/// Whether a statement that failed this way may have been committed all the same: the database was asked and its answer
/// got lost. An answer of the severity `ERROR` says that the transaction was rolled back.
pub fn is_uncertain(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            true
        }
        sqlx::Error::Database(error) => error
            .try_downcast_ref::<PgDatabaseError>()
            .is_some_and(|error| error.severity() != PgSeverity::Error),
        _ => false,
    }
}

/// One connection beside a pool, to ask over whether the database answers: work that fills the pool says nothing of that.
pub fn beside(pool: &PgPool) -> PgPool {
    PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_lazy_with((*pool.connect_options()).clone())
}

/// Whether the database answers.
pub async fn is_ready(pool: PgPool) -> bool {
    within(ACQUIRE_TIMEOUT, sqlx::query("SELECT 1").execute(&pool)).await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use souk_testkit::{Proxy, eventually};
    use sqlx::ConnectOptions as _;

    /// A pool of one connection, as services have it.
    fn single(pool: &PgPool) -> PgPool {
        let database_url = pool.connect_options().to_url_lossy().to_string().into();
        connect(&DatabaseConfig { database_url, database_connections: 1 }, "tests").expect("a pool")
    }

    #[test]
    fn whoever_migrates_is_the_owner_where_there_is_one() {
        let url = |owner: Option<&str>, login: Option<&str>| {
            let config = MigrationConfig {
                migration_database_url: owner.map(Into::into),
                database_url: login.map(Into::into),
            };
            config.database().map(|config| config.database_url.expose_secret().to_owned()).ok()
        };
        assert_eq!(url(Some("owner"), Some("login")).as_deref(), Some("owner"));
        assert_eq!(url(Some("owner"), None).as_deref(), Some("owner"));
        assert_eq!(url(None, Some("login")).as_deref(), Some("login"));
        assert_eq!(url(Some(""), Some("login")).as_deref(), Some("login"), "an empty line of an `.env`");
        assert_eq!(url(None, None), None);
        let (orders, inventory) = ("postgres://a@one/souk_orders", "postgres://b@two/souk_inventory");
        assert_eq!(url(Some(orders), Some("postgres://b@two/souk_orders")).as_deref(), Some(orders));
        assert_eq!(url(Some(orders), Some(inventory)), None, "somebody else's owner");
    }

    /// As a restart of the database ends them.
    #[souk_testkit::test]
    async fn a_session_that_the_server_ends_is_worth_another_try(pool: PgPool) {
        let ended = sqlx::query("SELECT pg_terminate_backend(pg_backend_pid())").execute(&pool).await;
        let ended = failure(ended.expect_err("ended"));
        assert_eq!((ended.kind, ended.is_lost()), (souk_rpc::Kind::Unavailable, true));
        let wrong = sqlx::query("SELECT 1 / 0").execute(&pool).await;
        let wrong = failure(wrong.expect_err("our fault"));
        assert_eq!((wrong.kind, wrong.is_lost()), (souk_rpc::Kind::Internal, false));
    }

    #[souk_testkit::test]
    async fn a_transaction_that_nobody_waits_for_is_left(pool: PgPool) {
        let single = single(&pool);
        sqlx::query("CREATE TABLE kept (n int)").execute(&single).await.expect("made");
        let mut left = 0;
        for patience in 0..100 {
            let given_up = async {
                for _ in 0..patience {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                _ = snapshot(&single) => {}
                () = given_up => left += 1,
            }
            sqlx::query("INSERT INTO kept VALUES (1)").execute(&single).await.expect("written");
        }
        let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM kept").fetch_one(&pool).await.expect("read");
        assert_eq!(kept, 100, "{left} were given up");
    }

    /// The same without luck: the server has begun, its answer is read by nobody.
    #[souk_testkit::test]
    async fn a_connection_comes_back_outside_of_any_transaction(pool: PgPool) {
        let single = single(&pool);
        let mut connection = single.acquire().await.expect("connects");
        sqlx::raw_sql("BEGIN READ ONLY").execute(&mut *connection).await.expect("begun behind sqlx's back");
        drop(connection);
        sqlx::query("CREATE TABLE kept ()").execute(&single).await.expect("is no part of what was left");
        sqlx::query("SELECT FROM kept").execute(&pool).await.expect("kept");
    }

    #[souk_testkit::test]
    async fn only_an_answer_that_says_so_is_a_rollback(pool: PgPool) {
        let refused = sqlx::query("SELECT 1 / 0").execute(&pool).await.expect_err("refused");
        assert!(!is_uncertain(&refused) && of_connection(&refused).is_none());
        let killed = sqlx::query("SELECT pg_terminate_backend(pg_backend_pid())").execute(&pool).await;
        let killed = killed.expect_err("the session ended");
        assert!(is_uncertain(&killed));
        let told = of_connection(&killed).expect("it concerns everybody");
        assert!(is_uncertain(&told), "and nobody knows more: {told}");
        assert!(!is_uncertain(&sqlx::Error::PoolTimedOut), "nothing was asked");
    }

    #[souk_testkit::test]
    async fn a_full_pool_is_no_database_that_is_away(pool: PgPool) {
        let pool = single(&pool);
        let busy = pool.acquire().await.expect("connects");
        let all = within(Duration::from_secs(1), pool.acquire()).await;
        assert!(all.is_err(), "there is one connection, and it is taken");
        assert!(
            within(Duration::from_secs(1), async { Ok::<_, sqlx::Error>(is_ready(beside(&pool)).await) })
                .await
                .expect("at once")
        );
        drop(busy);
    }

    #[souk_testkit::test]
    async fn connections_to_a_host_that_vanished_are_given_up(pool: PgPool) {
        let direct = pool.connect_options();
        let server = format!("{}:{}", direct.get_host(), direct.get_port());
        let wire = Proxy::start(&server).await.expect("a proxy");
        let database_url = wire.rewrite(direct.to_url_lossy().as_str()).expect("an address").into();
        let config = DatabaseConfig { database_url, database_connections: 4 };
        let pool = connect(&config, "tests").expect("a pool");
        // Idle ones, one whose answer is awaited, and one in a transaction.
        futures::future::join_all((0..4).map(|_| is_ready(pool.clone()))).await;
        eventually("all are idle", ACQUIRE_TIMEOUT, async || pool.num_idle() == 4).await;
        let mut transaction = pool.begin().await.expect("connects");
        sqlx::query("SELECT 1").execute(&mut *transaction).await.expect("answers");
        let waiting = within(Duration::from_secs(1), sqlx::query("SELECT pg_sleep(60)").execute(&pool));
        let vanishing = async { wire.vanish() };
        let (waited, ()) = tokio::join!(waiting, vanishing);
        assert!(is_uncertain(&waited.expect_err("nobody answers")));
        drop(transaction);
        let began = tokio::time::Instant::now();
        eventually("all connections are new", ACQUIRE_TIMEOUT * 4, async || {
            let all = futures::future::join_all((0..4).map(|_| pool.acquire())).await;
            all.iter().all(Result::is_ok)
        })
        .await;
        assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    }

    /// Whether a session at the address is encrypted, or why there is none.
    async fn is_encrypted(url: &str) -> sqlx::Result<bool> {
        let config = DatabaseConfig { database_url: url.into(), database_connections: 1 };
        let pool = connect(&config, "tests").expect("an address");
        let encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        sqlx::query_scalar(encrypted).fetch_one(&pool).await
    }

    #[tokio::test]
    async fn the_address_says_how_much_encryption_is_wanted_and_a_wrong_name_is_refused() {
        let url = souk_testkit::encrypted_postgres_url().expect("the tests' server");
        assert!(is_encrypted(&url).await.expect("its authority vouches for its name"));
        let plain = url.replace("verify-full", "disable");
        assert!(!is_encrypted(&plain).await.expect("answers in clear too"));

        let by_address = url.replace("@localhost:", "@127.0.0.1:");
        let refused = is_encrypted(&by_address).await.expect_err("that is not its name");
        assert!(matches!(refused, sqlx::Error::Tls(_) | sqlx::Error::Io(_)), "{refused:?}");
        assert!(refused.to_string().contains("certificate"), "{refused}");
        let unnamed = by_address.replace("verify-full", "verify-ca");
        assert!(is_encrypted(&unnamed).await.expect("the authority alone was asked for"));

        let (unknown, _) = url.split_once("&sslrootcert").expect("names its authority");
        let refused = is_encrypted(unknown).await.expect_err("the system doesn't know its authority");
        assert!(refused.to_string().contains("certificate"), "{refused}");
    }
}
