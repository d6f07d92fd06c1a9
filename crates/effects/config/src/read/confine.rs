//! Reads the key `confine`: the permissions of a source's program.

use candor_confine::{ConfineLevel, ConnectTarget};

use super::draft::SpannedTemplate;
use super::table::TableReader;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigNode, ConfigValue};

const KEY: &str = "confine";
const KEYS: [&str; 6] = ["level", "read", "write", "connect", "run", "environment"];
/// The values for unlimited access.
const ANYWHERE: &str = "anywhere";
const ANYTHING: &str = "anything";
const LEVELS: &str = "use `off`, `watch`, `standard`, `strict`, or a table";

/// The values as written, before interpolation.
#[derive(Clone, Debug)]
pub(super) struct ConfineDraft {
    pub(super) level: ConfineLevel,
    pub(super) span: ByteSpan,
    pub(super) read: Vec<SpannedTemplate>,
    pub(super) write: Vec<SpannedTemplate>,
    /// `None` if unset or unlimited.
    pub(super) connect: Option<Vec<SpannedTemplate>>,
    pub(super) run: Option<Vec<SpannedTemplate>>,
    pub(super) environment: Vec<SpannedTemplate>,
    /// Whether connections and executables are explicitly unlimited.
    pub(super) anywhere: bool,
    pub(super) anything: bool,
}

/// Reports problems with the key, and parts without effect.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>) {
    if let Some(entry) = reader.get(KEY)
        && let ConfigValue::Table(entries) = &entry.node.value
    {
        let path = format!("{}.{KEY}", reader.path);
        remark(&mut TableReader::new(reader.context, path, entries));
    }
    read(reader);
}

/// Reads the key and reports problems.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>) -> Option<ConfineDraft> {
    let node = &reader.get(KEY)?.node;
    match &node.value {
        ConfigValue::Text(word) => {
            let level = level(word).map_err(|problem| reader.bad(KEY, &node.span, problem));
            Some(ConfineDraft::new(level.ok()?, &node.span))
        }
        ConfigValue::Table(entries) => {
            let path = format!("{}.{KEY}", reader.path);
            let mut table = TableReader::new(reader.context, path, entries);
            read_table(&mut table, &node.span)
        }
        _ => {
            reader.bad(
                KEY,
                &node.span,
                node.is_not("a level or a table").with_hint(LEVELS),
            );
            None
        }
    }
}

fn level(word: &str) -> Result<ConfineLevel, ValueProblem> {
    word.parse().map_err(|_| {
        ValueProblem::new(format!(
            "is {}, which is no level",
            candor_text::quote(word)
        ))
        .with_hint(LEVELS)
    })
}

/// Warns of keys that are unknown or do nothing.
fn remark(reader: &mut TableReader<'_, '_, '_>) {
    let path = reader.path.clone();
    let others = [
        ("env", "environment"),
        ("inherit_env", "environment"),
        ("network", "connect"),
        ("exec", "run"),
        ("execute", "run"),
    ];
    reader
        .context
        .report
        .unknown_keys(&path, reader.entries, &KEYS, &others);
    let level = reader
        .get("level")
        .and_then(|entry| entry.node.as_text().ok()?.parse().ok());
    let level = level.unwrap_or(ConfineLevel::Standard);
    if !level.is_enforced() {
        for key in KEYS.into_iter().filter(|key| *key != "level") {
            reader.ignored(key, &format!("nothing is refused at the level `{level}`"));
        }
    }
}

fn read_table(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) -> Option<ConfineDraft> {
    let stated = reader.read("level", |node| level(node.as_text()?));
    let wrong = stated.is_none() && reader.get("level").is_some();
    let level = stated.map_or(ConfineLevel::Standard, |(level, _)| level);
    let (connect, anywhere) = limited(reader, "connect", ANYWHERE);
    for template in connect.iter().flatten() {
        check_target(reader, template);
    }
    let (run, anything) = limited(reader, "run", ANYTHING);
    let draft = ConfineDraft {
        read: reader.templates("read"),
        write: reader.templates("write"),
        connect,
        run,
        environment: reader.templates("environment"),
        anywhere,
        anything,
        ..ConfineDraft::new(level, span)
    };
    (!wrong).then_some(draft)
}

/// A list, or the value for unlimited access.
fn limited(
    reader: &mut TableReader<'_, '_, '_>,
    key: &str,
    unlimited: &str,
) -> (Option<Vec<SpannedTemplate>>, bool) {
    let Some(entry) = reader.get(key) else {
        return (None, false);
    };
    let node: &ConfigNode = &entry.node;
    match &node.value {
        ConfigValue::Text(word) if word == unlimited => (None, true),
        ConfigValue::List(_) => (Some(reader.templates(key)), false),
        _ => {
            let wanted = format!("a list or `\"{unlimited}\"`");
            reader.bad(key, &node.span, node.is_not(&wanted));
            (None, false)
        }
    }
}

/// A target without variables can be checked before they are filled in.
pub(super) fn check_target(reader: &mut TableReader<'_, '_, '_>, template: &SpannedTemplate) {
    if !template.text.contains('$')
        && let Err(error) = template.text.parse::<ConnectTarget>()
    {
        reader.bad(
            "connect",
            &template.span,
            ValueProblem::new(format!("has an entry that cannot be used: {error}")),
        );
    }
}

// === impl ConfineDraft ===

impl ConfineDraft {
    fn new(level: ConfineLevel, span: &ByteSpan) -> Self {
        Self {
            level,
            span: span.clone(),
            read: Vec::new(),
            write: Vec::new(),
            connect: None,
            run: None,
            environment: Vec::new(),
            anywhere: false,
            anything: false,
        }
    }
}
