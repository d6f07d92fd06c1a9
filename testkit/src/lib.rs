//! Test support: scripted servers and databases, the built gateway as a process, and clients of it.
//!
//! Nothing here depends on the product's code, so that a bug in the product cannot be masked by the
//! same bug in its test. Two MCP servers are written on plain JSON text:
//!
//! * [`fixture`]: a well-behaved server that exposes what the official conformance suite asks for,
//!   at every protocol revision.
//! * [`script`]: a server driven by a JSON file, for exact bytes and for misbehaviour.
//!
//! Both run as the binary `candor-fixture` (see [`fixture_bin`]) or inside the test process, on a
//! free loopback port, behind a [`Handle`]. [`http_api`] is a scripted HTTP API that is no MCP
//! server, for tests of tools that are made from OpenAPI documents; [`registry`] is a scripted MCP
//! registry. [`postgres`] runs a database server for a test, and [`peers`] finds Node and the npm
//! packages that the tests talk to.
//!
//! The other way round, [`CandorProcess`] is the built binary, [`RawClient`] sends it text and gives
//! back the text that came, so that a test can compare bytes, and [`ApiClient`] reads its API and
//! decides about calls that wait.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on stops"
)]

pub mod api;
#[cfg(feature = "browser")]
pub mod browser;
pub mod canaries;
pub mod candor;
mod check;
pub mod client;
pub mod config;
mod conformance;
mod era;
pub mod fixture;
mod held_port;
pub mod http_api;
pub mod patience;
pub mod peers;
pub mod postgres;
pub mod registry;
pub mod replicas;
mod rpc;
pub mod script;
mod sdk_servers;
mod server;
pub mod text;

use std::path::PathBuf;

pub use api::{ApiClient, HttpAnswer};
pub use candor::CandorProcess;
pub use check::{assert_contains, assert_contains_for};
pub use client::{RawClient, RawReply};
pub use conformance::{CheckStatus, SuiteCheck, SuiteReport};
pub use era::{ProtocolRevision, ServerEra, UnknownEra};
pub use held_port::HeldPort;
pub use patience::{PATIENCE, QuickestRound, until, wait_until};
pub use postgres::PostgresServer;
pub use registry::ScriptedRegistry;
pub use replicas::Replicas;
pub use sdk_servers::{SdkServer, ServerSdk};
pub use server::handle::ServerHandle;
pub use server::seen::SeenMessage;

/// The path of the built `candor-fixture`, beside the test binary.
///
/// # Panics
///
/// When the binary is not there. Cargo builds it for a run of the whole workspace, not for a run
/// of one other package; the message says how to build it.
pub fn fixture_bin() -> PathBuf {
    let exe = std::env::current_exe().expect("the running test has a path");
    let mut folder = exe.parent().expect("an executable lies in a folder");
    // Tests lie in `target/<profile>/deps`, binaries one level up.
    if folder.ends_with("deps") || folder.ends_with("examples") {
        folder = folder
            .parent()
            .expect("`deps` lies in the profile's folder");
    }
    let path = folder.join(format!("candor-fixture{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.is_file(),
        "`{}` is not built: run `cargo build -p candor-testkit --bin candor-fixture` first",
        path.display()
    );
    path
}
