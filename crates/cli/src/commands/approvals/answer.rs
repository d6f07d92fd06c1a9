//! `candor approvals approve` and `candor approvals deny`.

use candor_card::Card;
use candor_gateway::{DecideError, Gateway};
use candor_model::{Answer, Approval, Author, GrantScope};

use super::{json, which, words};
use crate::args::Approve;
use crate::author::author_by;
use crate::exit::Exit;
use crate::file;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text::one_line;
use crate::workspace::Workspace;

/// The longest pattern that is read, in bytes; one that is shorter may still be too long.
const LARGEST: u64 = 1 << 20;

/// Says yes.
pub(super) async fn approve(
    args: &Approve,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author_by(args.reason.as_deref(), "--reason")?;
    let pattern = match args.pattern.as_deref() {
        Some(file::DASH) => Some(file::read_text(file::DASH, LARGEST)?),
        given => given.map(str::to_owned),
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let asked = which::approval(&args.id, &gateway).await?;
        let scope = scope(args.scope.as_deref(), pattern.as_deref(), &asked)?;
        decide(&gateway, &asked, Answer::Approve(scope), author, output).await
    })
    .await
}

/// Says no.
pub(super) async fn deny(
    prefix: &str,
    reason: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author_by(reason, "--reason")?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let asked = which::approval(prefix, &gateway).await?;
        decide(&gateway, &asked, Answer::Deny, author, output).await
    })
    .await
}

/// For how much the yes counts. A pattern speaks for itself.
fn scope(
    word: Option<&str>,
    pattern: Option<&str>,
    asked: &Approval,
) -> Result<GrantScope, Failure> {
    let word = word.unwrap_or(if pattern.is_some() { "pattern" } else { "once" });
    if let Some(scope) = GrantScope::parse(word, pattern) {
        return Ok(scope);
    }
    if pattern.is_some() {
        let sentence = format!("a pattern is given, but the scope is `{word}`");
        return Err(Failure::new(sentence).hint("leave one of them out"));
    }
    let failure = Failure::new("the scope is `pattern`, but there is no pattern");
    let card = Card::from_json(&asked.card).ok();
    let suggested = card.map(|card| card.pattern).unwrap_or_default();
    Err(failure.hint(if suggested.is_empty() {
        "write one with `--pattern TEXT`, a line for each argument".to_owned()
    } else {
        let lines: Vec<String> = suggested.lines().map(one_line).collect();
        format!(
            "write one with `--pattern TEXT`; one to begin with: {}",
            lines.join(" ⏎ ")
        )
    }))
}

async fn decide(
    gateway: &Gateway,
    asked: &Approval,
    answer: Answer,
    author: Author,
    output: &Output,
) -> Result<Exit, Failure> {
    match gateway.approvals().decide(asked.id, answer, author).await {
        Ok(decided) => {
            if output.is_json() {
                output.json(&json::approval(&decided))?;
            } else {
                output.line(&done(&decided, output))?;
            }
            Ok(Exit::Fine)
        }
        Err(DecideError::Already(before)) => {
            if output.is_json() {
                output.json(&json::approval(&before))?;
            }
            let already = DecideError::Already(before);
            let failure = Failure::new(one_line(&already.to_string()));
            let hint = format!("`candor approvals show {}` tells more", asked.id);
            failure.hint(hint).tell(output);
            Ok(Exit::Findings)
        }
        Err(error @ DecideError::Invalid(_)) => {
            let failure = Failure::from(anyhow::Error::new(error));
            let hint = format!("`candor approvals show {}` shows the call", asked.id);
            Err(failure.hint(hint))
        }
        Err(error) => Err(anyhow::Error::new(error).into()),
    }
}

fn done(decided: &Approval, output: &Output) -> String {
    let tool = one_line(&decided.binding.tool.to_string());
    let id = decided.id;
    let answer = decided.verdict.as_ref().map(|verdict| &verdict.answer);
    if let Some(Answer::Approve(scope)) = answer {
        let word = output.paint(Paint::Good, "approved");
        let much = words::for_how_much(scope);
        return format!("{word}: {tool}, {much} ({id})");
    }
    let word = output.paint(Paint::Bad, "denied");
    format!("{word}: {tool} ({id})")
}
