//! Where Node and the npm packages are that `./scripts/test` installs.

use std::env;
use std::path::{Path, PathBuf};

/// The folder that holds `node_modules`: `CANDOR_PEERS`, or `.cache/candor/peers` at home; nothing if
/// neither is known.
pub(crate) fn folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let home = || set("HOME").map(|home| Path::new(&home).join(".cache/candor/peers"));
    set("CANDOR_PEERS").map(PathBuf::from).or_else(home)
}
