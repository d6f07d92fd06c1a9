//! What is said about tools in one environment only.

use candor_frame::{Outside, query};
use candor_gateway::desk::Entry;
use candor_model::{EnvironmentName, Hint, Opinion, Say, Scope, Statement, Voice, Who};

/// How many are shown.
pub(crate) const MOST: usize = 100;

/// One line.
pub(crate) struct Differs {
    /// About which tools: a name or a pattern.
    pub(crate) about: Outside,
    /// The page of the tool, where it is one.
    pub(crate) to: Option<String>,
    /// What is said, field by field.
    pub(crate) says: Vec<Outside>,
    /// By whom, in words.
    pub(crate) by: Option<Outside>,
    /// Why.
    pub(crate) why: Option<Outside>,
}

/// What is said in an environment: the first lines, and how many there are.
pub(crate) fn of(name: &EnvironmentName, entries: &[Entry]) -> (Vec<Differs>, usize) {
    let scope = Scope::Environment(name.clone());
    let own = entries.iter().filter(|entry| entry.key.scope == scope);
    let count = own.clone().count();
    (own.take(MOST).map(Differs::of).collect(), count)
}

// === impl Differs ===

impl Differs {
    fn of(entry: &Entry) -> Self {
        let about = &entry.key.about;
        let tool = about.as_exact();
        let voice = voice(&entry.opinion);
        let by = voice.map(|voice| match &voice.who {
            Who::Candor => "Candor".to_owned(),
            Who::Source(name) => format!("source {name}"),
            Who::Person(name) => name.to_string(),
            Who::File(place) => place.to_string(),
        });
        Self {
            about: Outside::line(&about.to_string()),
            to: tool.map(|name| query::path(&["tools", &name.to_string()])),
            says: says(&entry.opinion)
                .iter()
                .map(|line| Outside::line(line))
                .collect(),
            by: by.map(|by| Outside::line(&by)),
            why: voice
                .and_then(|voice| voice.why.as_deref())
                .map(Outside::line),
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

fn line<T>(key: &str, said: &Statement<T>, value: impl Fn(&T) -> String) -> String {
    match &said.say {
        Say::Set(set) => format!("{key}: {}", value(set)),
        Say::Clear => format!("{key}: unset"),
    }
}

/// Whose word it is: that of the first field, since all of them were said in one place.
fn voice(opinion: &Opinion) -> Option<&Voice> {
    let hints = Hint::ALL.into_iter().filter_map(|hint| opinion.hint(hint));
    let hints = hints.map(|said| &*said.voice);
    let title = opinion.title.iter().map(|said| &*said.voice);
    let confirm = opinion.confirm.iter().map(|said| &*said.voice);
    let extra = opinion.extra.values().map(|said| &*said.voice);
    hints.chain(title).chain(confirm).chain(extra).next()
}
