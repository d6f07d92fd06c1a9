//! Servers behind a gateway.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, ServerHandle};

/// A server with these tools, each of which sends back what it gets.
pub fn echo_upstream(tools: &str) -> ServerHandle {
    script::serve_http(&ServerScript::echoing(tools), ServerEra::Modern)
}
