//! `candor policy explain`: what would happen to a call, and why.

mod standing;

use candor_config::Flags;
use candor_gateway::desk::Explained;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{Grant, Identity, Preferences, ToolPattern, ToolsetName, Unset};
use candor_policy::{Decision, Question, Ruling};
use serde_json::{Value, json};

use crate::args::PolicyExplain;
use crate::commands::call;
use crate::exit::Exit;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::seen::Seen;
use crate::text::one_line;
use crate::workspace::Workspace;
use crate::{oneshot, status};

/// A call that nobody makes, and what would come of it.
struct Supposed {
    explained: Explained,
    endpoint: Endpoint,
    decision: Decision,
    /// The standing approval that would answer.
    grant: Option<Grant>,
}

/// Tells what would happen.
pub(super) async fn run(
    args: &PolicyExplain,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    let limit = workspace.settings.limits.request_body;
    let arguments = call::read_arguments(args.arguments.as_deref().unwrap_or("{}"), limit)?;
    let arguments: Value = arguments.decode().map_err(anyhow::Error::new)?;
    let source = args.tool.source().clone();
    let unset = workspace.source(&source).and_then(|source| source.unset);
    let about = ToolPattern::exactly(&args.tool);
    if workspace.starts(&source) && !Seen::read(&workspace.settings).await?.fits(&about) {
        workspace.start_only(&source);
    } else {
        workspace.let_sleep(&source);
    }
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let supposed = suppose(args, unset, &arguments, &gateway).await?;
        if output.is_json() {
            output.json(&supposed.json())?;
        } else {
            supposed.print(output)?;
        }
        Ok(Exit::Fine)
    })
    .await
}

async fn suppose(
    args: &PolicyExplain,
    unset: Option<Unset>,
    arguments: &Value,
    gateway: &Gateway,
) -> Result<Supposed, Failure> {
    let desk = gateway.desk();
    let endpoint = Endpoint {
        toolset: args.toolset.clone().or_else(|| desk.equipped()),
        environment: args.environment.clone(),
    };
    let offer = gateway.catalogue().view(&endpoint)?;
    let explained = desk.explain(&args.tool, &endpoint);
    let explained = explained.map_err(|error| status::unknown(error, gateway))?;
    let tool = &explained.tool;
    if tool.quarantine.is_none() && offer.tool(tool.exposed.as_str()).is_none() {
        let named = args.toolset.is_some();
        return Err(call::outside(tool, named, endpoint.toolset.as_ref()));
    }
    let preferences = preferred(gateway, endpoint.toolset.as_ref(), unset).await?;
    let caller = Identity::local();
    let decision = gateway.house().policy.decide(&Question {
        tool: &tool.name,
        toolset: endpoint.toolset.as_ref(),
        environment: endpoint.environment.as_ref(),
        roles: args.as_role.unwrap_or(caller.roles),
        principal: &caller.name,
        relied: &explained.effective.relied,
        trust: explained.trust,
        confirm: explained.effective.confirm.as_ref(),
        arguments,
        preferences: &preferences,
    });
    let grant = match decision.ruling {
        Ruling::Ask { .. } => {
            let policy = gateway.house().policy.version(&preferences);
            let grants = gateway.approvals().grants().await?;
            standing::find(grants, &explained, &endpoint, arguments, policy)
        }
        Ruling::Allow | Ruling::Deny => None,
    };
    Ok(Supposed {
        explained,
        endpoint,
        decision,
        grant,
    })
}

/// What holds for the tools of a source: the house is heard first, then the source, then the
/// toolset.
async fn preferred(
    gateway: &Gateway,
    toolset: Option<&ToolsetName>,
    unset: Option<Unset>,
) -> Result<Preferences, Failure> {
    let desk = gateway.desk();
    let mut found = desk.preference(None).await?.effective;
    found.unset = unset.unwrap_or(found.unset);
    if toolset.is_some() {
        let own = desk.preference(toolset).await?;
        found = found.with(&own.stated.under(&own.declared));
    }
    Ok(found)
}

// === impl Supposed ===

impl Supposed {
    /// What would happen, in a word and a sentence.
    fn outcome(&self) -> (&'static str, Paint, &'static str) {
        if self.explained.drift.is_some() {
            return (
                "deny",
                Paint::Bad,
                "the call is refused: the tool is in quarantine",
            );
        }
        match (self.decision.ruling, &self.grant) {
            (Ruling::Allow, _) => ("allow", Paint::Good, "the call is made"),
            (Ruling::Deny, _) => ("deny", Paint::Bad, "the call is refused"),
            (Ruling::Ask { .. }, Some(_)) => (
                "allow",
                Paint::Good,
                "the call is made on a standing approval",
            ),
            (Ruling::Ask { first: false }, None) => (
                "ask",
                Paint::Careful,
                "somebody is asked before the call is made",
            ),
            (Ruling::Ask { first: true }, None) => (
                "ask once",
                Paint::Careful,
                "somebody is asked before the first call of this caller",
            ),
        }
    }

    fn print(&self, output: &Output) -> Result<(), Failure> {
        let (word, paint, sentence) = self.outcome();
        output.line(&format!("{}: {sentence}", output.paint(paint, word)))?;
        let decision = &self.decision;
        let mut rows = vec![
            ("tool", self.explained.tool.name.to_string()),
            ("endpoint", self.endpoint.to_string()),
            ("because", decision.because.clone()),
        ];
        rows.extend(decision.message.clone().map(|message| ("message", message)));
        if matches!(decision.ruling, Ruling::Ask { .. }) && decision.out_of_band {
            let sentence = "must come from outside the client that calls";
            rows.push(("answer", sentence.to_owned()));
        }
        if let Some(grant) = &self.grant {
            let sentence = format!("{} by {}", grant.id, grant.author.name);
            rows.push(("standing", sentence));
        }
        if self.explained.drift.is_some() {
            let name = &self.explained.tool.name;
            rows.push(("way out", format!("`candor drift show {name}`")));
        }
        for (key, value) in rows {
            output.line(&format!("  {key:<9} {}", one_line(&value)))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let (word, _, sentence) = self.outcome();
        json!({
            "tool": self.explained.tool.name.to_string(),
            "endpoint": self.endpoint.to_string(),
            "outcome": word,
            "sentence": sentence,
            "ruling": self.decision.ruling.as_str(),
            "because": self.decision.because,
            "message": self.decision.message,
            "out_of_band": self.decision.out_of_band,
            "rule": self.decision.rule,
            "standing": self.grant.as_ref().map(|grant| grant.id.to_string()),
            "quarantined": self.explained.drift.is_some(),
        })
    }
}
