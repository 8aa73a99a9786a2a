//! Second factors' secrets as the database holds them: whoever reads a backup can't make codes of them.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use souk_kernel::EmployeeId;
use souk_rpc::Keys;

/// Part of what the keys are derived from.
const PURPOSE: &str = "second factors";

/// Seals secrets to an account, and opens what a secret of the shop sealed that is being replaced.
#[derive(Debug, Default)]
pub struct Seals {
    /// The present secret's first; without any, nothing is sealed or opened.
    keys: Vec<LessSafeKey>,
}

/// What could not be sealed or opened: another secret sealed it, for another account, or it was altered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a second factor that SOUK_SECRET does not open")]
pub struct NotOurs;

/// A secret that was opened.
pub struct Opened {
    pub secret: Vec<u8>,
    /// Sealed by another secret of the shop than the present one, or not at all.
    pub is_stale: bool,
}

impl Seals {
    pub fn new(keys: &Keys) -> Self {
        let key = |bytes: souk_rpc::Tag| UnboundKey::new(&AES_256_GCM, &bytes).ok().map(LessSafeKey::new);
        Self { keys: keys.derived(PURPOSE).filter_map(key).collect() }
    }

    /// A nonce, then the secret sealed and its tag.
    pub fn seal(&self, owner: EmployeeId, secret: &[u8]) -> Result<Vec<u8>, NotOurs> {
        let key = self.keys.first().ok_or(NotOurs)?;
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut sealed = secret.to_vec();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad(owner), &mut sealed)
            .map_err(|_| NotOurs)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// What was sealed for the account; a secret of before there were seals is as it was stored.
    pub fn open(&self, owner: EmployeeId, stored: &[u8]) -> Result<Opened, NotOurs> {
        if stored.len() == super::TOTP_SECRET {
            return Ok(Opened { secret: stored.to_vec(), is_stale: true });
        }
        let (nonce, sealed) = stored.split_at_checked(NONCE_LEN).ok_or(NotOurs)?;
        let opened = self.keys.iter().enumerate().find_map(|(index, key)| {
            let (nonce, mut sealed) = (Nonce::try_assume_unique_for_key(nonce).ok()?, sealed.to_vec());
            let secret = key.open_in_place(nonce, aad(owner), &mut sealed).ok()?.to_vec();
            Some(Opened { secret, is_stale: index > 0 })
        });
        opened.ok_or(NotOurs)
    }
}

/// A sealed secret copied to another account opens nothing.
fn aad(owner: EmployeeId) -> Aad<[u8; 16]> {
    Aad::from(*owner.uuid().as_bytes())
}

#[cfg(test)]
mod tests {
    use souk_kernel::SystemClock;

    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn seals(value: &str) -> Seals {
        Seals::new(&Keys::read("SOUK_SECRET", &value.to_owned().into()).expect("long secrets"))
    }

    #[test]
    fn what_is_sealed_for_an_account_opens_there_alone() {
        let (old, owner) = (seals(OLD), EmployeeId::new(&SystemClock));
        let sealed = old.seal(owner, &[7; super::super::TOTP_SECRET]).expect("sealed");
        assert!(!sealed.windows(4).any(|part| part == [7; 4]), "nobody reads it");
        let opened = old.open(owner, &sealed).expect("ours");
        assert_eq!((opened.secret.as_slice(), opened.is_stale), ([7; 20].as_slice(), false));
        assert!(old.open(EmployeeId::new(&SystemClock), &sealed).is_err(), "another's");
        assert!(seals(NEW).open(owner, &sealed).is_err(), "another shop's");
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert!(old.open(owner, &altered).is_err(), "altered at {at}");
        }
        assert!(old.open(owner, &[]).is_err());
        assert_eq!(Seals::default().seal(owner, b"x"), Err(NotOurs));
    }

    #[test]
    fn what_another_secret_sealed_or_none_is_to_be_sealed_anew() {
        let owner = EmployeeId::new(&SystemClock);
        let sealed = seals(OLD).seal(owner, &[7; 20]).expect("sealed");
        let opened = seals(&format!("{NEW},{OLD}")).open(owner, &sealed).expect("ours");
        assert_eq!((opened.secret.len(), opened.is_stale), (20, true));
        assert!(seals(NEW).open(owner, &[7; 20]).expect("of before").is_stale);
    }
}
