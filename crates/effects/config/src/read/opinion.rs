//! One `[annotations."PATTERN"]` table.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, ConfirmMode, Diagnostic, FieldValue, Hint, Opinion, OpinionField, OpinionKey,
    Provenance,
};
use candor_resolve::OpinionError;
use candor_text::quote;

use super::context::ReadContext;
use super::fields::TableFields;
use super::{extra, values};
use crate::free_text;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::DeclaredOpinion;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, ConfigValue};

/// The known keys.
pub(super) const KEYS: [&str; 10] = [
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
];

/// The word that clears a hint, or when to ask.
pub(crate) const UNSET: &str = "unset";

/// How a title is cleared, for hints.
const CLEARS_TITLE: &str = "a title is cleared with `title = \"\"`";

/// Who speaks in a table, but for the line.
pub(super) struct OpinionAuthor {
    key: OpinionKey,
    why: Option<Box<str>>,
}

/// What a table says, and what there is to show of it: key, value and where it stands.
#[derive(Default)]
pub(super) struct OpinionTable {
    pub(super) opinion: Opinion,
    pub(super) shown: Vec<(String, String, ByteSpan)>,
}

/// Reads a table, whose path is `path`; nothing if anything in it is wrong.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    path: &str,
    key: OpinionKey,
) -> Option<DeclaredOpinion> {
    let before = context.report.errors();
    let span = &found.key_span;
    let entries = found
        .node
        .as_table()
        .map_err(|problem| context.report.bad_value(span, path, problem));
    let mut fields = TableFields::new(&mut context.report, path, entries.ok()?);
    fields
        .report
        .unknown_keys(path, fields.entries, &KEYS, &OTHER_NAMES);
    let why = fields.read("why", |node| free_text::read_free_text(node.as_text()?));
    let mut said = OpinionTable::default();
    let speaker = OpinionAuthor {
        key,
        why: why.clone().and_then(|(why, _)| why).map(Into::into),
    };
    hints(&mut fields, &speaker, &mut said, span);
    title(&mut fields, &speaker, &mut said);
    confirm(&mut fields, &speaker, &mut said);
    extra::read(&mut fields, &speaker, &mut said);
    if let Some((Some(why), span)) = why {
        said.shown.push(("why".to_owned(), why, span));
    }
    if context.report.errors() > before {
        return None;
    }
    if said.opinion.is_empty() {
        says_nothing(&mut context.report, found, path);
        return None;
    }
    for (key, value, span) in said.shown {
        let origin = context.origin_of(Some(&span));
        context.show(&format!("{path}.{key}"), &value, origin);
    }
    Some(DeclaredOpinion {
        key: speaker.key,
        opinion: said.opinion,
        place: context.report.place(span),
    })
}

/// What the protocol calls the same thing.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("readOnlyHint", "read_only"),
    ("destructiveHint", "destructive"),
    ("idempotentHint", "idempotent"),
    ("openWorldHint", "open_world"),
    ("reason", "why"),
];

fn hints(
    fields: &mut TableFields<'_, '_>,
    speaker: &OpinionAuthor,
    said: &mut OpinionTable,
    table: &ByteSpan,
) {
    for hint in Hint::ALL {
        let Some((say, span)) = fields.read(hint.key(), truth) else {
            continue;
        };
        let value = match say {
            FieldValue::Set(yes) => yes.to_string(),
            FieldValue::Clear => UNSET.to_owned(),
        };
        let statement = speaker.says(fields.report, &span, say);
        said.opinion.set_hint(hint, Some(statement));
        said.shown.push((hint.key().to_owned(), value, span));
    }
    check(fields, table, &said.opinion);
}

/// `true`, `false` or `"unset"`.
pub(super) fn truth(node: &ConfigNode) -> Result<FieldValue<bool>, ValueProblem> {
    match &node.value {
        ConfigValue::Bool(yes) => Ok(FieldValue::Set(*yes)),
        ConfigValue::Text(word) if word == UNSET => Ok(FieldValue::Clear),
        _ => Err(node.is_not("`true`, `false` or `\"unset\"`")),
    }
}

fn title(fields: &mut TableFields<'_, '_>, speaker: &OpinionAuthor, said: &mut OpinionTable) {
    let read = |node: &ConfigNode| match node.as_text() {
        Ok(title) => Ok(title.to_owned()),
        Err(problem) => Err(problem.with_hint(CLEARS_TITLE)),
    };
    let Some((title, span)) = fields.read("title", read) else {
        return;
    };
    let say = match title.as_str() {
        "" => FieldValue::Clear,
        title => FieldValue::Set(title.into()),
    };
    let mut alone = Opinion::default();
    alone.title = Some(speaker.says(fields.report, &span, say));
    check(fields, &span, &alone);
    said.opinion.title = alone.title;
    let value = if title.is_empty() { UNSET } else { &title };
    said.shown
        .push(("title".to_owned(), value.to_owned(), span));
}

fn confirm(fields: &mut TableFields<'_, '_>, speaker: &OpinionAuthor, said: &mut OpinionTable) {
    let Some((say, span)) = fields.read("confirm", mode) else {
        return;
    };
    let value = match &say {
        FieldValue::Set(mode) => mode.as_str(),
        FieldValue::Clear => UNSET,
    };
    said.shown
        .push(("confirm".to_owned(), value.to_owned(), span.clone()));
    said.opinion.confirm = Some(speaker.says(fields.report, &span, say));
}

/// `always`, `first`, `never` or `unset`.
fn mode(node: &ConfigNode) -> Result<FieldValue<ConfirmMode>, ValueProblem> {
    let modes = ConfirmMode::ALL.map(|mode| (mode.as_str(), Some(mode)));
    let [always, first, never] = modes;
    let mode = values::word(node.as_text()?, &[always, first, never, (UNSET, None)])?;
    Ok(mode.map_or(FieldValue::Clear, FieldValue::Set))
}

/// Tells what is wrong with a part of the table. Parts are checked one by one, so that every
/// mistake is told at its own place.
pub(super) fn check(fields: &mut TableFields<'_, '_>, span: &ByteSpan, part: &Opinion) {
    if let Err(error) = candor_resolve::check_opinion(part) {
        let message = format!("in {}, {error}", quote(&fields.path));
        let mut diagnostic = Diagnostic::error("config::bad-opinion", message);
        if matches!(error, OpinionError::TitleEmpty(_)) {
            diagnostic = diagnostic.with_hint(CLEARS_TITLE);
        }
        fields.report.push_at(span, diagnostic);
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
    /// Something said at a place of the file.
    pub(super) fn says<T>(
        &self,
        report: &ConfigReport<'_>,
        span: &ByteSpan,
        say: FieldValue<T>,
    ) -> OpinionField<T> {
        let place = report.place(span);
        let line = place.position.map_or(1, |(line, _)| line);
        let voice = Provenance {
            layer: self.key.scope.layer(),
            author: AnnotationAuthor::File(format!("{}:{line}", place.file).into()),
            about: Some(self.key.about.to_string().into()),
            at_micros: None,
            why: self.why.clone(),
        };
        OpinionField {
            value: say,
            provenance: Arc::new(voice),
        }
    }
}
