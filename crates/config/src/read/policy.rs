//! The `[policy]` table.
//!
//! A mistake anywhere in it refuses the whole, and so does a key that nobody knows: what was not
//! understood may be what keeps a tool from harm.

use std::time::Duration;

use candor_model::{Diagnostic, Place, PreferenceEdits, ToolsetName};

use super::context::Context;
use super::declared::{Declared, Kind};
use super::settle::{flag, time};
use super::{preferences, rules, toolsets, webhooks};
use crate::problem::Problem;
use crate::quote::quote;
use crate::settings::PolicySettings;
use crate::tree::{Entry, Node, find};

/// The known keys, besides the preferences.
pub(super) const KEYS: [&str; 6] = [
    "approval_timeout",
    "standing_expiry",
    "self_approval",
    "toolsets",
    "rule",
    "webhook",
];

/// What people may call the same thing.
const OTHER_NAMES: [(&str, &str); 3] = [
    ("rules", "rule"),
    ("webhooks", "webhook"),
    ("toolset", "toolsets"),
];

/// How long a call may wait.
const WAIT: (Duration, Duration) = (Duration::from_secs(1), Duration::from_hours(7 * 24));

/// How long an approval of more than one call may stand.
const STANDING: (Duration, Duration) = (Duration::from_mins(1), Duration::from_hours(366 * 24));

/// Reads the table of a document; an absent one gives the defaults.
pub(super) fn settings(context: &mut Context<'_>, root: &[Entry]) -> PolicySettings {
    let before = context.report.errors();
    let declared = Declared::of(root);
    let found = find(root, "policy");
    let table = found.and_then(|found| entries(context, found));
    let table = table.unwrap_or_default();
    let preferences = preferences::Table {
        context: &mut *context,
        entries: table,
        path: "policy",
        shows_defaults: true,
    };
    let preferences = preferences.read();
    let settings = PolicySettings {
        preferences,
        approval_timeout: time(
            context,
            table,
            "policy.approval_timeout",
            Duration::from_mins(5),
            WAIT,
        ),
        standing_expiry: time(
            context,
            table,
            "policy.standing_expiry",
            Duration::from_hours(30 * 24),
            STANDING,
        ),
        self_approval: flag(context, table, "policy.self_approval", false),
        toolsets: of_toolsets(context, table, &declared),
        policy: rules::read(context, table, &declared),
        webhooks: webhooks::read(context, table),
        place: found.map(|found| context.report.place(&found.key_span)),
    };
    context.refused |= context.report.errors() > before;
    settings
}

fn entries<'e>(context: &mut Context<'_>, found: &'e Entry) -> Option<&'e [Entry]> {
    let report = &mut context.report;
    let entries = found
        .node
        .as_table()
        .map_err(|problem| report.bad_value(&found.key_span, "policy", problem))
        .ok()?;
    let known = [&preferences::KEYS[..], &KEYS].concat();
    report.only_keys("policy", entries, &known, &OTHER_NAMES);
    Some(entries)
}

/// The tables of an array of tables, at most `most`, each with its path. What stands there instead
/// is not repeated: it may be the address of a webhook.
pub(super) fn items<'e>(
    context: &mut Context<'_>,
    table: &'e [Entry],
    key: &str,
    most: usize,
) -> impl Iterator<Item = (String, &'e Node)> + use<'e> {
    let path = format!("policy.{key}");
    let found = find(table, key);
    let items = found.map_or(Ok(&[][..]), |found| found.node.as_list());
    let problem = match &items {
        Err(_) => {
            let hint = format!("begin each with a line `[[{path}]]`");
            Some(Problem::new("must be a list of tables").with_hint(hint))
        }
        Ok(items) if items.len() > most => {
            let count = items.len();
            let says = format!("has {count} entries, but at most {most} are allowed");
            Some(Problem::new(says))
        }
        Ok(_) => None,
    };
    if let (Some(found), Some(problem)) = (found, problem) {
        context.report.bad_value(&found.key_span, &path, problem);
    }
    let items = items.unwrap_or_default();
    let numbered = items.iter().take(most).enumerate();
    numbered.map(move |(index, item)| (format!("{path}[{index}]"), item))
}

/// The preferences of single toolsets.
fn of_toolsets(
    context: &mut Context<'_>,
    table: &[Entry],
    declared: &Declared<'_>,
) -> Vec<(ToolsetName, PreferenceEdits, Place)> {
    let Some(found) = find(table, "toolsets") else {
        return Vec::new();
    };
    match found.node.as_table() {
        Ok(entries) => entries
            .iter()
            .filter_map(|entry| of_toolset(context, entry, declared))
            .collect(),
        Err(problem) => {
            let hint = "begin each with a line `[policy.toolsets.NAME]`";
            let problem = problem.with_hint(hint);
            let span = &found.key_span;
            context.report.bad_value(span, "policy.toolsets", problem);
            Vec::new()
        }
    }
}

fn of_toolset(
    context: &mut Context<'_>,
    found: &Entry,
    declared: &Declared<'_>,
) -> Option<(ToolsetName, PreferenceEdits, Place)> {
    let path = format!("policy.toolsets.{}", found.key);
    let span = &found.key_span;
    let name = toolsets::name(&mut context.report, found);
    let entries = found.node.as_table().map_err(|problem| {
        context.report.bad_value(span, &path, problem);
    });
    let (name, entries) = (name?, entries.ok()?);
    let before = context.report.errors();
    let known = &preferences::KEYS;
    context.report.only_keys(&path, entries, known, &[]);
    declared.expect(context, Kind::Toolset, name.as_str(), &path, span);
    let stated = preferences::Table {
        context: &mut *context,
        entries,
        path: &path,
        shows_defaults: false,
    };
    let stated = stated.read();
    if stated.is_empty() && context.report.errors() == before {
        let message = format!("{} states no preference", quote(&path));
        let warning = Diagnostic::warning("config::says-nothing", message)
            .with_hint("state one, such as `unset = \"ask\"`, or remove the table");
        context.report.push_at(span, warning);
    }
    Some((name, stated, context.report.place(span)))
}
