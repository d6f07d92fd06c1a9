//! Annotations: what every tool says about itself, who says so, and what happens when that
//! changes.

mod channels;
mod concurrency;
mod contradiction;
mod drift;
mod endpoints;
mod overrides;
mod passthrough;
mod profiles;
mod replicas;
mod sealed_secrets;
mod tolerance;
mod upstream;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, PATIENCE, ServerEra, config, until};

/// Serves tools, given as a JSON array, under the source `s`; `more` is added to the configuration.
fn serve(tools: &str, more: &str) -> (CandorProcess, ScriptFile) {
    let file = ServerScript::new().tools(tools).call("*", "{}").file();
    let text = config::script("s", &file, ServerEra::Legacy, "") + more;
    (CandorProcess::unasked(&text, &[]), file)
}
