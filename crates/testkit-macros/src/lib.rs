//! The attribute of `souk_testkit` for tests on a database: only a crate like this can have one.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Error, ItemFn, Path, ReturnType, parse};

/// Gives a test, `async fn name(pool: PgPool)`, a database of its own, which goes with it. With `#[souk_testkit::test(SCHEMA)]` it is
/// as the migrations of that `&[&Migrator]` make it, and a copy of one that is made once per server; without a schema it is empty.
/// A package has one schema, or the originals of several would drop each other.
#[proc_macro_attribute]
pub fn test(schema: TokenStream, function: TokenStream) -> TokenStream {
    expand(schema, function).unwrap_or_else(|error| error.into_compile_error().into())
}

fn expand(schema: TokenStream, function: TokenStream) -> syn::Result<TokenStream> {
    let schema = if schema.is_empty() {
        quote!(&[])
    } else {
        let wanted = "expected the name of a `&[&Migrator]`, or nothing for an empty database";
        let path: Path = parse(schema).map_err(|error| Error::new(error.span(), wanted))?;
        quote!(#path)
    };
    let ItemFn { attrs, sig, block, .. } = parse(function)?;
    let is_plain = sig.generics.params.is_empty() && matches!(sig.output, ReturnType::Default);
    if sig.asyncness.is_none() || sig.inputs.len() != 1 || !is_plain {
        return Err(Error::new_spanned(sig, "expected `async fn name(pool: PgPool)`"));
    }
    let (name, inputs) = (&sig.ident, &sig.inputs);
    let test = quote! {
        #(#attrs)*
        #[::core::prelude::v1::test]
        fn #name() {
            async fn #name(#inputs) #block
            ::souk_testkit::on_database(::core::env!("CARGO_PKG_NAME"), #schema, #name);
        }
    };
    Ok(test.into())
}
