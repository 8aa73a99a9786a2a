//! What edits of whole things have in common: they are made on the version that was read, and saying the same again changes nothing.

/// A thing that is saved whole.
pub trait Versioned: Clone + PartialEq {
    /// That was read; 0 of one that is made.
    fn version(&self) -> u64;

    #[must_use]
    fn at(self, version: u64) -> Self;

    /// With what nobody says of it, such as when it was saved, as it is stored.
    #[must_use]
    fn unsaid_as(self, before: &Self) -> Self {
        let _ = before;
        self
    }
}

/// The edit was made on another version than the one that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfDate {
    /// There is none any more.
    Gone,
    /// It is at this version.
    At(u64),
}

/// The thing to store over `before`; `before` itself where it says the same.
pub fn over<T: Versioned>(wanted: T, before: Option<&T>) -> Result<T, OutOfDate> {
    let Some(before) = before else {
        return if wanted.version() == 0 { Ok(wanted.at(1)) } else { Err(OutOfDate::Gone) };
    };
    let same = wanted.clone().unsaid_as(before).at(before.version());
    if same == *before {
        return Ok(same);
    }
    if wanted.version() != before.version() {
        return Err(OutOfDate::At(before.version()));
    }
    Ok(wanted.at(before.version() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its version, what is said of it, and what is not.
    type Thing = (u64, &'static str, u8);

    impl Versioned for Thing {
        fn version(&self) -> u64 {
            self.0
        }

        fn at(self, version: u64) -> Self {
            (version, self.1, self.2)
        }

        fn unsaid_as(self, before: &Self) -> Self {
            (self.0, self.1, before.2)
        }
    }

    #[test]
    fn an_edit_is_made_on_the_version_that_was_read() {
        let stored = (4, "old", 1);
        assert_eq!(over((4, "new", 2), Some(&stored)), Ok((5, "new", 2)));
        assert_eq!(over((3, "new", 2), Some(&stored)), Err(OutOfDate::At(4)));
        assert_eq!(over((3, "old", 2), Some(&stored)), Ok(stored), "a repeat changes nothing");
        assert_eq!(over((0, "new", 2), None), Ok((1, "new", 2)));
        assert_eq!(over((3, "new", 2), None), Err(OutOfDate::Gone));
    }
}
