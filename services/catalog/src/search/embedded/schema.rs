//! The fields of the embedded index.

use souk_kernel::ProductId;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{TantivyDocument, Term};

use crate::search::Document;

/// Raised with every change of the fields, of the lists that products are in or of how text is cut into words: an index of another
/// format is left aside and made again.
pub const FORMAT: u32 = 4;
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
    number: Field,
    made_at: Field,
    product: [Field; 2],
    base_price: Field,
    tax_rate: Field,
    category: Field,
    brand: Field,
    facets: Field,
    pub shared: Field,
    pub localized: [Field; 3],
}

impl Fields {
    pub const NUMBER: &str = "number";
    /// Seconds since 1970.
    pub const MADE_AT: &str = "made_at";
    /// Halves of the product's id, the high one first.
    pub const PRODUCT: [&str; 2] = ["product_high", "product_low"];
    pub const BASE_PRICE: &str = "base_price";
    pub const TAX_RATE: &str = "tax_rate";
    pub const CATEGORY: &str = "category";
    pub const BRAND: &str = "brand";
    pub const FACETS: &str = "facets";
    pub const SCOPE: &str = "scope";

    pub fn new() -> Self {
        let text = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(IndexRecordOption::WithFreqs),
        );
        let column = || TextOptions::default().set_fast("raw");
        let mut schema = Schema::builder();
        Self {
            id: schema.add_text_field("id", STRING),
            scope: schema.add_text_field(Self::SCOPE, STRING.set_fast("raw")),
            names: schema.add_text_field("names", text.clone()),
            words: schema.add_text_field("words", text),
            number: schema.add_u64_field(Self::NUMBER, FAST),
            made_at: schema.add_i64_field(Self::MADE_AT, FAST),
            product: Self::PRODUCT.map(|half| schema.add_u64_field(half, FAST)),
            base_price: schema.add_i64_field(Self::BASE_PRICE, FAST),
            tax_rate: schema.add_u64_field(Self::TAX_RATE, FAST),
            category: schema.add_text_field(Self::CATEGORY, column()),
            brand: schema.add_text_field(Self::BRAND, column()),
            facets: schema.add_text_field(Self::FACETS, column()),
            shared: schema.add_bytes_field("card", STORED),
            localized: ["card_fr", "card_ar", "card_en"].map(|name| schema.add_bytes_field(name, STORED)),
            schema: schema.build(),
        }
    }

    /// The term that finds exactly one product.
    pub fn id_term(&self, id: ProductId) -> Term {
        Term::from_field_text(self.id, &id.to_string())
    }

    pub fn document(&self, document: &Document) -> anyhow::Result<TantivyDocument> {
        let pricing = document.pricing;
        let mut fields = TantivyDocument::new();
        fields.add_text(self.id, pricing.product.to_string());
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
        fields.add_i64(self.made_at, document.made_at.unix_timestamp());
        let (high, low) = pricing.product.uuid().as_u64_pair();
        for (field, half) in self.product.iter().zip([high, low]) {
            fields.add_u64(*field, half);
        }
        fields.add_i64(self.base_price, pricing.base.centimes());
        fields.add_u64(self.tax_rate, u64::from(pricing.tax_rate.hundredths()));
        fields.add_text(self.category, pricing.category.to_string());
        if let Some(brand) = pricing.brand {
            fields.add_text(self.brand, brand.to_string());
        }
        for facet in &document.facets {
            fields.add_text(self.facets, serde_json::to_string(facet)?);
        }
        fields.add_bytes(self.shared, &document.card.shared);
        for (field, members) in self.localized.iter().zip(&document.card.localized) {
            fields.add_bytes(*field, members);
        }
        Ok(fields)
    }
}
