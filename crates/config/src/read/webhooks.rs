//! The `[[policy.webhook]]` tables.
//!
//! Neither the address nor the secret of a webhook is in any message: whoever knows the address
//! may post there.

mod address;

use std::time::Duration;

use candor_model::{Diagnostic, Secret, Severity};

use super::context::Context;
use super::draft::{Given, Template};
use super::fields::Fields;
use super::fill::fill;
use super::{policy, values};
use crate::duration;
use crate::interpolate::masked;
use crate::problem::Problem;
use crate::quote::quote;
use crate::settings::{WebhookFormat, WebhookSettings};
use crate::tree::{Entry, Node, Span};

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
struct Draft {
    url: Option<Template>,
    secret: Option<Template>,
    format: Given<WebhookFormat>,
    links: Given<bool>,
    /// Whether it is told of each of [`EVENTS`].
    events: Given<[bool; 2]>,
    allow_private: Given<bool>,
    timeout: Given<Duration>,
}

/// Reads every webhook. One that cannot be used is missing.
pub(super) fn read(context: &mut Context<'_>, table: &[Entry]) -> Vec<WebhookSettings> {
    policy::items(context, table, "webhook", MOST)
        .filter_map(|(path, item)| webhook(context, item, &path))
        .collect()
}

fn webhook(context: &mut Context<'_>, item: &Node, path: &str) -> Option<WebhookSettings> {
    let before = context.report.errors();
    let report = &mut context.report;
    let entries = item
        .as_table()
        .map_err(|_| report.bad_value(&item.span, path, Problem::new("must be a table")))
        .ok()?;
    report.only_keys(path, entries, &KEYS, &OTHER_NAMES);
    let mut fields = Fields {
        report,
        path: path.to_owned(),
        entries,
        note_dollars: false,
    };
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
    let mut shown = Shown { context, path };
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
            duration::show(*time)
        }),
        place,
    })
}

/// Reads the keys, and tells of what is missing or too much.
fn draft(fields: &mut Fields<'_, '_>, item: &Node) -> Draft {
    let (least, most) = TIMEOUTS;
    let draft = Draft {
        url: template(fields, "url"),
        secret: template(fields, "secret"),
        format: fields.read("format", |node| values::webhook_format(node.as_text()?)),
        links: fields.read("links", Node::as_bool),
        events: fields.read("events", events),
        allow_private: fields.read("allow_private", Node::as_bool),
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
            let problem = Problem::new(says).with_hint("remove it, or the format");
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
fn template(fields: &mut Fields<'_, '_>, key: &str) -> Option<Template> {
    let read = |node: &Node| match node.as_text() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(Problem::new("must be a text")),
    };
    let (text, span) = fields.read(key, read)?;
    Some(Template { text, span })
}

fn lacks(fields: &mut Fields<'_, '_>, item: &Node, what: &str, hint: &str) {
    let message = format!("{} has no {what}", quote(&fields.path));
    let diagnostic = Diagnostic::error("config::no-webhook", message).with_hint(hint);
    fields.report.push_at(&item.span, diagnostic);
}

fn events(node: &Node) -> Result<[bool; 2], Problem> {
    let known = EVENTS.map(|event| (event, event));
    let mut told = [false; 2];
    for item in node.as_list()? {
        let word = item.as_text().and_then(|text| values::word(text, &known));
        let word = word.map_err(|problem| Problem {
            says: format!("is a list in which an item {}", problem.says),
            hint: problem.hint,
        })?;
        for (event, told) in EVENTS.iter().zip(&mut told) {
            *told |= *event == word;
        }
    }
    if told == [false; 2] {
        let problem = Problem::new("is empty, so that nothing would be sent");
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
fn key(context: &mut Context<'_>, path: &str, template: &Template) -> Option<Secret<String>> {
    let path = format!("{path}.secret");
    let value = fill(context, Severity::Error, &path, template)?;
    let says = if value.trim().is_empty() {
        "is empty"
    } else if value.chars().any(char::is_control) {
        "has a value with a control character in it, such as a line break"
    } else {
        return Some(Secret::new(value));
    };
    let problem = Problem::new(says);
    context.report.bad_value(&template.span, &path, problem);
    None
}

/// What is shown of a webhook that can be used.
struct Shown<'s, 'c, 'a> {
    context: &'c mut Context<'a>,
    path: &'s str,
}

// === impl Shown ===

impl Shown<'_, '_, '_> {
    fn secret(&mut self, key: &str, template: Option<&Template>) {
        if let Some(Template { text, span }) = template {
            self.show(key, &masked(text), Some(span));
        }
    }

    fn given<T>(
        &mut self,
        key: &str,
        given: Given<T>,
        default: T,
        show: impl FnOnce(&T) -> String,
    ) -> T {
        let (value, span) = given.map_or((default, None), |(value, span)| (value, Some(span)));
        self.show(key, &show(&value), span.as_ref());
        value
    }

    fn show(&mut self, key: &str, value: &str, span: Option<&Span>) {
        let origin = self.context.origin_of(span);
        self.context
            .show(&format!("{}.{key}", self.path), value, origin);
    }
}
