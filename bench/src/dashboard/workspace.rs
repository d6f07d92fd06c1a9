//! A gateway that has everything, and much of it.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use http::{Method, Uri};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::args::DashboardArgs;
use crate::fixture::{self, ECHO};
use crate::gateway::{SOURCE, ServedGateway, trusted_source, until};
use crate::single_connection::SingleConnection;
use crate::toolsets;
use crate::toolsets::plan::ToolsetPlan;

/// The source whose tools are called without approval.
const CALM: &str = "calm";

/// Arguments in the address of the simulator.
const MESSAGE: &str = "%7B%22message%22%3A%22hello%22%7D";

/// How many clients call at the same time.
const CLIENTS: u32 = 8;

/// How long it may take until all calls are on file.
const LIMIT: Duration = Duration::from_mins(1);

/// The gateway, and one of what it has of each kind. Dropping it ends it.
#[derive(Debug)]
pub(super) struct FullWorkspace {
    gateway: ServedGateway,
    plan: ToolsetPlan,
    /// A call that waits.
    approval: String,
}

// === impl FullWorkspace ===

impl FullWorkspace {
    /// Starts everything, and makes the calls that were made and those that wait.
    pub(super) async fn open(binary: &Path, args: &DashboardArgs) -> Result<Self> {
        let plan = ToolsetPlan::new(args.tools, args.toolsets)?;
        let gateway = toolsets::start(binary, plan, configuration).await?;
        let all = |tools: &[Value]| tools.len() >= plan.tools + plan.size;
        gateway.until_listed("/mcp", all).await?;
        call(gateway.url(), args.calls).await?;
        let mut caller = SingleConnection::asking(gateway.url()).await?;
        for at in 0..args.pending {
            caller.ask_person(&fixture::message(at.into())).await?;
        }
        on_file(&mut caller, args.calls).await?;
        let (_, page) = caller.read("/approvals?limit=1").await?;
        let approval = page["items"][0]["id"].as_str().context("nothing waits")?;
        Ok(Self {
            approval: approval.to_owned(),
            gateway,
            plan,
        })
    }

    pub(super) fn url(&self) -> &Uri {
        self.gateway.url()
    }

    /// A client of its owner.
    pub(super) async fn visitor(&self) -> Result<SingleConnection> {
        self.gateway.connect("/").await
    }

    /// An address that signs a browser in as its owner.
    pub(super) async fn sign_in_url(&self) -> Result<String> {
        let mut owner = self.visitor().await?;
        let (_, made) = owner
            .send(Method::POST, "/sign-in-links", &json!({}))
            .await?;
        let url = made["url"].as_str().unwrap_or_default();
        let (_, code) = url.split_once("/sign-in/").context("no sign-in link")?;
        let host = self.url().authority().context("no host")?;
        // By the address that the pages are asked for under.
        Ok(format!("http://{host}/sign-in/{code}"))
    }

    /// The pages, by what they are and where.
    pub(super) fn pages(&self) -> Vec<(&'static str, String)> {
        let plan = self.plan;
        let tool = format!("/tools/{SOURCE}.{}", fixture::tool_name(plan.tools / 2));
        let toolset = format!("/toolsets/{}", plan.name(plan.toolsets / 2));
        let at = str::to_owned;
        vec![
            ("overview", at("/")),
            ("tools", at("/tools")),
            ("tools, searched", at("/tools?q=inventory%20lookup")),
            ("suggestions", at("/tools/suggestions")),
            ("one tool", tool.clone()),
            ("trying it", format!("{tool}/try")),
            ("approvals", at("/approvals")),
            ("one approval", format!("/approvals/{}", self.approval)),
            ("decided", at("/approvals/decided")),
            ("toolsets", at("/toolsets")),
            ("a new toolset", at("/toolsets/new")),
            ("one toolset", toolset.clone()),
            ("changing it", format!("{toolset}/edit")),
            ("connecting to it", format!("{toolset}/connect")),
            ("sources", at("/sources")),
            ("a new source", at("/sources/new")),
            ("one source", format!("/sources/{SOURCE}")),
            ("environments", at("/environments")),
            ("policy", at("/policy")),
            (
                "what would happen",
                format!("/policy/simulate?asked=1&tool={SOURCE}.{ECHO}&arguments={MESSAGE}"),
            ),
            ("calls", at("/audit")),
            ("changes", at("/audit/changes")),
            ("access", at("/access")),
        ]
    }

    pub(super) async fn close(self) {
        self.gateway.stop().await;
    }
}

/// A quarter of the tools writes, in one way or the other, so that there is something of each
/// nature to be seen.
fn configuration(calm: &Uri) -> String {
    let mut text = trusted_source(CALM, calm);
    let writing = [(ECHO, true), ("*3", true), ("*7", false), ("*70", true)];
    let tables = writing.map(|(tools, destructive)| {
        format!(
            "[annotations.\"{SOURCE}.{tools}\"]\nread_only = false\ndestructive = {destructive}\n"
        )
    });
    text.extend(tables);
    text.push_str("[policy]\napproval_timeout = \"1h\"\n");
    text
}

/// Makes so many calls, each another one.
async fn call(gateway: &Uri, calls: u32) -> Result<()> {
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let mut connection = SingleConnection::open(gateway, "/mcp").await?;
        clients.spawn(async move {
            let mine = (client..calls).step_by(CLIENTS as usize);
            for at in mine {
                let arguments = json!({"message": fixture::message(at.into())});
                let tool = format!("{CALM}_{ECHO}");
                connection.call(&tool, arguments).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(ended) = clients.join_next().await {
        ended??;
    }
    Ok(())
}

/// Waits until so many calls can be read.
async fn on_file(caller: &mut SingleConnection, calls: u32) -> Result<()> {
    until(LIMIT, Duration::from_millis(100), async || {
        let found = count(caller).await?;
        let all = (found >= calls as usize).then_some(());
        let problem = || format!("{found} of {calls} calls are on file; the rest never comes");
        Ok(all.with_context(problem))
    })
    .await
}

/// How many calls of the calm source are on file.
async fn count(caller: &mut SingleConnection) -> Result<usize> {
    let (mut found, mut after) = (0, String::new());
    loop {
        let path = format!("/audit/calls?source={CALM}&limit=500{after}");
        let (_, page) = caller.read(&path).await?;
        found += page["items"].as_array().context("no page")?.len();
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return Ok(found),
        }
    }
}
