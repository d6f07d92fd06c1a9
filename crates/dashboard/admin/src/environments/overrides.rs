//! The annotation overrides of an environment.

use candor_dashboard_kit::{ExternalText, query};
use candor_gateway::edit::OpinionEntry;
use candor_model::{
    AnnotationAuthor, EnvironmentName, FieldValue, Hint, Opinion, OpinionField, OpinionScope,
    Provenance,
};

/// The most overrides that are shown.
pub(crate) const MOST: usize = 100;

pub(crate) struct EnvironmentOverrideRow {
    /// A tool name or pattern.
    pub(crate) about: ExternalText,
    /// The page of the tool, if it is one tool.
    pub(crate) to: Option<String>,
    /// One line per field.
    pub(crate) says: Vec<ExternalText>,
    pub(crate) by: Option<ExternalText>,
    pub(crate) why: Option<ExternalText>,
}

/// The first overrides of an environment, and the number of all.
pub(crate) fn of(
    name: &EnvironmentName,
    entries: &[OpinionEntry],
) -> (Vec<EnvironmentOverrideRow>, usize) {
    let scope = OpinionScope::Environment(name.clone());
    let own = entries.iter().filter(|entry| entry.key.scope == scope);
    let count = own.clone().count();
    (
        own.take(MOST).map(EnvironmentOverrideRow::of).collect(),
        count,
    )
}

// === impl EnvironmentOverrideRow ===

impl EnvironmentOverrideRow {
    fn of(entry: &OpinionEntry) -> Self {
        let about = &entry.key.about;
        let tool = about.as_exact();
        let provenance = provenance(&entry.opinion);
        let by = provenance.map(|provenance| match &provenance.author {
            AnnotationAuthor::Candor => "Candor".to_owned(),
            AnnotationAuthor::Source(name) => format!("source {name}"),
            AnnotationAuthor::Person(name) => name.to_string(),
            AnnotationAuthor::File(place) => place.to_string(),
        });
        Self {
            about: ExternalText::line(&about.to_string()),
            to: tool.map(|name| query::path(&["tools", &name.to_string()])),
            says: says(&entry.opinion)
                .iter()
                .map(|line| ExternalText::line(line))
                .collect(),
            by: by.map(|by| ExternalText::line(&by)),
            why: provenance
                .and_then(|provenance| provenance.why.as_deref())
                .map(ExternalText::line),
        }
    }
}

/// One line per field.
fn says(opinion: &Opinion) -> Vec<String> {
    let hints = Hint::ALL.into_iter().filter_map(|hint| {
        let said = opinion.hint(hint)?;
        Some(line(hint.word(), said, ToString::to_string))
    });
    let title = opinion.title.iter();
    let title = title.map(|said| line("title", said, ToString::to_string));
    let confirm = opinion.confirm.iter();
    let confirm = confirm.map(|said| line("confirm", said, |value| value.as_str().to_owned()));
    let extra = opinion.extra.iter();
    let extra = extra.map(|(key, said)| line(key, said, |json| json.as_str().to_owned()));
    hints
        .chain(title)
        .chain(confirm)
        .chain(extra)
        .take(12)
        .collect()
}

fn line<T>(key: &str, said: &OpinionField<T>, value: impl Fn(&T) -> String) -> String {
    match &said.value {
        FieldValue::Set(set) => format!("{key}: {}", value(set)),
        FieldValue::Clear => format!("{key}: not set"),
    }
}

/// The provenance of the first field; all fields of an override share it.
fn provenance(opinion: &Opinion) -> Option<&Provenance> {
    let hints = Hint::ALL.into_iter().filter_map(|hint| opinion.hint(hint));
    let hints = hints.map(|said| &*said.provenance);
    let title = opinion.title.iter().map(|said| &*said.provenance);
    let confirm = opinion.confirm.iter().map(|said| &*said.provenance);
    let extra = opinion.extra.values().map(|said| &*said.provenance);
    hints.chain(title).chain(confirm).chain(extra).next()
}
