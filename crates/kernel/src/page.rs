//! Pages of lists (spec 9: sizes 12, 24, 50, 100, 200).

/// Which page of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    number: u32,
    size: u32,
}

/// Most products of a listing that its pages show. Each page is worked out with all that stand before it, so that the pages
/// behind would cost more the further they are; whoever looks for one product among so many narrows the listing.
pub const LISTING_REACH: u32 = 12_000;

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

    /// How many pages `total` rows fill: the ceiling of total over size (spec 4).
    pub fn count(self, total: u64) -> u64 {
        total.div_ceil(u64::from(self.size))
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
}
