//! `candor changes`: who changed what, when and why.

use candor_gateway::records::{ChangeFilter, RecordReader};
use candor_model::ChangeRecord;

use crate::args::ChangesArgs;
use crate::prelude::*;

/// The most characters of an old or new value on a terminal; `--json` has them whole.
const VALUE_MAX: usize = 300;

/// Lists the changes, newest first.
pub(super) async fn run(args: &ChangesArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_store(context)?;
    list(args.subject.clone(), None, args.limit, &workspace).await
}

/// Lists the changes of this subject whose action begins so.
pub(super) async fn list(
    subject: Option<String>,
    action: Option<&str>,
    limit: u32,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let filter = ChangeFilter {
        subject,
        who: None,
        action: action.map(str::to_owned),
        after: None,
        limit: limit as usize,
    };
    with_gateway(workspace, async |gateway| {
        show(gateway.records(), filter, &workspace.output).await
    })
    .await
}

/// Prints the changes that pass the filter, as many as it allows.
async fn show(
    records: &RecordReader,
    filter: ChangeFilter,
    output: &CommandOutput,
) -> CommandResult<()> {
    let (changes, more) = read(records, filter).await?;
    if output.is_json() {
        let changes: Vec<Value> = changes.iter().map(json_one).collect();
        return output.json(&json!({"changes": changes, "more": more}));
    }
    if changes.is_empty() {
        output.say("no changes yet");
    }
    for change in &changes {
        output.line(&text(change, output))?;
    }
    if more {
        output.say("older entries are not shown; `--limit N` shows more");
    }
    Ok(())
}

/// All pages up to the limit, and whether there are more.
async fn read(
    records: &RecordReader,
    mut filter: ChangeFilter,
) -> CommandResult<(Vec<ChangeRecord>, bool)> {
    let wanted = filter.limit;
    let mut changes: Vec<ChangeRecord> = Vec::new();
    loop {
        filter.limit = wanted - changes.len();
        let page = records.changes(&filter).await?;
        changes.extend(page.changes);
        match page.next {
            Some(next) if changes.len() < wanted => filter.after = Some(next),
            next => return Ok((changes, next.is_some())),
        }
    }
}

fn text(change: &ChangeRecord, output: &CommandOutput) -> String {
    let author = &change.author;
    let mut text = format!(
        "{}  {} ({})  {}  {}",
        timestamp::text(change.at_micros),
        one_line(&author.name),
        author.channel.as_str(),
        change.action,
        output.paint(TextStyle::Bold, &one_line(&change.subject)),
    );
    if change.old.is_some() || change.new.is_some() {
        let (old, new) = (value(change.old.as_deref()), value(change.new.as_deref()));
        text = format!("{text}\n  {old} → {new}");
    }
    if let Some(why) = &author.why {
        text = format!("{text}\n  why: {}", one_line(why));
    }
    text
}

fn value(json: Option<&str>) -> String {
    let Some(json) = json else {
        return "nothing".to_owned();
    };
    let mut text = one_line(json);
    if let Some((at, _)) = text.char_indices().nth(VALUE_MAX) {
        text.truncate(at);
        text.push('…');
    }
    text
}

fn json_one(change: &ChangeRecord) -> Value {
    let value = |json: &Option<String>| {
        let json = json.as_deref()?;
        serde_json::from_str::<Value>(json).ok()
    };
    json!({
        "id": change.id.to_string(),
        "at": timestamp::text(change.at_micros),
        "who": change.author.name,
        "door": change.author.channel.as_str(),
        "why": change.author.why,
        "action": change.action,
        "subject": change.subject,
        "old": value(&change.old),
        "new": value(&change.new),
    })
}
