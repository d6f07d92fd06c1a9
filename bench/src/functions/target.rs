//! Who answers the calls.

use anyhow::Result;
use http::Uri;

use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::load::request_plan::RequestPlan;

/// The revision that the SDK of the server in Node speaks, and so all clients here.
pub(super) const ERA: BenchEra = BenchEra::Legacy;

/// Who answers the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FunctionTarget {
    /// Candor runs the functions.
    Script,
    /// Node runs them, and knows no sessions.
    Stateless,
    /// Node runs them, and has a session for every client.
    Sessions,
    /// Candor asks the Node that knows no sessions.
    Behind,
    /// Candor runs a tool in Rust, which is another one.
    Pack,
}

/// The names of the sources in the gateway.
pub(super) const SCRIPT: &str = "script";
pub(super) const NODE: &str = "node";
pub(super) const PACK: &str = "gs1";

// === impl FunctionTarget ===

impl FunctionTarget {
    /// Everybody, with what is called there.
    pub(super) fn with_operations() -> impl Iterator<Item = (LoadOperation, Self)> {
        let functions = [LoadOperation::Area, LoadOperation::Bill];
        let servers = [Self::Script, Self::Stateless, Self::Sessions, Self::Behind];
        let calls = functions.into_iter();
        let calls = calls.flat_map(move |operation| servers.map(|server| (operation, server)));
        calls.chain([(LoadOperation::Gtin, Self::Pack)])
    }

    /// What its clients call the tool.
    pub(super) fn tool(self, operation: LoadOperation) -> String {
        let tool = operation.tool().unwrap_or_default();
        match self {
            Self::Script => format!("{SCRIPT}_{tool}"),
            Self::Behind => format!("{NODE}_{tool}"),
            Self::Pack => format!("{PACK}_{tool}"),
            Self::Stateless | Self::Sessions => tool.to_owned(),
        }
    }

    /// What its clients ask for at this address.
    pub(super) fn requests(self, url: &Uri, operation: LoadOperation) -> Result<RequestPlan> {
        let plan = RequestPlan::new(url, ERA, operation, 0)?;
        Ok(plan.named(Some(&self.tool(operation))))
    }

    /// What it is called in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Script => "Candor, TypeScript",
            Self::Stateless => "Node, stateless",
            Self::Sessions => "Node, sessions",
            Self::Behind => "Node behind Candor",
            Self::Pack => "Candor, Rust",
        }
    }
}
