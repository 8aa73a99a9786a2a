//! What a production start refuses (design 9): whatever is fine for trying the shop and would be a hole in a real one. A service
//! says which, and how to mend it, and does not serve.

use http::Uri;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// Shorter secrets can be guessed.
const SHORTEST_SECRET: usize = 32;
/// Fewer different characters are no randomness: 64 hexadecimal ones have 16, but for one in a million million.
const FEWEST_CHARACTERS: usize = 8;
/// Stands in every secret of `.env.sample`.
const SAMPLE: &str = "at-least-32-characters";
const ENCRYPTED_SCHEMES: [&str; 2] = ["https", "amqps"];
/// Whose password is his name, in every RabbitMQ; and who signs in where an address names nobody.
const GUEST: &str = "guest";
const POSTGRES_SCHEMES: [&str; 2] = ["postgres:", "postgresql:"];

/// What a process runs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Environment {
    /// Real shoppers.
    Production,
    /// Trying and testing.
    Development,
}

/// What is asked of a start.
#[derive(Debug, Clone, clap::Args)]
pub struct ProductionConfig {
    /// In `production` a service refuses to start with what only a demo may have: sample secrets, plain http, no limits.
    #[arg(long, env = "SOUK_ENVIRONMENT", default_value = "production")]
    pub environment: Environment,
    /// Hosts, separated by commas, to which production may speak unencrypted: those on this machine's private network.
    #[arg(long, env = "SOUK_PRIVATE_HOSTS", value_delimiter = ',')]
    pub private_hosts: Vec<String>,
}

/// What is wrong with a production start, each with how to mend it.
#[derive(Debug)]
pub struct Faults {
    private_hosts: Vec<String>,
    found: Vec<String>,
    /// The one of each variable that counts first.
    secrets: Vec<(String, SecretString)>,
}

/// Where an address leads.
struct Link {
    /// A name, an IP address, or the folder of a socket.
    host: String,
    is_encrypted: bool,
}

impl Faults {
    pub fn new(private_hosts: &[String]) -> Self {
        Self { private_hosts: private_hosts.to_vec(), found: Vec::new(), secrets: Vec::new() }
    }

    pub fn add(&mut self, fault: impl Into<String>) {
        self.found.push(fault.into());
    }

    /// A limit that is set to nothing.
    pub fn lifted(&mut self, variable: &str) {
        self.add(format!("{variable} is 0, which sets no limit: leave it out, or set one"));
    }

    /// A secret must not be the sample's, short or without randomness; nor one that replaces another. Nor may two variables have one:
    /// whoever learnt what signs calls could open second factors. One of a pair that is being replaced is still believed, and is no
    /// fault.
    pub fn secret(&mut self, variable: &str, value: &SecretString) {
        for secret in souk_rpc::secrets(value) {
            self.one_secret(variable, secret);
        }
        let Some(first) = souk_rpc::secrets(value).next() else { return };
        for (other, secret) in &self.secrets {
            if other != variable && secret.expose_secret() == first {
                self.found.push(format!(
                    "{variable} is the same secret as {other}: make another one with `openssl rand -hex 32`"
                ));
            }
        }
        self.secrets.push((variable.to_owned(), first.into()));
    }

    fn one_secret(&mut self, variable: &str, secret: &str) {
        let characters: std::collections::HashSet<char> = secret.chars().collect();
        let what = if secret.contains(SAMPLE) {
            "is the sample's"
        } else if secret.len() < SHORTEST_SECRET {
            "is short"
        } else if characters.len() < FEWEST_CHARACTERS {
            "is no randomness"
        } else {
            return;
        };
        self.add(format!("{variable} {what}: make one with `openssl rand -hex 32`"));
    }

    /// A link leaves this machine encrypted, or goes to a host that was named as private.
    pub fn link(&mut self, variable: &str, url: &str) {
        let Some(Link { host, is_encrypted }) = Link::read(url) else {
            self.add(format!("{variable} is no address"));
            return;
        };
        let is_private = self.private_hosts.iter().any(|private| private.trim() == host);
        if !is_private && !is_local(&host) && !is_encrypted {
            self.add(format!(
                "{variable} is an unencrypted link to {host}: use amqps, https or sslmode=verify-full, or name the host in \
                 SOUK_PRIVATE_HOSTS where the network between is yours alone"
            ));
        }
    }

    /// A broker is not signed in to with a password that everybody knows.
    pub fn broker_user(&mut self, variable: &str, url: &str) {
        let Ok(url) = url.parse::<Uri>() else { return };
        let login = url.authority().and_then(|authority| authority.as_str().rsplit_once('@'));
        let user = login.map_or(GUEST, |(login, _)| login.split(':').next().unwrap_or(login));
        if user == GUEST {
            self.add(format!(
                "{variable} signs in as RabbitMQ's guest, whose password everybody knows: give the service a user of its own, as \
                 deploy/rabbitmq/definitions.json has them"
            ));
        }
    }

    /// Ok when nothing was found.
    pub fn into_result(self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.found.is_empty(),
            "this is no production start (SOUK_ENVIRONMENT=development is for trying):\n- {}",
            self.found.join("\n- ")
        );
        Ok(())
    }
}

