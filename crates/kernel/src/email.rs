//! E-mail addresses of shoppers (spec 5: letters, digits and `@ . _ % + -`, with a suffix of 2 characters or more).

use std::fmt;

/// An e-mail address as it was written, without outer space.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

/// The text is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no e-mail address")]
pub struct EmailError;

impl Email {
    /// Longest address, in bytes (RFC 5321).
    pub const MAX: usize = 254;

    /// Something, an @, a domain and a suffix.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let email = text.trim();
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "@._%+-".contains(c);
        let has_parts = || {
            let (name, host) = email.split_once('@')?;
            let (domain, suffix) = host.rsplit_once('.')?;
            let is_suffix = suffix.len() >= 2 && suffix.bytes().all(|byte| byte.is_ascii_alphabetic());
            Some(!name.is_empty() && !domain.is_empty() && !host.contains('@') && is_suffix)
        };
        let is_address = email.len() <= Self::MAX && email.chars().all(is_allowed);
        if is_address && has_parts() == Some(true) { Ok(Self(email.to_owned())) } else { Err(EmailError) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

/// Personal data: no log shows it.
impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_name_a_domain_and_a_suffix() {
        for email in ["amina@souk.dz", " a.b+c@d-e.com ", "x_1%@sub.domain.info"] {
            assert_eq!(Email::parse(email).map(String::from), Ok(email.trim().to_owned()));
        }
        for email in
            ["", "amina", "@souk.dz", "amina@dz", "amina@souk.d", "a@b@c.dz", "أمينة@souk.dz", "a b@c.dz"]
        {
            assert_eq!(Email::parse(email), Err(EmailError), "{email}");
        }
        assert!(Email::parse(&format!("{}@souk.dz", "a".repeat(Email::MAX))).is_err());
    }
}
