//! Real gateways, scripted servers and databases for the tests.
//!
//! Two MCP servers live here, both written on plain JSON text and on no other crate of the
//! workspace, so that a bug of the product cannot hide behind the same bug in its test:
//!
//! * [`fixture`]: a well-behaved server that exposes what the official conformance suite asks for,
//!   at every protocol revision.
//! * [`script`]: a server driven by a JSON file, for exact bytes and for misbehaviour.
//!
//! Both run as the binary `candor-fixture` (see [`fixture_bin`]) or inside the test process, on a
//! free loopback port, behind a [`Handle`]. [`http_api`] is a scripted HTTP API that is no MCP
//! server, for tests of tools that are made from OpenAPI documents. [`postgres`] runs a database
//! server for a test, and [`peers`] finds Node and the npm packages that the tests talk to.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod era;
pub mod fixture;
pub mod http_api;
pub mod peers;
pub mod postgres;
mod rpc;
pub mod script;
mod server;

use std::path::PathBuf;

pub use era::{Era, Revision, UnknownEra};
pub use postgres::Postgres;
pub use server::handle::Handle;
pub use server::seen::Seen;

/// The path of the built `candor-fixture`, beside the test that asks.
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
