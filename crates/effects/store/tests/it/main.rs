//! The store and the journal, from outside. The contract suite runs unchanged on both engines.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails there and then"
)]

mod approval_samples;
mod case;
mod contract;
mod full_disk;
mod kill;
mod on_postgres;
mod on_sqlite;
mod opening;
mod recovery;
mod samples;
mod spawned;
