//! The tools and the import, on a real database.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails there and then"
)]

mod calls;
mod case;
mod definitions;
mod generate;
mod imports;
