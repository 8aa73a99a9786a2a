//! All facets of an index under dense numbers, so that counting is adding to an array. Numbers are given once and kept
//! for as long as the index lives: a segment translates its values when it is opened and never again.

use std::collections::HashMap;
use std::sync::Arc;

use crate::search::Facet;

#[derive(Debug, Clone, Default)]
pub struct FacetTable {
    facets: Vec<Arc<Facet>>,
    /// Group of each facet, as a position in `groups`.
    group_of: Vec<usize>,
    /// Of each group: its facets' numbers by key.
    groups: Vec<(String, HashMap<String, u32>)>,
    /// All numbers, ordered by group and key.
    ordered: Vec<u32>,
}

impl FacetTable {
    /// The number of a facet written as JSON. One that is known under another label or colour takes the newest.
    pub fn number(&mut self, json: &str) -> anyhow::Result<u32> {
        let facet: Facet = serde_json::from_str(json)?;
        let group = self.groups.iter().position(|(name, _)| *name == facet.group).unwrap_or_else(|| {
            self.groups.push((facet.group.clone(), HashMap::new()));
            self.groups.len() - 1
        });
        let numbers = &mut self.groups[group].1;
        if let Some(number) = numbers.get(&facet.key) {
            let slot = &mut self.facets[*number as usize];
            if **slot != facet {
                *slot = Arc::new(facet);
            }
            return Ok(*number);
        }
        let number = u32::try_from(self.facets.len())?;
        numbers.insert(facet.key.clone(), number);
        self.facets.push(Arc::new(facet));
        self.group_of.push(group);
        Ok(number)
    }

    /// Orders the facets that came since the last time.
    pub fn order(&mut self) {
        if self.ordered.len() < self.facets.len() {
            self.ordered = (0_u32..).take(self.facets.len()).collect();
            let facets = &self.facets;
            self.ordered.sort_unstable_by(|one, other| {
                let place = |number: &u32| {
                    let facet = &facets[*number as usize];
                    (&facet.group, &facet.key)
                };
                place(one).cmp(&place(other))
            });
        }
    }

    pub fn len(&self) -> usize {
        self.facets.len()
    }

    pub fn facet(&self, number: u32) -> &Arc<Facet> {
        &self.facets[number as usize]
    }

    pub fn group_of(&self, number: u32) -> usize {
        self.group_of[number as usize]
    }

    pub fn ordered(&self) -> impl Iterator<Item = u32> + '_ {
        self.ordered.iter().copied()
    }

    /// The position of a group; `None`: no product has such a group.
    pub fn group(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|(known, _)| known == name)
    }

    /// The numbers of a group.
    pub fn numbers(&self, group: usize) -> impl Iterator<Item = u32> {
        self.groups[group].1.values().copied()
    }

    /// The numbers of those of the keys that occur in a group.
    pub fn chosen(&self, group: usize, keys: &[String]) -> impl Iterator<Item = u32> {
        let numbers = &self.groups[group].1;
        keys.iter().filter_map(|key| numbers.get(key)).copied()
    }
}
