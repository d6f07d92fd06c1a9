//! The `[[policy.webhook]]` tables.
//!
//! Neither the address nor the secret of a webhook is in any message: anyone with the address
//! may post there.

mod address;

use std::time::Duration;

use candor_model::{Diagnostic, Secret, Severity};
use candor_text::format_duration;
use candor_text::quote;

use super::context::ReadContext;
use super::draft::{SpannedOption, SpannedTemplate};
use super::fields::TableFields;
use super::fill::fill;
use super::{policy, values};
use crate::duration;
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::settings::{WebhookFormat, WebhookSettings};
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode};

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

/// What people may call the same thing.
const OTHER_NAMES: [(&str, &str); 2] = [("event", "events"), ("type", "format")];

/// The most webhooks.
const MOST: usize = 20;

/// How long an answer may take, by default, at least and at most.
const TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUTS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_mins(1));

/// What a webhook is told of.
const EVENTS: [&str; 2] = ["pending", "decided"];

/// A table that was understood, but not filled in.
struct WebhookDraft {
    url: Option<SpannedTemplate>,
    secret: Option<SpannedTemplate>,
    format: SpannedOption<WebhookFormat>,
    links: SpannedOption<bool>,
    /// Whether it is told of each of [`EVENTS`].
    events: SpannedOption<[bool; 2]>,
    allow_private: SpannedOption<bool>,
    timeout: SpannedOption<Duration>,
}

/// Reads every webhook. One that cannot be used is missing.
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
    let before = context.report.errors();
    let report = &mut context.report;
    let entries = item
        .as_table()
        .map_err(|_| report.bad_value(&item.span, path, ValueProblem::new("must be a table")))
        .ok()?;
    report.only_keys(path, entries, &KEYS, &OTHER_NAMES);
    let mut fields = TableFields::new(report, path, entries);
    let draft = draft(&mut fields, item);
    let private = draft.allow_private.as_ref().is_some_and(|(yes, _)| *yes);
    let url = draft.url.as_ref();
    let url = url.and_then(|template| address::read(context, path, template, private));
    let secret = draft.secret.as_ref();
    let secret = secret.and_then(|template| key(context, path, template));
    if context.report.errors() > before {
        return None;
    }
    let place = context.report.place(&item.span);
    let mut shown = ShownWebhook { context, path };
    shown.secret("url", draft.url.as_ref());
    shown.secret("secret", draft.secret.as_ref());
    let [pending, decided] = shown.given("events", draft.events, [true; 2], |events| {
        format!("{:?}", names(*events))
    });
    let flag = |yes: &bool| yes.to_string();
    Some(WebhookSettings {
        url: url?,
        secret,
        format: shown.given("format", draft.format, WebhookFormat::Candor, |format| {
            format.as_str().to_owned()
        }),
        links: shown.given("links", draft.links, true, flag),
        pending,
        decided,
        allow_private: shown.given("allow_private", draft.allow_private, false, flag),
        timeout: shown.given("timeout", draft.timeout, TIMEOUT, |time| {
            format_duration(*time)
        }),
        place,
    })
}

/// Reads the keys, and tells of what is missing or too much.
fn draft(fields: &mut TableFields<'_, '_>, item: &ConfigNode) -> WebhookDraft {
    let (least, most) = TIMEOUTS;
    let draft = WebhookDraft {
        url: template(fields, "url"),
        secret: template(fields, "secret"),
        format: fields.word("format"),
        links: fields.read("links", ConfigNode::as_bool),
        events: fields.read("events", events),
        allow_private: fields.read("allow_private", ConfigNode::as_bool),
        timeout: fields.read("timeout", |node| {
            duration::parse_within(&node.as_scalar_text()?, least, most)
        }),
    };
    if fields.get("url").is_none() {
        let hint = "write `url = \"https://…\"`";
        lacks(fields, item, "`url` to send to", hint);
    }
    let given = fields.get("secret");
    let unread = draft.format.is_none() && fields.get("format").is_some();
    match (draft.format.as_ref().map(|(format, _)| *format), given) {
        _ if unread => {}
        (Some(WebhookFormat::Slack), Some(entry)) => {
            let says = "is of no use: messages of the format `slack` are not signed";
            let problem = ValueProblem::new(says).with_hint("remove it, or the format");
            fields.bad("secret", &entry.node.span, problem);
        }
        (None | Some(WebhookFormat::Candor), None) => {
            let hint = "write `secret = \"${WEBHOOK_SECRET}\"`, or `format = \"slack\"`, which is \
                        not signed";
            lacks(fields, item, "`secret` to sign messages with", hint);
        }
        _ => {}
    }
    draft
}

/// A text whose value must not be repeated, whatever it is.
fn template(fields: &mut TableFields<'_, '_>, key: &str) -> Option<SpannedTemplate> {
    let read = |node: &ConfigNode| match node.as_text() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(ValueProblem::new("must be a text")),
    };
    let (text, span) = fields.read(key, read)?;
    Some(SpannedTemplate { text, span })
}

fn lacks(fields: &mut TableFields<'_, '_>, item: &ConfigNode, what: &str, hint: &str) {
    let message = format!("{} has no {what}", quote(&fields.path));
    let diagnostic = Diagnostic::error("config::no-webhook", message).with_hint(hint);
    fields.report.push_at(&item.span, diagnostic);
}

fn events(node: &ConfigNode) -> Result<[bool; 2], ValueProblem> {
    let known = EVENTS.map(|event| (event, event));
    let mut told = [false; 2];
    for item in node.as_list()? {
        let word = item.as_text().and_then(|text| values::word(text, &known));
        let word = word.map_err(|problem| ValueProblem {
            says: format!("is a list in which an item {}", problem.says),
            hint: problem.hint,
        })?;
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

/// What messages are signed with.
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

/// What is shown of a webhook that can be used.
struct ShownWebhook<'s, 'c, 'a> {
    context: &'c mut ReadContext<'a>,
    path: &'s str,
}

// === impl ShownWebhook ===

impl ShownWebhook<'_, '_, '_> {
    fn secret(&mut self, key: &str, template: Option<&SpannedTemplate>) {
        if let Some(SpannedTemplate { text, span }) = template {
            self.show(key, &masked(text), Some(span));
        }
    }

    fn given<T>(
        &mut self,
        key: &str,
        given: SpannedOption<T>,
        default: T,
        show: impl FnOnce(&T) -> String,
    ) -> T {
        let (value, span) = given.map_or((default, None), |(value, span)| (value, Some(span)));
        self.show(key, &show(&value), span.as_ref());
        value
    }

    fn show(&mut self, key: &str, value: &str, span: Option<&ByteSpan>) {
        let origin = self.context.origin_of(span);
        self.context
            .show(&format!("{}.{key}", self.path), value, origin);
    }
}
