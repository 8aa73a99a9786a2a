//! The categories and brands that a file names and the shop has not: told, and made at once.

use souk_rpc::{Actor, Failure, Kind};

use super::missing::{Missing, Names};
use super::{ProductFiles, store};
use crate::categories::{Category, CategoryTree};
use crate::{brands, categories, revision};

impl ProductFiles {
    /// What would be made for these names.
    pub async fn missing(&self, names: &Names) -> sqlx::Result<Missing> {
        let mut conn = self.context.pool.acquire().await?;
        let reference = self.reference.newest(&mut conn).await?;
        drop(conn);
        let (tree, brands) = (reference.categories.clone(), reference.brands.values());
        Ok(Missing::of(tree, brands, names, self.context.clock.as_ref()))
    }

    /// Makes what is missing for these names, all or none, and answers how many that were; the same again makes none.
    pub async fn make_missing(&self, actor: &Actor, names: &Names) -> Result<usize, Failure> {
        match self.make_all(actor, names).await {
            // By hand somebody made one of that address meanwhile, which may be what is named, or took a parent away.
            Err(failure) if matches!(failure.kind, Kind::Conflict | Kind::Invalid) => {
                self.make_all(actor, names).await
            }
            made => made,
        }
    }

    async fn make_all(&self, actor: &Actor, names: &Names) -> Result<usize, Failure> {
        let context = &self.context;
        let mut tx = context.pool.begin().await.map_err(souk_database::failure)?;
        let read = async {
            store::hold_making_in(&mut tx).await?;
            Ok((CategoryTree::new(categories::all(&mut tx).await?), brands::all(&mut tx).await?))
        };
        let (tree, known) = read.await.map_err(souk_database::failure)?;
        let missing = Missing::of(tree, known.values(), names, context.clock.as_ref());
        let made = missing.count();
        let new: Vec<Category> = missing.categories.into_iter().map(|(_, category)| category).collect();
        categories::insert_all_in(&mut tx, context, actor, &new).await?;
        brands::insert_all_in(&mut tx, context, actor, &missing.brands).await?;
        let told = async {
            if !new.is_empty() {
                revision::announce_content_in(&mut tx, context, categories::CONTENT).await?;
            }
            if !missing.brands.is_empty() {
                revision::announce_content_in(&mut tx, context, brands::CONTENT).await?;
            }
            context.commit(tx).await
        };
        told.await.map_err(souk_database::failure)?;
        Ok(made)
    }
}
