//! What is said about tools in one environment only.

use candor_dashboard_kit::{ExternalText, query};
use candor_gateway::edit::OpinionEntry;
use candor_model::{
    AnnotationAuthor, EnvironmentName, FieldValue, Hint, Opinion, OpinionField, OpinionScope,
    Provenance,
};

/// How many are shown.
pub(crate) const MOST: usize = 100;

/// One line.
pub(crate) struct EnvironmentOverrideRow {
    /// About which tools: a name or a pattern.
    pub(crate) about: ExternalText,
    /// The page of the tool, where it is one.
    pub(crate) to: Option<String>,
    /// What is said, field by field.
    pub(crate) says: Vec<ExternalText>,
    /// By whom, in words.
    pub(crate) by: Option<ExternalText>,
    /// Why.
    pub(crate) why: Option<ExternalText>,
}

/// What is said in an environment: the first lines, and how many there are.
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

// === impl Differs ===

impl EnvironmentOverrideRow {
    fn of(entry: &OpinionEntry) -> Self {
        let about = &entry.key.about;
        let tool = about.as_exact();
        let voice = voice(&entry.opinion);
        let by = voice.map(|voice| match &voice.author {
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
            why: voice
                .and_then(|voice| voice.why.as_deref())
                .map(ExternalText::line),
        }
    }
}

/// In words, a line for each field.
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
        FieldValue::Clear => format!("{key}: unset"),
    }
}

/// Whose word it is: that of the first field, since all of them were said in one place.
fn voice(opinion: &Opinion) -> Option<&Provenance> {
    let hints = Hint::ALL.into_iter().filter_map(|hint| opinion.hint(hint));
    let hints = hints.map(|said| &*said.provenance);
    let title = opinion.title.iter().map(|said| &*said.provenance);
    let confirm = opinion.confirm.iter().map(|said| &*said.provenance);
    let extra = opinion.extra.values().map(|said| &*said.provenance);
    hints.chain(title).chain(confirm).chain(extra).next()
}
