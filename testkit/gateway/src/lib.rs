//! Shared test support for gateways: a small one with scripted sources, and calls waiting for
//! approval. Tests override individual fields of the [`spec`].

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod call;
mod database;
mod questions;
mod source;
mod spec;
mod timeout;
mod upstream;
mod waiting_call;

pub use call::TestCall;
pub use database::TestDatabase;
pub use questions::{copy_approvals, pending_approvals};
pub use source::{http_source, source_setup};
pub use spec::{gateway_spec, permissive_settings, start_gateway, test_keyring};
pub use timeout::with_timeout;
pub use upstream::echo_upstream;
pub use waiting_call::WaitingCall;
