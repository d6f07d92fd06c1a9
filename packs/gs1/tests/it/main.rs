//! The tools and the import, on a real database.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails there and then"
)]

mod calls;
mod case;
mod definitions;
mod generate;
mod imports;
