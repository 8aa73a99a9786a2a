//! Ids of demo things, the same at every load, so that a repeat finds what is there.

use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

/// The moment that the demo's ids carry: 1 October 2026, in Unix milliseconds.
const BORN: u64 = 1_790_812_800_000;

/// The id of the thing of this kind and name.
pub fn id(kind: &str, name: &str) -> String {
    uuid(kind, name).to_string()
}

pub fn uuid(kind: &str, name: &str) -> Uuid {
    let digest = Sha256::digest(format!("{kind}/{name}"));
    let mut tail = [0; 10];
    tail.copy_from_slice(&digest[..10]);
    Builder::from_unix_timestamp_millis(BORN, &tail).into_uuid()
}
