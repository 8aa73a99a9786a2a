//! Links to what isn't published yet, for a colleague without an account: signed, for one thing, ending by themselves. Whoever has one
//! reads that thing and nothing else. Nothing is stored of them, so that one can't be taken back before it ends.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use souk_rpc::Keys;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long a link leads to its thing.
pub const VALIDITY: Duration = Duration::days(7);

/// Before the claims in what is signed: no other token of these keys begins with it.
const PURPOSE: &[u8] = b"draft link";
const ID_LENGTH: usize = 16;
const CLAIMS_LENGTH: usize = 1 + ID_LENGTH + 8;

/// What kind of thing a link names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    CmsPage,
    BlogPost,
    Product,
}

/// What a link says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftLink {
    pub kind: Kind,
    pub id: Uuid,
    /// In whole seconds.
    pub ends_at: OffsetDateTime,
}

/// Makes and checks links.
#[derive(Debug, Clone)]
pub struct DraftLinks(Keys);

impl Kind {
    const fn tag(self) -> u8 {
        match self {
            Self::CmsPage => 1,
            Self::BlogPost => 2,
            Self::Product => 3,
        }
    }

    fn of_tag(tag: u8) -> Option<Self> {
        [Self::CmsPage, Self::BlogPost, Self::Product].into_iter().find(|kind| kind.tag() == tag)
    }
}

impl DraftLink {
    /// One that is made now.
    pub fn new(kind: Kind, id: Uuid, now: OffsetDateTime) -> Self {
        Self { kind, id, ends_at: (now + VALIDITY).truncate_to_second() }
    }
}

impl DraftLinks {
    pub const fn new(keys: Keys) -> Self {
        Self(keys)
    }

    /// The last part of the link's address.
    pub fn token(&self, link: DraftLink) -> String {
        let mut token = Vec::with_capacity(CLAIMS_LENGTH + 32);
        token.push(link.kind.tag());
        token.extend_from_slice(link.id.as_bytes());
        token.extend_from_slice(&link.ends_at.unix_timestamp().to_be_bytes());
        let tag = self.0.tag(&[PURPOSE, &token]);
        token.extend_from_slice(&tag);
        URL_SAFE_NO_PAD.encode(token)
    }

    /// What a token says that is ours and has not ended.
    pub fn read(&self, token: &str, now: OffsetDateTime) -> Option<DraftLink> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (claims, tag) = bytes.split_at_checked(CLAIMS_LENGTH)?;
        if !self.0.is_tag(&[PURPOSE, claims], tag) {
            return None;
        }
        let (kind, rest) = claims.split_first()?;
        let (id, ends_at) = rest.split_at_checked(ID_LENGTH)?;
        let ends_at = i64::from_be_bytes(ends_at.try_into().ok()?);
        let ends_at = OffsetDateTime::from_unix_timestamp(ends_at).ok().filter(|end| now < *end)?;
        Some(DraftLink { kind: Kind::of_tag(*kind)?, id: Uuid::from_slice(id).ok()?, ends_at })
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::{Clock as _, SystemClock, VisitorId};

    use super::*;
    use crate::visitor::{Purpose, Tokens};

    fn keys() -> Keys {
        let secret = "0123456789abcdef0123456789abcdef".to_owned().into();
        Keys::read("SOUK_SECRET", &secret).expect("a long secret")
    }

    #[test]
    fn a_link_says_one_thing_until_it_ends() {
        let (links, now) = (DraftLinks::new(keys()), SystemClock.now());
        for kind in [Kind::CmsPage, Kind::BlogPost, Kind::Product] {
            let link = DraftLink::new(kind, Uuid::from_u128(7), now);
            let token = links.token(link);
            assert_eq!(links.read(&token, now), Some(link));
            assert_eq!(links.read(&token, link.ends_at - Duration::SECOND), Some(link));
            assert_eq!(links.read(&token, link.ends_at), None);
        }
    }

    #[test]
    fn an_altered_one_and_another_token_are_none() {
        let (links, now) = (DraftLinks::new(keys()), SystemClock.now());
        let token = links.token(DraftLink::new(Kind::CmsPage, Uuid::from_u128(7), now));
        let bytes = URL_SAFE_NO_PAD.decode(&token).expect("is base64");
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(links.read(&URL_SAFE_NO_PAD.encode(altered), now), None);
        }
        let visitor = Tokens::new(keys()).issue(Purpose::Cookie, VisitorId::new(&SystemClock), now);
        for odd in ["", "AAAA", "!!", &token[1..], &visitor] {
            assert_eq!(links.read(odd, now), None);
        }
        assert_eq!(Tokens::new(keys()).verify(Purpose::Bearer, &token, now), None);
    }
}
