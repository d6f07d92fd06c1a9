//! Servers behind a gateway.

use candor_testkit::script::{self, Script};
use candor_testkit::{Era, Handle};

/// A server with these tools, each of which sends back what it gets.
pub fn upstream(tools: &str) -> Handle {
    let script = Script::new().tools(tools).call("*", r#"{"echo": true}"#);
    script::serve_http(&script, Era::Modern)
}
