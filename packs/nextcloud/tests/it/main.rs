//! The tools against a scripted server that follows the interfaces of Nextcloud and its apps.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails there and then"
)]

mod behaviour;
mod calls;
mod case;
mod cases;
mod contact_bytes;
mod definitions;
mod gate;
mod logins;
mod names;
mod occurrences;
mod page;
mod parameters;
mod peers;
mod refusals;
mod server;
mod store;
