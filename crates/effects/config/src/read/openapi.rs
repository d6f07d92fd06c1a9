//! What a `[sources.NAME]` table says of an API and its document.

use std::time::Duration;

use candor_text::format_duration;
use candor_text::quote;

use super::draft::{OpenApiDraft, SpannedTemplate};
use super::entry::refuse;
use super::fields::TableFields;
use super::{headers, operations, variables};
use crate::duration;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigNode};

/// The keys that an API has besides those of every source.
pub(super) const KEYS: [&str; 15] = [
    "document",
    "base_url",
    "server",
    "server_variables",
    "allow_private",
    "deprecated",
    "select",
    "refresh",
    "max_reply",
    "max_output_schema",
    "retries",
    "headers",
    "variables",
    "include",
    "exclude",
];

/// What people call the same thing elsewhere.
pub(super) const OTHER_NAMES: [(&str, &str); 9] = [
    ("spec", "document"),
    ("schema", "document"),
    ("openapi", "document"),
    ("swagger", "document"),
    ("file", "document"),
    ("path", "document"),
    ("baseUrl", "base_url"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// What stands for "never" where a duration is expected.
pub(super) const OFF: &str = "off";

/// Looking more often than this is no watching, but an attack.
const SHORTEST_REFRESH: Duration = Duration::from_secs(1);

/// The smallest and the largest part of a reply that can be kept. It goes through a model's
/// context or at least through memory.
pub(super) const REPLY: (usize, usize) = (1 << 10, 1 << 30);

/// The shortest and the longest schema of results.
const OUTPUT_SCHEMA: (usize, usize) = (1, 16 << 20);

/// The most further attempts.
const MOST_RETRIES: usize = 10;

/// Headers that belong to the connection or to the single request.
const OWN_HEADERS: [&str; 13] = [
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Reads everything that is the API's own; `span` is where the entry begins. Nothing, if there
/// is no document.
pub(super) fn read(fields: &mut TableFields<'_, '_>, span: &ByteSpan) -> Option<OpenApiDraft> {
    let document = document(fields, span);
    let base_url = fields.template("base_url");
    if base_url.is_some() {
        for key in ["server", "server_variables"] {
            fields.ignored(key, "`base_url` counts");
        }
    }
    let include = operations::read(fields, "include");
    let exclude = operations::read(fields, "exclude");
    operations::contradictions(fields, &include, &exclude);
    Some(OpenApiDraft {
        base_url,
        server: fields.template("server"),
        server_variables: server_variables(fields),
        allow_private: fields.read("allow_private", ConfigNode::as_bool),
        deprecated: fields.read("deprecated", ConfigNode::as_bool),
        select: fields.read("select", ConfigNode::as_bool),
        refresh: fields.read("refresh", refresh),
        max_reply: fields.bytes("max_reply", REPLY),
        max_output_schema: fields.bytes("max_output_schema", OUTPUT_SCHEMA),
        retries: fields.read("retries", retries),
        headers: own_headers(fields),
        variables: variables::read(fields),
        include,
        exclude,
        // Last, so that everything else was looked at before it is given up.
        document: document?,
    })
}

fn document(fields: &mut TableFields<'_, '_>, span: &ByteSpan) -> Option<SpannedTemplate> {
    if fields.get("document").is_none() {
        let message = format!(
            "{} is of kind `openapi`, but has no `document`",
            quote(&fields.path)
        );
        let hint = "give the path or the URL of the document that describes the API";
        refuse(fields, span, "config::no-document", message, hint);
    }
    fields.template("document")
}

fn server_variables(fields: &mut TableFields<'_, '_>) -> Vec<(String, SpannedTemplate)> {
    let variables = fields.pairs("server_variables");
    for (name, template) in &variables {
        if name.is_empty() || name.contains(|c: char| "{}".contains(c) || c.is_control()) {
            let says = format!("has {}, which is not a variable of a URL", quote(name));
            let problem = ValueProblem::new(says).with_hint("write the name without the braces");
            fields.bad("server_variables", &template.span, problem);
        }
    }
    variables
}

fn own_headers(fields: &mut TableFields<'_, '_>) -> Vec<(String, SpannedTemplate)> {
    let headers = headers::read(fields);
    for (name, template) in &headers {
        if OWN_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
            let says = format!("has {}, which Candor sets itself", quote(name));
            let problem = ValueProblem::new(says).with_hint("leave it out");
            fields.bad("headers", &template.span, problem);
        }
    }
    headers
}

/// How often; zero is never.
fn refresh(node: &ConfigNode) -> Result<Duration, ValueProblem> {
    let text = node.as_scalar_text()?;
    if text.trim() == OFF {
        return Ok(Duration::ZERO);
    }
    let every = duration::parse_or_nothing(&text).map_err(|mut problem| {
        problem.hint = problem.hint.map(|hint| format!("{hint}, or `{OFF}`"));
        problem
    })?;
    if every.is_zero() || every >= SHORTEST_REFRESH {
        return Ok(every);
    }
    let says = format!("is {}, which is too often", quote(&text));
    let shortest = format_duration(SHORTEST_REFRESH);
    Err(ValueProblem::new(says)
        .with_hint(format!("write at least `{shortest}`, or `{OFF}` for never")))
}

fn retries(node: &ConfigNode) -> Result<u32, ValueProblem> {
    let retries = node.as_number(0, MOST_RETRIES)?;
    u32::try_from(retries).map_err(|_| node.is_not("a small number"))
}
