//! Untrusted entries: read, filled in, checked and found.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    reason = "a test ends where it expects in vain, and takes values as they are written"
)]

mod builders;
mod forms;
mod hostile;
mod launch;
mod reading;
mod search;
mod warnings;
