//! Reads the settings of functions in a `[sources.NAME]` table.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::setting_type::{flag, number, size_within, time_within};
use super::table::TableReader;
use super::{openapi, variables};
use crate::problem::ValueProblem;
use crate::settings::FunctionsSettings;
use crate::tree::ByteSpan;

/// The keys that functions have besides those of every source.
pub(super) const KEYS: [&str; 9] = [
    "path",
    "variables",
    "allow_private",
    "memory",
    "cpu_time",
    "workers",
    "max_reply",
    "max_fetch",
    "watch",
];

/// Keys used elsewhere for the same setting.
pub(super) const OTHER_NAMES: [(&str, &str); 9] = [
    ("file", "path"),
    ("folder", "path"),
    ("entry", "path"),
    ("module", "path"),
    ("env", "variables"),
    ("cpu", "cpu_time"),
    ("refresh", "watch"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// The least that the engine can start with, and the most that one program may take from all
/// others on the machine.
const MEMORY: RangeInclusive<usize> = 8 << 20..=2 << 30;

/// The shortest and the longest processor time of one call.
const CPU_TIME: RangeInclusive<Duration> = Duration::from_millis(10)..=Duration::from_mins(10);

/// The most workers: each is a process.
const MOST_WORKERS: usize = 256;

/// Reports mistakes in what is the functions' own; `span` is where the entry begins.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) {
    let hint = "give the path of a `.ts`, `.mts`, `.js` or `.mjs` file, or of a folder";
    reader.check_needed("functions", "path", span, "config::no-path", hint);
    variables::read(reader);
    settings(reader, FunctionsSettings::new(PathBuf::new()));
}

/// Reads the settings that need no interpolation; `usual` has the defaults.
pub(super) fn settings(
    reader: &mut TableReader<'_, '_, '_>,
    usual: FunctionsSettings,
) -> FunctionsSettings {
    let reply = || size_within(openapi::REPLY);
    FunctionsSettings {
        allow_private: reader.setting("allow_private", &flag(), usual.allow_private),
        memory: reader.setting("memory", &size_within(MEMORY), usual.memory),
        cpu_time: reader.setting("cpu_time", &time_within(CPU_TIME), usual.cpu_time),
        workers: reader.setting("workers", &number(1..=MOST_WORKERS), usual.workers),
        max_reply: reader.setting("max_reply", &reply(), usual.max_reply),
        max_fetch: reader.setting("max_fetch", &reply(), usual.max_fetch),
        watch: reader.setting("watch", &flag(), usual.watch),
        ..usual
    }
}

/// Refuses headers. Without them, something would be called without the credential that they may
/// hold.
pub(super) fn no_headers(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) {
    let problem = ValueProblem::new("cannot be given to functions, which send their own headers")
        .with_hint("put credentials into `variables`; functions see them as `ctx.env`");
    reader.bad("headers", span, problem);
}
