//! Pages of lists (spec 9: sizes 12, 24, 50, 100, 200), and how far the lists of staff are counted and read (ADR 23).

/// Which page of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    number: u32,
    size: u32,
}

/// Most products of a listing that its pages show. Each page is worked out with all that stand before it, so that the pages
/// behind would cost more the further they are; whoever looks for one product among so many narrows the listing.
pub const LISTING_REACH: u32 = 12_000;

/// How many rows a list has, as far as it counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counted {
    pub rows: u64,
    /// Whether there are more than `rows`.
    pub more: bool,
}

/// Why a page is refused, by the field at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    #[error("pages are numbered from 1 to 10000")]
    Number,
    #[error("the page size is one of 12, 24, 50, 100, 200")]
    Size,
}

impl Page {
    pub const SIZES: [u32; 5] = [12, 24, 50, 100, 200];
    pub const LAST: u32 = 10_000;
    /// Rows that a list of staff reaches from its first; who looks for others narrows it or turns its order.
    pub const REACH: u32 = 10_000;
    /// Rows that a search finds where they have to be sorted; who finds more types more.
    pub const SEARCHED: u32 = 2_000;

    /// A page; zero, the value of an absent field on the wire, means the first page and the default size.
    pub fn new(number: u32, size: u32) -> Result<Self, PageError> {
        let number = if number == 0 { 1 } else { number };
        let size = if size == 0 { Self::SIZES[0] } else { size };
        if number > Self::LAST {
            Err(PageError::Number)
        } else if Self::SIZES.contains(&size) {
            Ok(Self { number, size })
        } else {
            Err(PageError::Size)
        }
    }

    pub const fn number(self) -> u32 {
        self.number
    }

    pub const fn size(self) -> u32 {
        self.size
    }

    pub fn offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
    }

    /// Whether all its rows are among the first so many.
    pub fn is_within(self, reach: u32) -> bool {
        self.offset() + i64::from(self.size) <= i64::from(reach)
    }

    /// How many rows to skip and how many to read; none beyond [`Self::REACH`].
    pub fn within_reach(self) -> (i64, i64) {
        let skipped = self.offset().min(i64::from(Self::REACH));
        (skipped, i64::from(self.size).min(i64::from(Self::REACH) - skipped))
    }

    /// The page's rows of all.
    pub fn of<T>(self, rows: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let skipped = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        rows.skip(skipped).take(self.size as usize)
    }

    /// How many pages of `total` rows are within reach.
    pub fn count_within_reach(self, total: u64) -> u64 {
        self.count(total.min(Self::REACH.into()))
    }

    /// How many pages `total` rows fill: the ceiling of total over size (spec 4).
    pub fn count(self, total: u64) -> u64 {
        total.div_ceil(u64::from(self.size))
    }
}

impl Counted {
    pub const fn exactly(rows: u64) -> Self {
        Self { rows, more: false }
    }

    /// How many rows to look for at most to count up to `most`: one more says that there are others.
    pub const fn limit(most: u32) -> i64 {
        most as i64 + 1
    }

    /// What a count of up to [`Self::limit`] says.
    pub fn up_to(most: u32, counted: u64) -> Self {
        Self { rows: counted.min(most.into()), more: counted > most.into() }
    }
}

impl Default for Page {
    fn default() -> Self {
        Self { number: 1, size: Self::SIZES[0] }
    }
}

impl PageError {
    /// The query parameter at fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Number => "page",
            Self::Size => "size",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_count_from_one() {
        let page = Page::new(3, 24).expect("legal");
        assert_eq!((page.offset(), page.count(0), page.count(24), page.count(25)), (48, 0, 1, 2));
        assert_eq!(Page::new(0, 0), Ok(Page::default()));
        assert_eq!(Page::new(1, 13), Err(PageError::Size));
        assert_eq!(Page::new(10_001, 12), Err(PageError::Number));
    }
    #[test]
    fn lists_are_read_and_counted_within_their_reach() {
        let reached = |number, size| Page::new(number, size).expect("legal").within_reach();
        assert_eq!((reached(2, 24), reached(417, 24)), ((24, 24), (9_984, 16)));
        assert_eq!((reached(418, 24), reached(10_000, 200)), ((10_000, 0), (10_000, 0)));
        let page = Page::new(1, 24).expect("legal");
        assert_eq!((page.count_within_reach(25), page.count_within_reach(1_000_000)), (2, 417));
        assert_eq!(page.of(0..30).collect::<Vec<_>>(), (0..24).collect::<Vec<_>>());
        assert_eq!(Counted::up_to(10_000, 10_000), Counted::exactly(10_000));
        assert_eq!(Counted::up_to(10_000, 10_001), Counted { rows: 10_000, more: true });
    }
}
