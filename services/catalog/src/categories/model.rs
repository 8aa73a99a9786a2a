//! The category tree. Pure.

use std::collections::HashMap;

use souk_audit::Subject;
use souk_kernel::{CategoryId, Changed, LocalizedText, Slug};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    pub id: CategoryId,
    pub parent: Option<CategoryId>,
    pub slug: String,
    pub name: LocalizedText,
    /// Path of its picture, may be empty.
    pub image: String,
    pub position: u32,
    /// Active products in it and below.
    pub products: u64,
    pub version: u64,
    /// Said over its listing.
    pub about: LocalizedText,
    /// What search engines show of its listing; empty: its name, what is said of it.
    pub seo_title: LocalizedText,
    pub seo_description: LocalizedText,
    /// The set of features that products in it are described by: a help for staff.
    pub feature_set: Option<Uuid>,
}

/// What changes; `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    pub name: Option<LocalizedText>,
    pub slug: Option<String>,
    pub about: Option<LocalizedText>,
    pub seo_title: Option<LocalizedText>,
    pub seo_description: Option<LocalizedText>,
    /// Path of the new picture; empty for none.
    pub image: Option<String>,
    pub feature_set: Option<Option<Uuid>>,
}

/// Where the address of a new category comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    Given,
    /// Of its name.
    Made,
}

/// What names a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// In it.
    pub categories: u64,
    /// Active or not, 10,001 at most.
    pub products: u64,
    /// Active and not ended.
    pub promotions: u64,
    /// Of the home page.
    pub blocks: u64,
}

/// Why a category can't stand somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    #[error("the parent is no category")]
    UnknownParent,
    #[error("a category can't stand in itself or below")]
    InItself,
}

impl Usage {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl Category {
    /// A new one of which nothing else is said yet.
    pub fn new(id: CategoryId, parent: Option<CategoryId>, slug: &Slug, name: LocalizedText) -> Self {
        Self {
            id,
            parent,
            slug: slug.to_string(),
            name,
            image: String::new(),
            position: 0,
            products: 0,
            version: 1,
            about: LocalizedText::default(),
            seo_title: LocalizedText::default(),
            seo_description: LocalizedText::default(),
            feature_set: None,
        }
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("category", self.id, self.name.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { parent, slug, name, image, position, about, seo_title, seo_description, .. } = self;
        let feature_set = self.feature_set;
        serde_json::json!({
            "parent": parent, "slug": slug, "name": name, "image": image, "position": position, "about": about,
            "seoTitle": seo_title, "seoDescription": seo_description, "featureSet": feature_set,
        })
    }

    /// The category as it is after the edit, one version on; `Already` where nothing differs.
    pub fn edit(&mut self, edit: Edit) -> Changed {
        let before = self.clone();
        let Edit { name, slug, about, seo_title, seo_description, image, feature_set } = edit;
        self.name = name.unwrap_or_else(|| before.name.clone());
        self.slug = slug.unwrap_or_else(|| before.slug.clone());
        self.about = about.unwrap_or_else(|| before.about.clone());
        self.seo_title = seo_title.unwrap_or_else(|| before.seo_title.clone());
        self.seo_description = seo_description.unwrap_or_else(|| before.seo_description.clone());
        self.image = image.unwrap_or_else(|| before.image.clone());
        self.feature_set = feature_set.unwrap_or(before.feature_set);
        if *self == before {
            return Changed::Already;
        }
        self.version += 1;
        Changed::Yes
    }

    /// Whether products show something else of it than of `before`.
    pub fn looks_other_than(&self, before: &Self) -> bool {
        (&self.name, &self.slug) != (&before.name, &before.slug)
    }
}

/// All categories, parents before children, siblings in display order.
#[derive(Debug, Clone, Default)]
pub struct CategoryTree {
    ordered: Vec<Category>,
    by_id: HashMap<CategoryId, usize>,
    by_slug: HashMap<String, CategoryId>,
}

impl CategoryTree {
    /// Builds the tree of categories that come with the active products of each itself.
    pub fn new(categories: Vec<Category>) -> Self {
        let direct: Vec<(CategoryId, u64)> =
            categories.iter().map(|category| (category.id, category.products)).collect();
        let mut children: HashMap<Option<CategoryId>, Vec<Category>> = HashMap::new();
        for category in categories {
            children.entry(category.parent).or_default().push(category);
        }
        let mut tree = Self::default();
        tree.take(&mut children, None);
        for (id, products) in direct {
            let path = tree.path(id);
            for above in path.iter().filter(|above| **above != id) {
                if let Some(at) = tree.by_id.get(above) {
                    tree.ordered[*at].products += products;
                }
            }
        }
        tree
    }