impl Link {
    /// As the library that opens it reads the address: PostgreSQL's may name its host and mode in parameters too.
    fn read(url: &str) -> Option<Self> {
        if POSTGRES_SCHEMES.iter().any(|scheme| url.starts_with(scheme)) {
            let options: PgConnectOptions = url.parse().ok()?;
            let socket = options.get_socket().map(|folder| folder.display().to_string());
            return Some(Self {
                host: socket.unwrap_or_else(|| options.get_host().to_owned()),
                // In any other mode something may be sent in clear, or to whoever answers for the server: verify-ca asks no
                // name, and public authorities are believed beside one's own.
                is_encrypted: matches!(options.get_ssl_mode(), PgSslMode::VerifyFull),
            });
        }
        let url: Uri = url.parse().ok()?;
        Some(Self {
            host: url.host()?.trim_matches(['[', ']']).to_owned(),
            is_encrypted: url.scheme_str().is_some_and(|scheme| ENCRYPTED_SCHEMES.contains(&scheme)),
        })
    }
}

/// A folder is that of a socket of this machine.
fn is_local(host: &str) -> bool {
    host.starts_with('/')
        || host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(find: impl FnOnce(&mut Faults)) -> String {
        let mut faults = Faults::new(&["postgres".to_owned()]);
        find(&mut faults);
        faults.into_result().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn a_secret_is_long_random_and_nobody_elses() {
        for (secret, fault) in [
            ("at-least-32-characters-of-randomness", "is the sample's"),
            ("0123456789abcdef", "is short"),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "is no randomness"),
        ] {
            let said = faults(|faults| faults.secret("SOUK_SECRET", &secret.to_owned().into()));
            assert!(
                said.contains("SOUK_SECRET") && said.contains(fault) && said.contains("openssl"),
                "{said}"
            );
            assert!(!said.contains(secret), "{said}");
        }
        let secret = "9f2c5a7be0d148634f1e7c9ab2d05836e1f4a7c90b3d6258".to_owned().into();
        assert_eq!(faults(|faults| faults.secret("SOUK_SECRET", &secret)), "");
    }

    #[test]
    fn no_two_variables_have_one_secret() {
        let (one, another) = ("9f2c5a7be0d148634f1e7c9ab2d05836", "0b3d6258e1f4a7c99f2c5a7be0d14863");
        let both = |first: String, second: String| {
            faults(|faults| {
                faults.secret("SOUK_ACTOR_KEY", &first.into());
                faults.secret("SOUK_SECRET", &second.into());
            })
        };
        let said = both(one.to_owned(), one.to_owned());
        assert!(said.contains("SOUK_SECRET is the same secret as SOUK_ACTOR_KEY"), "{said}");
        assert!(!said.contains(one), "{said}");
        assert_eq!(both(one.to_owned(), another.to_owned()), "");
        assert_eq!(both(format!("{another},{one}"), one.to_owned()), "", "while it is replaced");
    }

    #[test]
    fn a_broker_knows_the_service_by_a_user_of_its_own() {
        for url in ["amqp://guest:guest@127.0.0.1", "amqps://guest@mq.shop.dz/souk", "amqp://127.0.0.1:5672"]
        {
            let said = faults(|faults| faults.broker_user("SOUK_AMQP_URL", url));
            assert!(said.contains("SOUK_AMQP_URL") && said.contains("guest"), "{url}: {said}");
        }
        for url in ["amqp://souk_orders:guest@127.0.0.1", "amqps://souk:a%40b@mq.shop.dz/souk"] {
            assert_eq!(faults(|faults| faults.broker_user("SOUK_AMQP_URL", url)), "", "{url}");
        }
    }

    #[test]
    fn a_link_that_leaves_the_machine_is_encrypted() {
        for url in [
            "postgres://souk:secret@127.0.0.1:5432/souk",
            "postgres://souk:secret@localhost/souk",
            "postgres:///souk?host=/var/run/postgresql",
            "postgres:///souk?host=db.shop.dz&sslmode=verify-full",
            "postgres://souk:secret@db.shop.dz/souk?sslmode=verify-full",
            "postgres://souk:secret@postgres:5432/souk",
            "amqps://souk:secret@mq.shop.dz",
            "http://[::1]:8090",
            "https://mesh.shop.dz",
        ] {
            assert_eq!(faults(|faults| faults.link("SOUK_LINK", url)), "", "{url}");
        }
        for url in [
            "postgres://souk:secret@db.shop.dz/souk",
            "postgres://souk:secret@db.shop.dz/souk?sslmode=prefer",
            "postgres://souk:secret@db.shop.dz/souk?sslmode=require&sslrootcert=/a/ca.pem",
            "postgres://souk:secret@db.shop.dz/souk?sslmode=verify-ca&sslrootcert=/a/ca.pem",
            "postgres:///souk?host=db.shop.dz",
            "postgres://localhost/souk?host=db.shop.dz",
            "postgres://localhost/souk?hostaddr=10.0.0.5",
            "postgres://db.shop.dz/souk?sslmode=verify-full&sslmode=prefer",
            "amqp://souk:secret@mq.shop.dz",
            "http://mesh.shop.dz:8090",
            "http://10.0.0.5:8090",
        ] {
            let said = faults(|faults| faults.link("SOUK_LINK", url));
            assert!(said.contains("SOUK_LINK is an unencrypted link to"), "{url}: {said}");
            assert!(!said.contains("secret@"), "{said}");
        }
    }
}
