//! The verifier on the services' own schemas: silent over a shop that agrees, and naming each thing that doesn't.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod broken;
mod healthy;
mod shop;
