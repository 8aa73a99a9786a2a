//! What isn't published yet, as shoppers would read it: for who was given a link to it, which the gateway signs and checks.

use bytes::Bytes;
use souk_kernel::Language;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Actor, Failure, Kind, Violations};
use uuid::Uuid;

use crate::failure::checked;
use crate::parse;

/// A thing as shoppers would read it.
#[derive(Debug)]
pub struct Draft {
    /// As JSON.
    pub json: Bytes,
    /// Path of its page.
    pub link: String,
    /// Whether shoppers read it already.
    pub shown: bool,
}

/// Which thing is asked for, in which language. No person asks: the gateway does, for who has a link.
pub fn asked(actor: &Actor, request: &proto::GetDraftRequest) -> Result<(Uuid, Language), Failure> {
    if !actor.system {
        return Err(Failure::new(Kind::Forbidden, "forbidden", "drafts are read by their links"));
    }
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let language = parse::language(&request.language, &mut found);
    checked(id.zip(language), found)
}

impl From<Draft> for proto::Draft {
    fn from(Draft { json, link, shown }: Draft) -> Self {
        Self { json: json.into(), link, shown }
    }
}
