//! Password hashing: argon2id with the parameters of OWASP, one at a time, so that sign-ins can't take the machine
//! from the shop.

use std::sync::Arc;

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use secrecy::{ExposeSecret as _, SecretString};
use souk_rpc::Failure;
use tokio::sync::Semaphore;

/// Hashes computed at once; each takes 19 MiB and some tens of milliseconds of a core. One, so that on a small machine guesses
/// leave a core to the shop; staff who sign in together wait for each other.
const AT_ONCE: usize = 1;
/// Sign-ins that wait for their turn, about a second's; more are told to come back.
const WAITING: usize = 32;

/// Makes and compares password hashes.
#[derive(Debug)]
pub struct Hasher {
    permits: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Compared with when there is no account, so that its absence can't be told by the time.
    decoy: String,
}

impl Hasher {
    pub fn new() -> anyhow::Result<Self> {
        let nobody: [u8; 32] = rand::random();
        let places = Arc::new(Semaphore::new(AT_ONCE + WAITING));
        Ok(Self { permits: Arc::new(Semaphore::new(AT_ONCE)), places, decoy: hash(&nobody)? })
    }

    /// The hash in PHC form.
    pub async fn hash(&self, password: SecretString) -> Result<String, Failure> {
        self.run(move || hash(password.expose_secret().as_bytes())).await
    }

    /// Whether the password belongs to the hash; without one it takes as long and is false.
    pub async fn verify(&self, password: SecretString, stored: Option<String>) -> Result<bool, Failure> {
        let has_account = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        self.run(move || {
            let stored = PasswordHash::new(&stored).map_err(|error| anyhow!("a stored hash: {error}"))?;
            let verified = Argon2::default().verify_password(password.expose_secret().as_bytes(), &stored);
            Ok(verified.is_ok() && has_account)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = |_| Failure::busy("staff.busy", "too many people sign in at once");
        let place = self.places.clone().try_acquire_owned().map_err(busy)?;
        let permit = self.permits.clone().acquire_owned().await.map_err(Failure::internal)?;
        let task = tokio::task::spawn_blocking(move || {
            let _held = (place, permit);
            work()
        });
        task.await.map_err(Failure::internal)?.map_err(Failure::internal)
    }
}

fn hash(password: &[u8]) -> anyhow::Result<String> {
    let salt: [u8; 16] = rand::random();
    let hash = Argon2::default().hash_password_with_salt(password, &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| anyhow!("hashing failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_fits() {
        let hasher = Hasher::new().expect("hashes");
        let hash = hasher.hash("correct horse battery".to_owned().into()).await.expect("hashes");
        let verify = |password: &str, hash: Option<&str>| {
            hasher.verify(password.to_owned().into(), hash.map(str::to_owned))
        };
        assert!(verify("correct horse battery", Some(&hash)).await.expect("compares"));
        assert!(!verify("correct horse", Some(&hash)).await.expect("compares"));
        assert!(!verify("correct horse battery", None).await.expect("compares"));
    }

    #[tokio::test]
    async fn the_parameters_are_at_least_what_owasp_asks() {
        let hash = Hasher::new().expect("hashes").decoy;
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    }
}
