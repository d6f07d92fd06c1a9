//! Reads one `[annotations."PATTERN"]` table.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, ConfirmMode, Diagnostic, FieldValue, Hint, Opinion, OpinionField, OpinionKey,
    Provenance,
};
use candor_resolve::OpinionError;
use candor_text::quote;

use super::context::ReadContext;
use super::table::TableReader;
use super::{cases, extra, values};
use crate::free_text;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::DeclaredOpinion;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, ConfigValue};

/// The known keys.
pub(super) const KEYS: [&str; 11] = [
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "title",
    "extra",
    "extra_json",
    "extra_unset",
    "why",
    "confirm",
    "when",
];

/// The value that clears a hint or confirm mode.
pub(crate) const UNSET: &str = "unset";

/// The hint for clearing a title.
const CLEARS_TITLE: &str = "a title is cleared with `title = \"\"`";

/// The author of a table's values, except for the line.
pub(super) struct OpinionAuthor {
    key: OpinionKey,
    why: Option<Box<str>>,
}

/// Reads a table at `path`; `None` if anything in it is wrong.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    path: &str,
    key: OpinionKey,
) -> Option<DeclaredOpinion> {
    let (before, shown) = (context.report.errors(), context.origins.len());
    let span = &found.key_span;
    let report = &mut context.report;
    let entries = report.table(&found.node, span, path)?;
    report.unknown_keys(path, entries, &KEYS, &OTHER_NAMES);
    let mut reader = TableReader::new(context, path, entries);
    let why = reader.read("why", |node| free_text::read_free_text(node.as_text()?));
    let mut said = Opinion::default();
    let speaker = OpinionAuthor {
        key,
        why: why.clone().and_then(|(why, _)| why).map(Into::into),
    };
    hints(&mut reader, &speaker, &mut said, span);
    title(&mut reader, &speaker, &mut said);
    confirm(&mut reader, &speaker, &mut said);
    extra::read(&mut reader, &speaker, &mut said);
    cases::read(&mut reader, &speaker, &mut said);
    if let Some((Some(why), span)) = why {
        reader.show("why", &why, Some(&span));
    }
    let sound = context.report.errors() == before;
    if sound && said.is_empty() {
        says_nothing(&mut context.report, found, path);
    }
    if !sound || said.is_empty() {
        context.origins.truncate(shown);
        return None;
    }
    Some(DeclaredOpinion {
        key: speaker.key,
        opinion: said,
        place: context.report.place(span),
    })
}

/// The protocol's names for the same fields.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("readOnlyHint", "read_only"),
    ("destructiveHint", "destructive"),
    ("idempotentHint", "idempotent"),
    ("openWorldHint", "open_world"),
    ("reason", "why"),
];

fn hints(
    reader: &mut TableReader<'_, '_, '_>,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
    table: &ByteSpan,
) {
    for hint in Hint::ALL {
        let Some((say, span)) = reader.read(hint.key(), truth) else {
            continue;
        };
        reader.show(hint.key(), &show_truth(&say), Some(&span));
        let statement = speaker.says(&reader.context.report, &span, say);
        said.set_hint(hint, Some(statement));
    }
    check(reader, table, said);
}

/// `true`, `false` or `"unset"`.
pub(super) fn truth(node: &ConfigNode) -> Result<FieldValue<bool>, ValueProblem> {
    match &node.value {
        ConfigValue::Bool(yes) => Ok(FieldValue::Set(*yes)),
        ConfigValue::Text(word) if word == UNSET => Ok(FieldValue::Clear),
        _ => Err(node.is_not("`true`, `false` or `\"unset\"`")),
    }
}

pub(super) fn show_truth(say: &FieldValue<bool>) -> String {
    match say {
        FieldValue::Set(yes) => yes.to_string(),
        FieldValue::Clear => UNSET.to_owned(),
    }
}

fn title(reader: &mut TableReader<'_, '_, '_>, speaker: &OpinionAuthor, said: &mut Opinion) {
    let read = reader.read("title", |node| {
        let title = node.as_text();
        title.map_err(|problem| problem.with_hint(CLEARS_TITLE))
    });
    let Some((title, span)) = read else {
        return;
    };
    let (say, value) = match title {
        "" => (FieldValue::Clear, UNSET),
        title => (FieldValue::Set(title.into()), title),
    };
    let mut alone = Opinion::default();
    alone.title = Some(speaker.says(&reader.context.report, &span, say));
    check(reader, &span, &alone);
    said.title = alone.title;
    reader.show("title", value, Some(&span));
}

fn confirm(reader: &mut TableReader<'_, '_, '_>, speaker: &OpinionAuthor, said: &mut Opinion) {
    let Some((say, span)) = reader.read("confirm", mode) else {
        return;
    };
    let value = match &say {
        FieldValue::Set(mode) => mode.as_str(),
        FieldValue::Clear => UNSET,
    };
    reader.show("confirm", value, Some(&span));
    said.confirm = Some(speaker.says(&reader.context.report, &span, say));
}

/// `always`, `first`, `never` or `unset`.
fn mode(node: &ConfigNode) -> Result<FieldValue<ConfirmMode>, ValueProblem> {
    let modes = ConfirmMode::ALL.map(|mode| (mode.as_str(), Some(mode)));
    let [always, first, never] = modes;
    let mode = values::word(node.as_text()?, &[always, first, never, (UNSET, None)])?;
    Ok(mode.map_or(FieldValue::Clear, FieldValue::Set))
}

/// Reports problems with a part of the table. Parts are checked one by one, so that every problem
/// is reported at its own place.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan, part: &Opinion) {
    if let Err(error) = candor_resolve::check_opinion(part) {
        let message = format!("in {}, {error}", quote(&reader.path));
        let mut diagnostic = Diagnostic::error("config::bad-opinion", message);
        if matches!(error, OpinionError::TitleEmpty(_)) {
            diagnostic = diagnostic.with_hint(CLEARS_TITLE);
        }
        reader.context.report.push_at(span, diagnostic);
    }
}

/// A table without any effect is a mistake, but a harmless one.
fn says_nothing(report: &mut ConfigReport<'_>, found: &ConfigEntry, path: &str) {
    let message = format!("{} says nothing about its tools", quote(path));
    let diagnostic = Diagnostic::warning("config::says-nothing", message)
        .with_hint("say something, such as `destructive = true`, or remove it");
    report.push_at(&found.key_span, diagnostic);
}

// === impl OpinionAuthor ===

impl OpinionAuthor {
    /// A value with its place as provenance.
    pub(super) fn says<T>(
        &self,
        report: &ConfigReport<'_>,
        span: &ByteSpan,
        say: FieldValue<T>,
    ) -> OpinionField<T> {
        let place = report.place(span);
        let line = place.position.map_or(1, |(line, _)| line);
        let provenance = Provenance {
            layer: self.key.scope.layer(),
            author: AnnotationAuthor::File(format!("{}:{line}", place.file).into()),
            about: Some(self.key.about.to_string().into()),
            at_micros: None,
            why: self.why.clone(),
        };
        OpinionField {
            value: say,
            provenance: Arc::new(provenance),
        }
    }
}
