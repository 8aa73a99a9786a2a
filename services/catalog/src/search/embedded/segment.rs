//! What a query needs of one segment beside the words: numbers, prices and facet values by document. A segment
//! never changes, so this is read once for its life and shared by all later snapshots.

use std::sync::Arc;

use tantivy::SegmentReader;
use tantivy::columnar::{Column, StrColumn};

use super::EngineFailure;
use super::schema::Fields;
use crate::search::Facet;

pub struct Segment {
    /// Newest first and ties of price go by it.
    pub number: Column<u64>,
    /// Centimes.
    pub price: Column<i64>,
    facet_ordinals: Option<StrColumn>,
    /// The facet behind each ordinal.
    pub facets: Vec<Arc<Facet>>,
}

impl Segment {
    pub fn open(reader: &SegmentReader) -> Result<Self, EngineFailure> {
        let columns = reader.fast_fields();
        let facet_ordinals = columns.str(Fields::FACETS)?;
        let facets = facet_ordinals.as_ref().map(read_dictionary).transpose()?.unwrap_or_default();
        Ok(Self {
            number: columns.u64(Fields::NUMBER)?,
            price: columns.i64(Fields::PRICE)?,
            facet_ordinals,
            facets,
        })
    }

    /// Positions in [`Segment::facets`] of a document's values.
    pub fn facets_of(&self, document: u32) -> impl Iterator<Item = usize> + '_ {
        self.facet_ordinals
            .iter()
            .flat_map(move |column| column.term_ords(document))
            .filter_map(|ordinal| usize::try_from(ordinal).ok())
    }
}

fn read_dictionary(column: &StrColumn) -> Result<Vec<Arc<Facet>>, EngineFailure> {
    let mut facets = Vec::with_capacity(column.num_terms());
    let mut text = String::new();
    for ordinal in 0..column.num_terms() as u64 {
        column.ord_to_str(ordinal, &mut text)?;
        facets.push(Arc::new(serde_json::from_str(&text)?));
    }
    Ok(facets)
}
