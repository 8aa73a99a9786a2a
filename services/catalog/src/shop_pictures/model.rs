//! Pictures that the shop has. Pure.

use time::OffsetDateTime;

use crate::media::{SizeName, StoredSize};

/// A picture that the shop has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopPicture {
    /// What it was given for first.
    pub name: String,
    /// All of them, but of one from before they were noted.
    pub sizes: Vec<StoredSize>,
    pub added_at: OffsetDateTime,
}

/// The picture in a size, else in the largest that is known.
pub fn in_size(sizes: Vec<StoredSize>, shown: SizeName) -> Option<StoredSize> {
    let exact = sizes.iter().position(|size| size.name == shown);
    let largest = || sizes.iter().enumerate().max_by_key(|(_, size)| size.width).map(|(at, _)| at);
    let at = exact.or_else(largest)?;
    sizes.into_iter().nth(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(name: SizeName, width: u32) -> StoredSize {
        let url = format!("/media/shop/ab-{width}.jpg");
        StoredSize { name, url, width, height: width, webp: Vec::new(), tone: String::new() }
    }

    #[test]
    fn of_a_picture_from_before_the_largest_is_shown_that_is_known() {
        let (small, grid) = (size(SizeName::SmallProduct, 160), size(SizeName::GridDisplay, 480));
        let known = || vec![small.clone(), grid.clone()];
        assert_eq!(in_size(known(), SizeName::SmallProduct), Some(small.clone()));
        assert_eq!(in_size(known(), SizeName::ProductPageLarge), Some(grid.clone()));
        assert_eq!(in_size(Vec::new(), SizeName::GridDisplay), None);
    }
}
