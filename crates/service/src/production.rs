//! What a production start refuses (design 9): whatever is fine for trying the shop and would be a hole in a real one. A service
//! says which, and how to mend it, and does not serve.

use http::Uri;
use secrecy::{ExposeSecret as _, SecretString};

/// Shorter secrets can be guessed.
const SHORTEST_SECRET: usize = 32;
/// Fewer different characters are no randomness: 64 hexadecimal ones have 16, but for one in a million million.
const FEWEST_CHARACTERS: usize = 8;
/// Stands in every secret of `.env.sample`.
const SAMPLE: &str = "at-least-32-characters";
const ENCRYPTED_SCHEMES: [&str; 2] = ["https", "amqps"];
/// Values of PostgreSQL's `sslmode` under which nothing is ever sent in clear.
const ENCRYPTED_MODES: [&str; 3] = ["require", "verify-ca", "verify-full"];

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
}

impl Faults {
    pub fn new(private_hosts: &[String]) -> Self {
        Self { private_hosts: private_hosts.to_vec(), found: Vec::new() }
    }

    pub fn add(&mut self, fault: impl Into<String>) {
        self.found.push(fault.into());
    }

    /// A secret must not be the sample's, short or without randomness.
    pub fn secret(&mut self, variable: &str, secret: &SecretString) {
        let secret = secret.expose_secret();
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
        // Without a host it is a socket of this machine.
        if url.contains(":///") {
            return;
        }
        let Ok(url) = url.parse::<Uri>() else {
            self.add(format!("{variable} is no address"));
            return;
        };
        let host = url.host().unwrap_or_default().trim_matches(['[', ']']);
        let is_private = self.private_hosts.iter().any(|private| private.trim() == host);
        if !is_private && !is_local(host) && !is_encrypted(&url) {
            self.add(format!(
                "{variable} is an unencrypted link to {host}: use amqps, https or sslmode=verify-full, or name the host in \
                 SOUK_PRIVATE_HOSTS where the network between is yours alone"
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

fn is_local(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn is_encrypted(url: &Uri) -> bool {
    let mode = url.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("sslmode="));
    url.scheme_str().is_some_and(|scheme| ENCRYPTED_SCHEMES.contains(&scheme))
        || mode.is_some_and(|mode| ENCRYPTED_MODES.contains(&mode))
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
    fn a_link_that_leaves_the_machine_is_encrypted() {
        for url in [
            "postgres://souk:secret@127.0.0.1:5432/souk",
            "postgres://souk:secret@localhost/souk",
            "postgres:///souk?host=/var/run/postgresql",
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
