//! `candor approvals approve` and `candor approvals deny`.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalAnswer, GrantScope};

use super::client::{ApprovalsClient, DecisionFailure, with_client};
use super::{json, lookup, wording};
use crate::args::ApproveArgs;
use crate::prelude::*;

/// The longest pattern that is read, in bytes; one that is shorter may still be too long.
const LARGEST: u64 = 1 << 20;

/// Approves a call.
pub(super) async fn approve(args: &ApproveArgs, workspace: &CommandWorkspace) -> CommandResult {
    let why = reason(args.reason.as_deref(), workspace)?;
    let pattern = match args.pattern.as_deref() {
        Some(file::DASH) => Some(file::read_text(file::DASH, LARGEST)?),
        given => given.map(str::to_owned),
    };
    let output = &workspace.output;
    with_client(workspace, async |client| {
        let asked = lookup::approval(&args.id, &client).await?;
        let scope = scope(args.scope.as_deref(), pattern.as_deref(), &asked)?;
        let answer = ApprovalAnswer::Approve(scope);
        decide(&client, &asked, answer, why, output).await
    })
    .await
}

/// Denies a call.
pub(super) async fn deny(
    prefix: &str,
    reason: Option<&str>,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let why = self::reason(reason, workspace)?;
    let output = &workspace.output;
    with_client(workspace, async |client| {
        let asked = lookup::approval(prefix, &client).await?;
        decide(&client, &asked, ApprovalAnswer::Deny, why, output).await
    })
    .await
}

/// The reason that was given, unless it is empty.
fn reason(given: Option<&str>, workspace: &CommandWorkspace) -> CommandResult<Option<String>> {
    Ok(workspace.actor.author_because(given, "--reason")?.why)
}

/// The scope of the approval. A pattern implies the scope `pattern`.
fn scope(word: Option<&str>, pattern: Option<&str>, asked: &Approval) -> CommandResult<GrantScope> {
    let word = word.unwrap_or(if pattern.is_some() { "pattern" } else { "once" });
    if let Some(scope) = GrantScope::parse(word, pattern) {
        return Ok(scope);
    }
    if pattern.is_some() {
        let sentence = format!("a pattern is given, but the scope is `{word}`");
        return Err(CommandFailure::new(sentence).hint("leave out one of them"));
    }
    let failure = CommandFailure::new("the scope is `pattern`, but there is no pattern");
    let card = ApprovalCard::from_json(&asked.card).ok();
    let suggested = card.map(|card| card.pattern).unwrap_or_default();
    Err(failure.hint(if suggested.is_empty() {
        "pass one with `--pattern TEXT`, one line per argument".to_owned()
    } else {
        let lines: Vec<String> = suggested.lines().map(one_line).collect();
        format!(
            "pass one with `--pattern TEXT`; to start with: {}",
            lines.join(" ⏎ ")
        )
    }))
}

async fn decide(
    client: &ApprovalsClient,
    asked: &Approval,
    answer: ApprovalAnswer,
    why: Option<String>,
    output: &CommandOutput,
) -> CommandResult {
    match client.decide(asked.id, answer, why).await {
        Ok(decided) => {
            output.json_or_line(|| json::approval(&decided), done(&decided, output))?;
            Ok(CommandExit::Success)
        }
        Err(DecisionFailure::Already { approval, sentence }) => {
            if output.is_json() {
                output.json(&json::approval(&approval))?;
            }
            let failure = CommandFailure::new(one_line(&sentence));
            let hint = format!("`candor approvals show {}` shows the details", asked.id);
            failure.hint(hint).print(output);
            Ok(CommandExit::Findings)
        }
        Err(DecisionFailure::Invalid(sentence)) => {
            let failure = CommandFailure::new(sentence);
            let hint = format!("`candor approvals show {}` shows the call", asked.id);
            Err(failure.hint(hint))
        }
        Err(DecisionFailure::Other(failure)) => Err(failure),
    }
}

fn done(decided: &Approval, output: &CommandOutput) -> String {
    let tool = one_line(&decided.binding.tool.to_string());
    let id = decided.id;
    let answer = decided.verdict.as_ref().map(|verdict| &verdict.answer);
    if let Some(ApprovalAnswer::Approve(scope)) = answer {
        let word = output.paint(TextStyle::Success, "approved");
        let much = wording::scope_words(scope);
        return format!("{word}: {tool}, {much} ({id})");
    }
    let word = output.paint(TextStyle::Error, "denied");
    format!("{word}: {tool} ({id})")
}
