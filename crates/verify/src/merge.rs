//! Two databases side by side: rows in the order of one key from each, compared as they come.

use std::cmp::Ordering;
use std::pin::pin;

use futures::{Stream, TryStreamExt as _};
/// Shows every key of two streams, each in ascending order and each key once, with what either side has of it. Keeps one row
/// of each side in memory.
pub(crate) async fn merge<K: Ord + Copy, L, R>(
    left: impl Stream<Item = sqlx::Result<(K, L)>>,
    right: impl Stream<Item = sqlx::Result<(K, R)>>,
    mut compare: impl FnMut(K, Option<L>, Option<R>),
) -> sqlx::Result<()> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    let (mut ours, mut theirs) = tokio::try_join!(left.try_next(), right.try_next())?;
    loop {
        let (key, order) = match (&ours, &theirs) {
            (None, None) => return Ok(()),
            (Some((key, _)), None) => (*key, Ordering::Less),
            (None, Some((key, _))) => (*key, Ordering::Greater),
            (Some((one, _)), Some((other, _))) => (*one.min(other), one.cmp(other)),
        };
        let of_left = if order.is_le() { ours.take() } else { None };
        let of_right = if order.is_ge() { theirs.take() } else { None };
        if of_left.is_some() {
            ours = left.try_next().await?;
        }
        if of_right.is_some() {
            theirs = right.try_next().await?;
        }
        compare(key, of_left.map(|(_, row)| row), of_right.map(|(_, row)| row));
    }
}

#[cfg(test)]
mod tests {
    use futures::stream;
    use uuid::Uuid;

    use super::*;

    type Seen = (u128, Option<char>, Option<char>);

    async fn merged(left: &[(u128, char)], right: &[(u128, char)]) -> Vec<Seen> {
        let rows = |rows: &[(u128, char)]| {
            stream::iter(rows.iter().map(|(id, row)| Ok((Uuid::from_u128(*id), *row))).collect::<Vec<_>>())
        };
        let mut seen = Vec::new();
        merge(rows(left), rows(right), |id, ours, theirs| seen.push((id.as_u128(), ours, theirs)))
            .await
            .unwrap();
        seen
    }

    #[tokio::test]
    async fn every_id_comes_once_with_both_sides() {
        let seen = merged(&[(1, 'a'), (3, 'b'), (4, 'c')], &[(2, 'x'), (3, 'y'), (9, 'z')]).await;
        let wanted = [
            (1, Some('a'), None),
            (2, None, Some('x')),
            (3, Some('b'), Some('y')),
            (4, Some('c'), None),
            (9, None, Some('z')),
        ];
        assert_eq!(seen, wanted);
    }

    #[tokio::test]
    async fn one_side_alone_is_shown_whole() {
        assert_eq!(merged(&[], &[(7, 'x')]).await, [(7, None, Some('x'))]);
        assert_eq!(merged(&[(7, 'a')], &[]).await, [(7, Some('a'), None)]);
    }
}
