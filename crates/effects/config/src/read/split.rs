//! Reads the key `split`: whether the source has an additional read-only instance.

use super::confine::check_target;
use super::draft::SpannedTemplate;
use super::table::TableReader;
use crate::tree::{ByteSpan, ConfigEntry, ConfigValue};

pub(super) const KEY: &str = "split";
const KEYS: [&str; 2] = ["write", "connect"];
const FORMS: &str = "use `true`, or a table such as `{ connect = [\"127.0.0.1:5432\"] }`";

/// The values as written, before interpolation.
#[derive(Clone, Debug)]
pub(super) struct SplitDraft {
    pub(super) span: ByteSpan,
    pub(super) write: Vec<SpannedTemplate>,
    pub(super) connect: Vec<SpannedTemplate>,
}

/// Reports problems with the key, and unknown keys in its table.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>) {
    if let Some(entry) = reader.get(KEY)
        && let ConfigValue::Table(entries) = &entry.node.value
    {
        let path = format!("{}.{KEY}", reader.path);
        let others = [("network", "connect"), ("writes", "write")];
        let report = &mut reader.context.report;
        report.unknown_keys(&path, entries, &KEYS, &others);
    }
    read(reader);
}

/// Reads the key and reports problems. `None` if the source is not split.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>) -> Option<SplitDraft> {
    let node = &reader.get(KEY)?.node;
    let mut draft = SplitDraft {
        span: node.span.clone(),
        write: Vec::new(),
        connect: Vec::new(),
    };
    match &node.value {
        ConfigValue::Bool(true) => {}
        ConfigValue::Bool(false) => return None,
        ConfigValue::Table(entries) => {
            let path = format!("{}.{KEY}", reader.path);
            let mut table = TableReader::new(reader.context, path, entries);
            draft.write = table.templates("write");
            draft.connect = table.templates("connect");
            for template in &draft.connect {
                check_target(&mut table, template);
            }
        }
        _ => {
            let problem = node.is_not("`true`, `false` or a table").with_hint(FORMS);
            reader.bad(KEY, &node.span, problem);
            return None;
        }
    }
    Some(draft)
}

/// Rejects the key for sources without a program. Ignoring it would leave calls unconfined.
pub(super) fn refuse(reader: &mut TableReader<'_, '_, '_>, why: &str) {
    let Some(ConfigEntry { node, .. }) = reader.get(KEY) else {
        return;
    };
    if node.value == ConfigValue::Bool(false) {
        return;
    }
    let says = format!("cannot be split: {why}");
    let hint = "remove `split`; only a program that Candor starts (`command`) can be started once \
                more and held to reading";
    let span = node.span.clone();
    reader.refuse(&span, "config::no-program", &says, hint);
}
