//! `candor status`: the gateway of this folder, its sources, and what needs attention.

use serde::Deserialize;

use crate::api_client::ApiPage;
use crate::prelude::*;
use crate::running_gateway::{RunningGateway, RunningSource};

/// The most pending approvals that are counted.
const COUNTED: &str = "500";

/// A pending approval, of which only the number matters.
#[derive(Deserialize)]
struct PendingApproval {}

/// The status of a running gateway.
struct GatewayReport {
    url: String,
    sources: Vec<RunningSource>,
    /// The number of pending calls, and whether there are more.
    pending: (usize, bool),
}

/// Shows how things are, without starting anything.
pub(super) async fn run(context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_beside_gateway(context)?;
    workspace.log_quietly()?;
    workspace.print_diagnostics();
    let running = RunningGateway::find(&workspace.settings.server.data)?;
    let report = match &running {
        Some(running) => Some(GatewayReport::read(running).await?),
        None => None,
    };
    let output = &workspace.output;
    output.json_or(
        || json(report.as_ref(), &workspace),
        || print(report.as_ref(), &workspace),
    )?;
    let stale = report.as_ref().and_then(|_| workspace.stale_gateway());
    if let Some(stale) = &stale {
        output.say(&format!("warning: {}", one_line(&stale.reason)));
        output.say(&format!("hint: {}", stale.hint));
    }
    // To start takes a while, and is no failure.
    let is_well = |source: &RunningSource| source.is_ready() || source.is_starting();
    let is_well =
        stale.is_none() && report.is_some_and(|report| report.sources.iter().all(is_well));
    Ok(CommandExit::with_findings(!is_well))
}

fn print(report: Option<&GatewayReport>, workspace: &CommandWorkspace) -> CommandResult<()> {
    let output = &workspace.output;
    let data = &workspace.settings.server.data;
    let gateway = report.map_or_else(
        || "not running".to_owned(),
        |report| format!("running at {}", report.url),
    );
    output.fields(&[
        ("gateway", gateway),
        (
            "endpoint",
            report.map_or_else(String::new, |report| format!("{}/mcp", report.url)),
        ),
        ("config", one_line(&configuration(workspace))),
        ("data", one_line(&data.display().to_string())),
        (
            "approvals",
            report.map_or_else(String::new, GatewayReport::waiting),
        ),
    ])?;
    let Some(report) = report else {
        output.say("hint: `candor serve` starts it");
        return Ok(());
    };
    let rows = report.sources.iter().map(|source| {
        let style = match source {
            source if source.is_ready() => TextStyle::Success,
            source if source.is_starting() => TextStyle::Warning,
            _ => TextStyle::Error,
        };
        [
            one_line(&source.name).into(),
            TableCell::painted(one_line(&source.state), style),
            source.tokens.to_string().into(),
            one_line(&source.details()).into(),
        ]
    });
    output.line("")?;
    output.table(TextTable::new(
        &["SOURCE", "STATE", "TOKENS", "DETAILS"],
        rows,
    ))?;
    let starting = report.sources.iter().filter(|source| source.is_starting());
    match starting.count() {
        0 => {}
        count => {
            let (sources, total) = (counted(count, "source"), report.sources.len());
            output.say(&format!("{sources} of {total} still starting"));
        }
    }
    if report.pending.0 > 0 {
        output.say("hint: `candor approvals watch` shows the calls that wait");
    }
    output.say("hint: `candor open` opens the dashboard");
    Ok(())
}

/// The file that was read.
fn configuration(workspace: &CommandWorkspace) -> String {
    let file = workspace.file.as_ref();
    let file = file.map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()));
    file.map_or_else(
        || "none: the demo is served".to_owned(),
        |file| file.display().to_string(),
    )
}

fn json(report: Option<&GatewayReport>, workspace: &CommandWorkspace) -> Value {
    let sources = report.map(|report| {
        let sources = report.sources.iter().map(|source| {
            json!({
                "name": source.name,
                "state": source.state,
                "tools": source.tools,
                "remembered": source.remembered,
                "tokens": source.tokens,
                "details": source.details(),
            })
        });
        sources.collect::<Value>()
    });
    json!({
        "running": report.is_some(),
        "url": report.map(|report| &report.url),
        "config": workspace.file.as_ref().map(|file| file.display().to_string()),
        "data": workspace.settings.server.data.display().to_string(),
        "pending_approvals": report.map(|report| report.pending.0),
        "stale": report.and_then(|_| workspace.stale_gateway()).map(|stale| stale.reason),
        "sources": sources,
    })
}

// === impl GatewayReport ===

impl GatewayReport {
    async fn read(running: &RunningGateway) -> CommandResult<Self> {
        let query = [("state", "pending"), ("limit", COUNTED)];
        let pending: ApiPage<PendingApproval> = running.api.get(&["approvals"], &query).await?;
        Ok(Self {
            url: running.url.to_string(),
            sources: running.sources().await?,
            pending: (pending.items.len(), pending.next.is_some()),
        })
    }

    fn waiting(&self) -> String {
        match self.pending {
            (0, _) => "none pending".to_owned(),
            (count, true) => format!("more than {count} pending"),
            (count, false) => format!("{count} pending"),
        }
    }
}
