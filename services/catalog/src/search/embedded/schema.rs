//! The fields of the embedded index.

use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{TantivyDocument, Term};

use super::EngineFailure;
use crate::search::Document;

/// Raised with every change of the fields or of how text is cut into words: an index of another format is
/// left aside and made again.
pub const FORMAT: u32 = 1;
/// Name of the tokenizer of the text fields.
pub const WORDS: &str = "words";

/// The fields, by what they are for.
#[derive(Debug, Clone)]
pub struct Fields {
    pub schema: Schema,
    pub id: Field,
    pub scope: Field,
    pub names: Field,
    pub words: Field,
    pub number: Field,
    pub price: Field,
    pub facets: Field,
    pub cards: [Field; 3],
}

impl Fields {
    pub const NUMBER: &str = "number";
    pub const PRICE: &str = "price";
    pub const FACETS: &str = "facets";

    pub fn new() -> Self {
        let text = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(IndexRecordOption::WithFreqs),
        );
        let mut schema = Schema::builder();
        Self {
            id: schema.add_text_field("id", STRING),
            scope: schema.add_text_field("scope", STRING),
            names: schema.add_text_field("names", text.clone()),
            words: schema.add_text_field("words", text),
            number: schema.add_u64_field(Self::NUMBER, FAST),
            price: schema.add_i64_field(Self::PRICE, FAST),
            facets: schema.add_text_field(Self::FACETS, TextOptions::default().set_fast("raw")),
            cards: ["card_fr", "card_ar", "card_en"].map(|name| schema.add_bytes_field(name, STORED)),
            schema: schema.build(),
        }
    }

    /// The term that finds exactly one product.
    pub fn id_term(&self, id: souk_kernel::ProductId) -> Term {
        Term::from_field_text(self.id, &id.to_string())
    }

    pub fn document(&self, document: &Document) -> Result<TantivyDocument, EngineFailure> {
        let mut fields = TantivyDocument::new();
        fields.add_text(self.id, document.product.to_string());
        for scope in &document.scopes {
            fields.add_text(self.scope, scope.term());
        }
        for name in &document.names {
            fields.add_text(self.names, name);
        }
        for words in &document.words {
            fields.add_text(self.words, words);
        }
        fields.add_u64(self.number, document.number);
        fields.add_i64(self.price, document.price.centimes());
        for facet in &document.facets {
            fields.add_text(self.facets, serde_json::to_string(facet)?);
        }
        for (field, card) in self.cards.iter().zip(&document.cards) {
            fields.add_bytes(*field, card);
        }
        Ok(fields)
    }
}
