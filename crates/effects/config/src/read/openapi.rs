//! Reads the settings of an API in a `[sources.NAME]` table.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use candor_text::{format_duration, quote};

use super::setting_type::{Maybe, flag, plain, size_within};
use super::table::TableReader;
use super::{headers, operations, variables};
use crate::duration;
use crate::problem::ValueProblem;
use crate::settings::{DocumentLocation, OpenApiSettings};
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

/// Keys used elsewhere for the same setting.
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

/// The value for "never" in place of a duration.
const OFF: &str = "off";

/// Looking more often than this is no watching, but an attack.
const SHORTEST_REFRESH: Duration = Duration::from_secs(1);

/// The allowed limits for a response's size. Responses go through a model's context, or at least
/// through memory.
pub(super) const REPLY: RangeInclusive<usize> = 1 << 10..=1 << 30;

/// The shortest and the longest schema of results.
const OUTPUT_SCHEMA: RangeInclusive<usize> = 1..=16 << 20;

/// The most further attempts.
const MOST_RETRIES: usize = 10;

/// Headers that belong to the connection or to individual requests.
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

/// Reports mistakes in what is the API's own; `span` is where the entry begins.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) {
    let hint = "give the path or the URL of the document that describes the API";
    reader.check_needed("openapi", "document", span, "config::no-document", hint);
    if reader.template("base_url").is_some() {
        for key in ["server", "server_variables"] {
            reader.ignored(key, "`base_url` counts");
        }
    }
    reader.template("server");
    check_server_variables(reader);
    check_headers(reader);
    variables::read(reader);
    operations::check(reader);
    let nowhere = DocumentLocation::File(PathBuf::new());
    settings(reader, OpenApiSettings::new(nowhere));
}

/// Reads the settings that need no interpolation; `usual` has the defaults.
pub(super) fn settings(
    reader: &mut TableReader<'_, '_, '_>,
    usual: OpenApiSettings,
) -> OpenApiSettings {
    let schema = size_within(OUTPUT_SCHEMA);
    OpenApiSettings {
        allow_private: reader.setting("allow_private", &flag(), usual.allow_private),
        deprecated: reader.setting("deprecated", &flag(), usual.deprecated),
        select: reader.setting("select", &flag(), usual.select),
        refresh: reader.setting("refresh", &Maybe(plain(refresh, show_every)), usual.refresh),
        max_reply: reader.setting("max_reply", &size_within(REPLY), usual.max_reply),
        max_output_schema: reader.setting("max_output_schema", &schema, usual.max_output_schema),
        retries: reader.setting("retries", &plain(retries, u32::to_string), usual.retries),
        ..usual
    }
}

fn check_server_variables(reader: &mut TableReader<'_, '_, '_>) {
    for (name, template) in reader.pairs("server_variables") {
        if name.is_empty() || name.contains(|c: char| "{}".contains(c) || c.is_control()) {
            let says = format!("has {}, which is not a variable of a URL", quote(&name));
            let problem = ValueProblem::new(says).with_hint("write the name without the braces");
            reader.bad("server_variables", &template.span, problem);
        }
    }
}

fn check_headers(reader: &mut TableReader<'_, '_, '_>) {
    for (name, template) in headers::read(reader) {
        if OWN_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
            let says = format!("has {}, which Candor sets itself", quote(&name));
            let problem = ValueProblem::new(says).with_hint("leave it out");
            reader.bad("headers", &template.span, problem);
        }
    }
}

/// Parses the refresh interval; zero means never.
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
    let retries = node.as_number(&(0..=MOST_RETRIES))?;
    u32::try_from(retries).map_err(|_| node.is_not("a small number"))
}

fn show_every(every: &Duration) -> String {
    if every.is_zero() {
        OFF.to_owned()
    } else {
        format_duration(*every)
    }
}