    /// The same tree with other counts of active products of each category itself.
    #[must_use]
    pub fn recounted(&self, direct: &HashMap<CategoryId, u64>) -> Self {
        let recount = |category: &Category| {
            let products = direct.get(&category.id).copied().unwrap_or_default();
            Category { products, ..category.clone() }
        };
        Self::new(self.ordered.iter().map(recount).collect())
    }

    fn take(
        &mut self,
        children: &mut HashMap<Option<CategoryId>, Vec<Category>>,
        parent: Option<CategoryId>,
    ) {
        let mut siblings = children.remove(&parent).unwrap_or_default();
        siblings.sort_by(|a, b| (a.position, &a.slug).cmp(&(b.position, &b.slug)));
        for category in siblings {
            let id = category.id;
            self.by_id.insert(id, self.ordered.len());
            self.by_slug.insert(category.slug.clone(), id);
            self.ordered.push(category);
            self.take(children, Some(id));
        }
    }

    /// Takes in a new category, last of its parent's.
    pub fn add(&mut self, category: Category) {
        let above = category.parent.and_then(|parent| self.below(parent).last().copied());
        let at = above.and_then(|above| self.by_id.get(&above)).map_or(self.ordered.len(), |above| above + 1);
        self.by_id.values_mut().filter(|place| **place >= at).for_each(|place| *place += 1);
        self.by_id.insert(category.id, at);
        self.by_slug.insert(category.slug.clone(), category.id);
        self.ordered.insert(at, category);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Category> {
        self.ordered.iter()
    }

    pub fn get(&self, id: CategoryId) -> Option<&Category> {
        self.by_id.get(&id).map(|at| &self.ordered[*at])
    }

    pub fn by_slug(&self, slug: &str) -> Option<&Category> {
        self.by_slug.get(slug).and_then(|id| self.get(*id))
    }

    pub fn children(&self, parent: Option<CategoryId>) -> impl Iterator<Item = &Category> {
        self.ordered.iter().filter(move |category| category.parent == parent)
    }

    /// Behind the last child of a parent.
    pub fn next_position(&self, parent: Option<CategoryId>) -> u32 {
        self.children(parent).map(|child| child.position.saturating_add(1)).max().unwrap_or_default()
    }

    /// The address that was made of a new category's name, with its parent's before it or a number behind it where others have
    /// what is made.
    pub fn free_slug(&self, category: &Category) -> String {
        let own = &category.slug;
        let parent = category.parent.and_then(|parent| self.get(parent));
        let under = parent.map_or_else(|| own.clone(), |parent| format!("{}-{own}", parent.slug));
        let numbered = (2..).map(|number| format!("{under}-{number}"));
        let mut made = [own.clone(), under.clone()].into_iter().chain(numbered);
        made.find(|slug| self.by_slug(slug).is_none()).unwrap_or_else(|| own.clone())
    }

    /// From the root down to the category itself; empty for an unknown one.
    pub fn path(&self, id: CategoryId) -> Vec<CategoryId> {
        let mut path = Vec::new();
        let mut next = self.get(id);
        while let Some(category) = next {
            path.push(category.id);
            next = category.parent.and_then(|parent| self.get(parent));
        }
        path.reverse();
        path
    }

    /// The children of `parent` in their order, once the category stands among them at this place, from 0.
    pub fn siblings_with(
        &self,
        id: CategoryId,
        parent: Option<CategoryId>,
        at: usize,
    ) -> Result<Vec<CategoryId>, Misplaced> {
        if let Some(parent) = parent {
            let path = self.path(parent);
            if path.is_empty() {
                return Err(Misplaced::UnknownParent);
            }
            if path.contains(&id) {
                return Err(Misplaced::InItself);
            }
        }
        let others = self.children(parent).map(|category| category.id).filter(|other| *other != id);
        let mut siblings: Vec<CategoryId> = others.collect();
        siblings.insert(at.min(siblings.len()), id);
        Ok(siblings)
    }

    /// The category and everything below it.
    pub fn below(&self, id: CategoryId) -> Vec<CategoryId> {
        let within = |category: &&Category| self.path(category.id).contains(&id);
        self.ordered.iter().filter(within).map(|category| category.id).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> CategoryId {
        CategoryId::from_uuid(Uuid::from_u128(number))
    }

    fn category(number: u128, parent: Option<u128>, position: u32) -> Category {
        Category {
            id: id(number),
            parent: parent.map(id),
            slug: format!("c{number}"),
            name: LocalizedText::default(),
            image: String::new(),
            position,
            products: [0, 0, 1, 5, 2][usize::try_from(number).expect("small")],
            version: 1,
            about: LocalizedText::default(),
            seo_title: LocalizedText::default(),
            seo_description: LocalizedText::default(),
            feature_set: None,
        }
    }

    fn tree() -> CategoryTree {
        let categories = vec![
            category(3, Some(1), 1),
            category(2, None, 1),
            category(1, None, 0),
            category(4, Some(1), 0),
        ];
        CategoryTree::new(categories)
    }

    #[test]
    fn parents_come_first_and_siblings_in_their_order() {
        let order: Vec<CategoryId> = tree().iter().map(|category| category.id).collect();
        assert_eq!(order, [id(1), id(4), id(3), id(2)]);
    }

    #[test]
    fn counts_include_what_is_below() {
        let tree = tree();
        let count = |number| tree.get(id(number)).map(|category| category.products);
        assert_eq!([count(1), count(2), count(3)], [Some(7), Some(1), Some(5)]);
        let recounted = tree.recounted(&HashMap::from([(id(1), 1), (id(3), 4)]));
        let count = |number| recounted.get(id(number)).map(|category| category.products);
        assert_eq!([count(1), count(2), count(3)], [Some(5), Some(0), Some(4)]);
    }

    #[test]
    fn a_category_stands_anywhere_but_in_itself() {
        let tree = tree();
        let siblings = |number, parent: Option<u128>, at| tree.siblings_with(id(number), parent.map(id), at);
        assert_eq!(siblings(2, Some(1), 1), Ok(vec![id(4), id(2), id(3)]));
        assert_eq!(siblings(3, Some(1), 0), Ok(vec![id(3), id(4)]), "among its own");
        assert_eq!(siblings(4, None, 9), Ok(vec![id(1), id(2), id(4)]), "behind them");
        assert_eq!(siblings(1, Some(3), 0), Err(Misplaced::InItself));
        assert_eq!(siblings(1, Some(1), 0), Err(Misplaced::InItself));
        assert_eq!(siblings(1, Some(9), 0), Err(Misplaced::UnknownParent));
    }

    #[test]
    fn a_new_category_stands_last_of_its_parents() {
        let mut tree = tree();
        tree.add(Category { products: 0, ..category(0, Some(4), 0) });
        let order: Vec<CategoryId> = tree.iter().map(|category| category.id).collect();
        assert_eq!(order, [id(1), id(4), id(0), id(3), id(2)]);
        assert_eq!(tree.path(id(0)), [id(1), id(4), id(0)]);
        assert_eq!(tree.by_slug("c2").map(|found| found.id), Some(id(2)));
    }

    #[test]
    fn a_path_leads_from_the_root() {
        assert_eq!(tree().path(id(3)), [id(1), id(3)]);
        assert_eq!(tree().below(id(1)), [id(1), id(4), id(3)]);
        assert!(tree().path(id(9)).is_empty());
    }
}
