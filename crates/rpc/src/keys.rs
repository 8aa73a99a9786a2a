//! Secrets that can be replaced while the shop is open.

use anyhow::ensure;
use hmac::{Hmac, KeyInit as _, Mac};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

const SHORTEST: usize = 32;

/// A tag, and a key derived from a secret.
pub type Tag = [u8; 32];

/// One secret; or several joined by commas while one is replaced by another: the first signs, all are believed (RUNBOOK).
#[derive(Clone)]
pub struct Keys {
    present: Hmac<Sha256>,
    others: Vec<Hmac<Sha256>>,
}

impl Keys {
    /// Reads the value of a variable; each secret has at least 32 characters.
    pub fn read(variable: &str, value: &SecretString) -> anyhow::Result<Self> {
        let mac = |secret: &str| {
            ensure!(secret.len() >= SHORTEST, "{variable} has a secret of fewer than {SHORTEST} characters");
            Ok(Hmac::new_from_slice(secret.as_bytes())?)
        };
        let mut secrets = secrets(value).map(mac);
        let present = secrets.next().unwrap_or_else(|| mac(""))?;
        Ok(Self { present, others: secrets.collect::<anyhow::Result<_>>()? })
    }

    /// HMAC-SHA256 over the parts, one after the other.
    pub fn tag(&self, parts: &[&[u8]]) -> Tag {
        over(&self.present, parts).finalize().into_bytes().into()
    }

    /// Whether one of the secrets made the tag of these parts; takes the same time for any wrong one.
    pub fn is_tag(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        self.all().any(|mac| over(mac, parts).verify_slice(tag).is_ok())
    }

    /// A key for another purpose out of each secret, the present one's first.
    pub fn derived<'a>(&'a self, purpose: &'a str) -> impl Iterator<Item = Tag> + 'a {
        self.all()
            .map(move |mac| over(mac, &[b"derived:", purpose.as_bytes()]).finalize().into_bytes().into())
    }

    fn all(&self) -> impl Iterator<Item = &Hmac<Sha256>> {
        std::iter::once(&self.present).chain(&self.others)
    }
}

/// The secrets of a value.
pub fn secrets(value: &SecretString) -> impl Iterator<Item = &str> {
    value.expose_secret().split(',').map(str::trim)
}

fn over(mac: &Hmac<Sha256>, parts: &[&[u8]]) -> Hmac<Sha256> {
    parts.iter().fold(mac.clone(), Mac::chain_update)
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn keys(value: &str) -> anyhow::Result<Keys> {
        Keys::read("SOUK_KEY", &value.to_owned().into())
    }

    #[test]
    fn a_secret_is_replaced_in_steps_and_nothing_signed_is_lost() {
        let steps = [OLD.to_owned(), format!("{OLD},{NEW}"), format!("{NEW}, {OLD}"), NEW.to_owned()];
        let steps = steps.map(|value| keys(&value).expect("long secrets"));
        for (one, next) in steps.iter().zip(&steps[1..]) {
            // Replicas are told one after the other.
            for (signs, checks) in [(one, next), (next, one)] {
                assert!(checks.is_tag(&[b"a", b"b"], &signs.tag(&[b"ab"])));
                assert!(!checks.is_tag(&[b"a"], &signs.tag(&[b"ab"])));
            }
        }
        assert!(!steps[3].is_tag(&[b"ab"], &steps[0].tag(&[b"ab"])), "what was replaced counts no more");
        let [old, new]: [Vec<Tag>; 2] = [&steps[0], &steps[3]].map(|keys| keys.derived("seals").collect());
        assert_eq!(steps[2].derived("seals").collect::<Vec<_>>(), [new[0], old[0]]);
        assert_ne!(steps[0].derived("other").next(), Some(old[0]));
    }

    #[test]
    fn each_secret_is_long() {
        for short in ["", OLD.split_at(31).0, &format!("{OLD},"), &format!("{OLD},x")] {
            assert!(keys(short).is_err(), "{short:?}");
        }
    }
}
