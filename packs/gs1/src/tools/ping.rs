//! `ping`: whether the tools answer.

use candor_functions::{Context, Failure, Json, NoInput, Tool};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct PingReply {
    /// Always `ok`.
    status: &'static str,
    /// The version of the tools.
    version: &'static str,
}

pub(super) fn tool() -> Tool {
    let description = "Check that the GS1 tools answer. Returns `ok` and their version.";
    super::annotated(Tool::new("ping", description, run), "Ping", true)
}

async fn run(_: Context, _: NoInput) -> Result<Json<PingReply>, Failure> {
    Ok(Json(PingReply {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    }))
}
