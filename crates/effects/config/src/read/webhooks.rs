//! The `[[policy.webhook]]` tables.
//!
//! Neither the URL nor the secret of a webhook appears in any message: anyone with the URL may post
//! there.

mod address;

use std::ops::RangeInclusive;
use std::time::Duration;

use candor_model::{Secret, Severity};

use super::context::ReadContext;
use super::draft::SpannedTemplate;
use super::fill::fill;
use super::setting_type::{flag, plain, time_within, word};
use super::table::TableReader;
use super::{policy, values};
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::settings::{WebhookFormat, WebhookSettings};
use crate::tree::{ConfigEntry, ConfigNode};

/// The known keys.
pub(super) const KEYS: [&str; 7] = [
    "url",
    "secret",
    "format",
    "links",
    "events",
    "allow_private",
    "timeout",
];

/// Keys used elsewhere for the same setting.
const OTHER_NAMES: [(&str, &str); 2] = [("event", "events"), ("type", "format")];

/// The most webhooks.
const MOST: usize = 20;

/// The default, minimum and maximum timeout.
const TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUTS: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_mins(1);

/// The events that webhooks can receive.
const EVENTS: [&str; 2] = ["pending", "decided"];

/// Reads every webhook. Invalid ones are left out.
pub(super) fn read(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> Vec<WebhookSettings> {
    policy::items(context, table, "webhook", MOST)
        .filter_map(|(path, item)| webhook(context, item, &path))
        .collect()
}

fn webhook(
    context: &mut ReadContext<'_>,
    item: &ConfigNode,
    path: &str,
) -> Option<WebhookSettings> {
    let (before, shown) = (context.report.errors(), context.origins.len());
    let report = &mut context.report;
    let entries = item
        .as_table()
        .map_err(|_| report.bad_value(&item.span, path, ValueProblem::new("must be a table")))
        .ok()?;
    report.only_keys(path, entries, &KEYS, &OTHER_NAMES);
    let place = report.place(&item.span);
    let mut reader = TableReader::new(context, path, entries);
    let url = template(&mut reader, "url");
    let secret = template(&mut reader, "secret");
    check_needs(&mut reader, item);
    let private = reader.get("allow_private");
    let private = private.is_some_and(|entry| entry.node.as_bool() == Ok(true));
    let url = url.and_then(|template| address::read(reader.context, path, &template, private));
    let secret = secret.and_then(|template| key(reader.context, path, &template));
    let told = plain(events, |told| format!("{:?}", names(*told)));
    let [pending, decided] = reader.setting("events", &told, [true; 2]);
    let format = reader.setting("format", &word(), WebhookFormat::Candor);
    let links = reader.setting("links", &flag(), true);
    let allow_private = reader.setting("allow_private", &flag(), false);
    let timeout = reader.setting("timeout", &time_within(TIMEOUTS), TIMEOUT);
    if context.report.errors() > before {
        context.origins.truncate(shown);
        return None;
    }
    Some(WebhookSettings {
        url: url?,
        secret,
        format,
        links,
        pending,
        decided,
        allow_private,
        timeout,
        place,
    })
}

/// Reports missing and superfluous keys.
fn check_needs(reader: &mut TableReader<'_, '_, '_>, item: &ConfigNode) {
    if reader.get("url").is_none() {
        let (says, hint) = ("has no `url` to send to", "write `url = \"https://…\"`");
        reader.refuse(&item.span, "config::no-webhook", says, hint);
    }
    let format = reader.get("format");
    let format = format.map(|entry| entry.node.as_text().ok().and_then(WebhookFormat::parse));
    match (format, reader.get("secret")) {
        (Some(Some(WebhookFormat::Slack)), Some(entry)) => {
            let says = "is of no use: messages of the format `slack` are not signed";
            let problem = ValueProblem::new(says).with_hint("remove it, or the format");
            reader.bad("secret", &entry.node.span, problem);
        }
        (None | Some(Some(WebhookFormat::Candor)), None) => {
            let hint = "write `secret = \"${WEBHOOK_SECRET}\"`, or `format = \"slack\"`, which is \
                        not signed";
            let says = "has no `secret` to sign messages with";
            reader.refuse(&item.span, "config::no-webhook", says, hint);
        }
        _ => {}
    }
}

/// A text whose value is never quoted.
fn template(reader: &mut TableReader<'_, '_, '_>, key: &str) -> Option<SpannedTemplate> {
    let must_be = |_| ValueProblem::new("must be a text");
    let (text, span) = reader.read(key, |node| node.as_text().map_err(must_be))?;
    reader.show(key, &masked(text), Some(&span));
    let text = text.to_owned();
    Some(SpannedTemplate { text, span })
}

fn events(node: &ConfigNode) -> Result<[bool; 2], ValueProblem> {
    let known = EVENTS.map(|event| (event, event));
    let mut told = [false; 2];
    for item in node.as_list()? {
        let word = item.as_text().and_then(|text| values::word(text, &known));
        let word = word.map_err(ValueProblem::of_item)?;
        for (event, told) in EVENTS.iter().zip(&mut told) {
            *told |= *event == word;
        }
    }
    if told == [false; 2] {
        let problem = ValueProblem::new("is empty, so that nothing would be sent");
        return Err(problem.with_hint("name an event, or remove the webhook"));
    }
    Ok(told)
}

fn names(told: [bool; 2]) -> Vec<&'static str> {
    let events = EVENTS.into_iter().zip(told);
    events
        .filter_map(|(event, told)| told.then_some(event))
        .collect()
}

/// The signing key.
fn key(
    context: &mut ReadContext<'_>,
    path: &str,
    template: &SpannedTemplate,
) -> Option<Secret<String>> {
    let path = format!("{path}.secret");
    let value = fill(context, Severity::Error, &path, template)?;
    let says = if value.trim().is_empty() {
        "is empty"
    } else if value.chars().any(char::is_control) {
        "has a value with a control character in it, such as a line break"
    } else {
        return Some(Secret::new(value));
    };
    let problem = ValueProblem::new(says);
    context.report.bad_value(&template.span, &path, problem);
    None
}
