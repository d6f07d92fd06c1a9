//! A server about to be added as a source: what is written, and everything that a person should see
//! before saying yes. The API, the page and the command line add servers in this way.

use candor_confine::ConfineLevel;
use candor_model::{NameError, SourceName, SourceText};
use candor_registry::{
    EntryWarning, KnownServers, LaunchError, LaunchOption, LaunchPlan, LaunchValues, RegistryEntry,
    WarningLevel, check,
};

use crate::new_source::{new_source, source_name, usual_confinement};
use crate::view::KnownEntry;

/// What a person wants of a server.
#[derive(Clone, Debug, Default)]
pub struct AdditionInput {
    /// Which of its options, counted from 1; the first that can be used if nothing is said.
    pub option: Option<usize>,
    /// What was filled in.
    pub values: LaunchValues,
    /// The name of the source; the server's own if nothing is said.
    pub source: Option<String>,
}

/// A server that can be added.
#[derive(Clone, Debug)]
pub struct ServerAddition {
    /// How it would run.
    pub plan: LaunchPlan,
    /// What there is to say about it, the most serious first. There is no danger among it.
    pub warnings: Vec<EntryWarning>,
    /// How it would be confined; none if it would not.
    pub confine: Option<ConfineLevel>,
    /// The source, as it is kept.
    pub text: SourceText,
}

/// Why a server is not added.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AdditionError {
    /// It has no such option.
    #[error("the server has {count} options, and not this one")]
    NoOption {
        /// How many it has.
        count: usize,
    },
    /// What it is makes it dangerous.
    #[error("the server is not added: {}", .0.message)]
    Danger(EntryWarning),
    /// What was filled in does not do.
    #[error("{}", sentences(.0))]
    Values(Vec<LaunchError>),
    /// A source cannot be called so.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The server's own name does not do for a source.
    #[error("a source cannot be called `{0}`; give it a `source`")]
    OwnName(String),
}

/// The option that is meant.
pub fn chosen_option(entry: &RegistryEntry, wanted: Option<usize>) -> Option<&LaunchOption> {
    let options = &entry.options;
    if let Some(number) = wanted {
        return number.checked_sub(1).and_then(|at| options.get(at));
    }
    let usable = options.iter().find(|option| option.unusable().is_none());
    usable.or_else(|| options.first())
}

/// Plans what is added. Nothing is started or written.
pub fn plan_addition(
    known: &KnownEntry,
    names: &KnownServers,
    input: &AdditionInput,
) -> Result<ServerAddition, AdditionError> {
    let entry = &known.entry;
    let count = entry.options.len();
    let option = chosen_option(entry, input.option).ok_or(AdditionError::NoOption { count })?;
    let warnings = check::check(entry, option, known.history, names);
    let mut dangers = warnings.iter();
    if let Some(danger) = dangers.find(|one| one.level == WarningLevel::Danger) {
        return Err(AdditionError::Danger(danger.clone()));
    }
    let plan = option
        .launch(&input.values)
        .map_err(AdditionError::Values)?;
    let source = match &input.source {
        Some(name) => SourceName::parse(name)?,
        None => source_name(&entry.name)
            .ok_or_else(|| AdditionError::OwnName(entry.name.short().to_owned()))?,
    };
    let confine = usual_confinement(&plan);
    Ok(ServerAddition {
        text: new_source(&plan, confine).text(&source),
        confine,
        plan,
        warnings,
    })
}

fn sentences(errors: &[LaunchError]) -> String {
    let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
    sentences.join(". ")
}
