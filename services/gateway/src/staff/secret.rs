//! Secrets that people read off a screen and type: temporary passwords and recovery codes.

use sha2::{Digest as _, Sha256};

/// No letter or digit that looks like another.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const GROUPS: usize = 4;
const GROUP: usize = 4;

/// 80 random bits: `k7wq-2mxe-9tra-hb4c`.
pub fn readable() -> String {
    let random: [u8; GROUPS * GROUP] = rand::random();
    let groups = random.chunks(GROUP).map(|group| group.iter().map(|byte| letter(*byte)).collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

/// What is stored of a recovery code, however it was typed; None for what can't be one.
pub fn recovery_hash(typed: &str) -> Option<[u8; 32]> {
    let letters: String =
        typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    (letters.len() == GROUPS * GROUP)
        .then(|| Sha256::new().chain_update(b"recovery").chain_update(&letters).finalize().into())
}

fn letter(byte: u8) -> char {
    // 256 is a multiple of 32: every letter is as likely.
    char::from(ALPHABET[usize::from(byte) % ALPHABET.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_is_known_however_it_is_typed() {
        let code = readable();
        assert_eq!((code.len(), code.split('-').count()), (19, 4), "{code}");
        let hash = recovery_hash(&code).expect("is one");
        assert_eq!(recovery_hash(&code.to_uppercase().replace('-', " ")), Some(hash));
        assert_ne!(recovery_hash(&readable()), Some(hash));
        assert_eq!(recovery_hash("123456"), None);
    }
}
