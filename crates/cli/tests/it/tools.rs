//! `candor tools`.

use serde_json::Value;

use crate::sandbox::{CANDOR, Sandbox, check};

/// One source that works, which is the demo behind a second Candor, and one that does not.
fn good_and_broken(sandbox: &Sandbox) {
    let config = format!(
        "[sources.good]\ncommand = {CANDOR:?}\nargs = [\"stdio\", \"--data\", \"inner\", \"--config\", \"inner.toml\", \"--log-level\", \"off\", \"--transparent\", \"none\"]\n\n\
         [sources.broken]\ncommand = \"no-such-program-here\"\n"
    );
    sandbox.file("candor.toml", &config);
}
