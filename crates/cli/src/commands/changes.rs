//! `candor changes`: who changed what, when and why.

use candor_config::Flags;
use candor_model::ChangeRecord;
use candor_store::{ChangeFilter, Store};
use serde_json::{Value, json};

use crate::args::Changes;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text::one_line;
use crate::when;
use crate::workspace::Workspace;

/// The most characters of an old or new value on a terminal; `--json` has them whole.
const VALUE_MAX: usize = 300;

/// Lists the changes, newest first.
pub(super) async fn run(args: &Changes, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.start_nothing();
    let filter = ChangeFilter {
        subject: args.subject.clone(),
        who: None,
        action: None,
        after: None,
        limit: args.limit as usize,
    };
    oneshot::with_gateway(&workspace, output, async |gateway| {
        show(gateway.store(), filter, output).await?;
        Ok(Exit::Fine)
    })
    .await
}

/// Prints the changes that pass the filter, as many as it allows.
pub(super) async fn show(
    store: &Store,
    filter: ChangeFilter,
    output: &Output,
) -> Result<(), Failure> {
    let (changes, more) = read(store, filter).await?;
    if output.is_json() {
        let changes: Vec<Value> = changes.iter().map(json_one).collect();
        output.json(&json!({"changes": changes, "more": more}))?;
        return Ok(());
    }
    if changes.is_empty() {
        output.say("nothing was changed");
    }
    for change in &changes {
        output.line(&text(change, output))?;
    }
    if more {
        output.say("there are older ones; `--limit N` shows more");
    }
    Ok(())
}

/// All pages up to the limit, and whether there are more.
async fn read(
    store: &Store,
    mut filter: ChangeFilter,
) -> Result<(Vec<ChangeRecord>, bool), Failure> {
    let wanted = filter.limit;
    let mut changes: Vec<ChangeRecord> = Vec::new();
    loop {
        filter.limit = wanted - changes.len();
        let page = store.changes(&filter).await?;
        changes.extend(page.changes);
        match page.next {
            Some(next) if changes.len() < wanted => filter.after = Some(next),
            next => return Ok((changes, next.is_some())),
        }
    }
}

fn text(change: &ChangeRecord, output: &Output) -> String {
    let author = &change.author;
    let mut text = format!(
        "{}  {} ({})  {}  {}",
        when::text(change.at_micros),
        one_line(&author.name),
        author.door.as_str(),
        change.action,
        output.paint(Paint::Bold, &one_line(&change.subject)),
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
        "at": when::text(change.at_micros),
        "who": change.author.name,
        "door": change.author.door.as_str(),
        "why": change.author.why,
        "action": change.action,
        "subject": change.subject,
        "old": value(&change.old),
        "new": value(&change.new),
    })
}
