//! Adding a server as a source: the resulting source, and everything to review before confirming.
//! Used by the API, the dashboard and the command line.

use candor_confine::ConfineLevel;
use candor_model::{NameError, SourceName, SourceText};
use candor_registry::{
    EntryWarning, KnownServers, LaunchError, LaunchOption, LaunchPlan, LaunchValues, RegistryEntry,
    WarningLevel, check,
};

use crate::new_source::{new_source, source_name, usual_confinement};
use crate::view::KnownEntry;

/// The user's choices.
#[derive(Clone, Debug, Default)]
pub struct AdditionInput {
    /// The launch option, counted from 1; by default the first usable one.
    pub option: Option<usize>,
    /// The values of the form.
    pub values: LaunchValues,
    /// The name of the source; by default the server's own.
    pub source: Option<String>,
}

/// A server that can be added.
#[derive(Clone, Debug)]
pub struct ServerAddition {
    /// How it would run.
    pub plan: LaunchPlan,
    /// The warnings, most severe first. Never contains dangers.
    pub warnings: Vec<EntryWarning>,
    /// The confinement; `None` if it would not be confined.
    pub confine: Option<ConfineLevel>,
    /// The source as stored.
    pub text: SourceText,
}

/// Why a server is not added.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AdditionError {
    /// It has no such option.
    #[error("the server has {count} options, and not this one")]
    NoOption {
        /// The number of options.
        count: usize,
    },
    /// The server is dangerous.
    #[error("the server is not added: {}", .0.message)]
    Danger(EntryWarning),
    /// The values are invalid.
    #[error("{}", sentences(.0))]
    Values(Vec<LaunchError>),
    /// A source cannot be called so.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The server's own name does not do for a source.
    #[error("a source cannot be called `{0}`; give it a `source`")]
    OwnName(String),
}

/// The selected option.
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
