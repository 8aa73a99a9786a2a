//! Shoppers are guests (design 8): a signed, short-lived token says which browser it is and a second one, bound to
//! it, proves that a change comes from our page. Neither says who the person is.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use souk_kernel::VisitorId;
use souk_rpc::Keys;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Header of the anti-forgery token, for shoppers and staff alike.
pub const CSRF_HEADER: &str = "x-csrf-token";

/// How long a page may stay open before it asks for a new token.
const BEARER_VALIDITY: Duration = Duration::hours(12);
/// How long a browser is recognised.
pub const COOKIE_VALIDITY: Duration = Duration::days(90);

const ID_LENGTH: usize = 16;
const CLAIMS_LENGTH: usize = 1 + ID_LENGTH + 8;

/// What a token is good for; part of what is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Bearer,
    Cookie,
}

/// Makes and checks visitor tokens.
#[derive(Debug, Clone)]
pub struct Tokens(Keys);

impl Purpose {
    const fn tag(self) -> u8 {
        match self {
            Self::Bearer => 1,
            Self::Cookie => 2,
        }
    }

    pub const fn validity(self) -> Duration {
        match self {
            Self::Bearer => BEARER_VALIDITY,
            Self::Cookie => COOKIE_VALIDITY,
        }
    }
}

impl Tokens {
    pub const fn new(keys: Keys) -> Self {
        Self(keys)
    }

    pub fn issue(&self, purpose: Purpose, visitor: VisitorId, now: OffsetDateTime) -> String {
        let expires = (now + purpose.validity()).unix_timestamp();
        let mut token = Vec::with_capacity(CLAIMS_LENGTH + 32);
        token.push(purpose.tag());
        token.extend_from_slice(visitor.uuid().as_bytes());
        token.extend_from_slice(&expires.to_be_bytes());
        let tag = self.0.tag(&[&token]);
        token.extend_from_slice(&tag);
        URL_SAFE_NO_PAD.encode(token)
    }

    /// The visitor of a token of ours that has not expired.
    pub fn verify(&self, purpose: Purpose, token: &str, now: OffsetDateTime) -> Option<VisitorId> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (claims, tag) = bytes.split_at_checked(CLAIMS_LENGTH)?;
        let is_ours = self.0.is_tag(&[claims], tag);
        let (kind, rest) = claims.split_first()?;
        let (id, expires) = rest.split_at_checked(ID_LENGTH)?;
        let expires = i64::from_be_bytes(expires.try_into().ok()?);
        let is_good = is_ours && *kind == purpose.tag() && now.unix_timestamp() < expires;
        is_good.then(|| Uuid::from_slice(id).ok().map(VisitorId::from_uuid)).flatten()
    }

    /// The anti-forgery token of a visitor's pages.
    pub fn csrf(&self, visitor: VisitorId) -> String {
        URL_SAFE_NO_PAD.encode(self.0.tag(&[b"csrf", visitor.uuid().as_bytes()]))
    }

    pub fn is_csrf(&self, visitor: VisitorId, token: &str) -> bool {
        let tag = URL_SAFE_NO_PAD.decode(token);
        tag.is_ok_and(|tag| self.0.is_tag(&[b"csrf", visitor.uuid().as_bytes()], &tag))
    }

    /// Whom the bearer token of a request names.
    pub fn visitor_of(&self, headers: &HeaderMap, now: OffsetDateTime) -> Option<VisitorId> {
        let token = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
        self.verify(Purpose::Bearer, token, now)
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::{Clock as _, SystemClock};

    use super::*;

    fn tokens() -> Tokens {
        let secret = "0123456789abcdef0123456789abcdef".to_owned().into();
        Tokens::new(Keys::read("SOUK_SECRET", &secret).expect("a long secret"))
    }

    #[test]
    fn a_token_is_good_for_its_purpose_and_time_only() {
        let (tokens, visitor, now) = (tokens(), VisitorId::new(&SystemClock), SystemClock.now());
        let token = tokens.issue(Purpose::Bearer, visitor, now);
        assert_eq!(tokens.verify(Purpose::Bearer, &token, now), Some(visitor));
        assert_eq!(tokens.verify(Purpose::Cookie, &token, now), None);
        assert_eq!(tokens.verify(Purpose::Bearer, &token, now + BEARER_VALIDITY), None);
    }

    #[test]
    fn an_altered_token_is_refused() {
        let (tokens, visitor, now) = (tokens(), VisitorId::new(&SystemClock), SystemClock.now());
        let token = tokens.issue(Purpose::Bearer, visitor, now);
        let bytes = URL_SAFE_NO_PAD.decode(&token).expect("is base64");
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(tokens.verify(Purpose::Bearer, &URL_SAFE_NO_PAD.encode(altered), now), None);
        }
        for odd in ["", "AAAA", "!!", &token[1..]] {
            assert_eq!(tokens.verify(Purpose::Bearer, odd, now), None);
        }
    }

    #[test]
    fn one_visitors_csrf_token_is_not_anothers() {
        let tokens = tokens();
        let (one, other) = (VisitorId::new(&SystemClock), VisitorId::new(&SystemClock));
        assert!(tokens.is_csrf(one, &tokens.csrf(one)));
        assert!(!tokens.is_csrf(one, &tokens.csrf(other)));
        assert!(!tokens.is_csrf(one, ""));
    }
}
