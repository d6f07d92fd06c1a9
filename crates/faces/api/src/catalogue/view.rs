//! Response types for registries and their servers.

use candor_registry::{EntryWarning, FormField, LaunchOption, LaunchPlan};
use candor_registry_client::{CatalogueView, KnownEntry, RegistryState, usual_confinement};

use crate::prelude::*;

/// A registry, as it was last seen.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueRegistry)]
pub(crate) struct RegistryView {
    /// Its address or path.
    registry: String,
    /// How many servers it has.
    servers: usize,
    /// When it was last asked with success.
    #[schema(format = DateTime)]
    asked_at: Option<String>,
    /// Why it could not be asked now; then what is shown may be old.
    outage: Option<String>,
    /// What could not be used of it.
    problems: Vec<String>,
}

/// A server that could be added.
#[derive(Serialize, ToSchema)]
pub(crate) struct CatalogueServer {
    /// Its name in every registry.
    #[schema(example = "io.github.ada/weather")]
    pub(super) name: String,
    /// What people call it.
    title: Option<String>,
    /// What it does, as its publisher describes it.
    description: String,
    /// The version of the server.
    version: String,
    /// `active`, `deprecated` or `deleted`.
    #[schema(example = "active")]
    status: &'static str,
    /// The registry that has it.
    registry: String,
}

/// One way to use a server.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueOption)]
pub(crate) struct OptionView {
    /// The package or the address, in a line.
    summary: String,
    /// The command line or address, as far as it is known before anything is filled in.
    runs: Option<String>,
    /// How it would be confined; null if it would not be.
    confine: Option<&'static str>,
    /// Why it cannot be used; none if it can.
    unusable: Option<String>,
    /// What it needs.
    needs: Vec<NeedView>,
    /// What a person should know first, the most serious first.
    warnings: Vec<WarningView>,
}

/// Something that a server needs.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueNeed)]
pub(crate) struct NeedView {
    /// The key under which its value is given.
    key: String,
    /// What it is for.
    description: Option<String>,
    /// Whether there must be a value.
    required: bool,
    /// Whether the value is a credential.
    secret: bool,
    /// Whether it may have several values.
    repeated: bool,
    /// `string`, `number`, `boolean` or `filepath`.
    #[schema(example = "string")]
    format: &'static str,
    /// The value that is used when none is given.
    default: Option<String>,
    /// The only values that are allowed; empty if any is.
    choices: Vec<String>,
    /// An example of a value.
    placeholder: Option<String>,
}

/// A warning about a server.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueWarning)]
pub(crate) struct WarningView {
    /// What it is about, in a word that stays the same.
    #[schema(example = "unpinned")]
    code: &'static str,
    /// `note`, `caution` or `danger`; a server with a danger is not added.
    #[schema(example = "caution")]
    level: &'static str,
    /// The warning as a sentence.
    message: String,
}

// === impl RegistryView ===

impl RegistryView {
    pub(super) fn of(state: &RegistryState) -> Self {
        Self {
            registry: state.registry.clone(),
            servers: state.servers,
            asked_at: state.asked_at.map(time::of_micros),
            outage: state.outage.clone(),
            problems: state.problems.clone(),
        }
    }
}

// === impl CatalogueServer ===

impl CatalogueServer {
    pub(super) fn of(known: &KnownEntry, view: &CatalogueView) -> Self {
        let entry = &known.entry;
        let registry = view.registry_of(known).map(|one| one.registry.clone());
        Self {
            name: entry.name.to_string(),
            title: entry.title.clone(),
            description: entry.description.clone(),
            version: entry.version.clone(),
            status: entry.status.as_str(),
            registry: registry.unwrap_or_default(),
        }
    }
}

// === impl OptionView ===

impl OptionView {
    pub(super) fn of(option: &LaunchOption, warnings: Vec<EntryWarning>) -> Self {
        let plan = option.launch(&option.placeholder_values()).ok();
        Self {
            summary: option.summary(),
            runs: plan.as_ref().map(LaunchPlan::line),
            confine: plan
                .as_ref()
                .and_then(|plan| Some(usual_confinement(plan)?.as_str())),
            unusable: option.unusable().map(|error| error.to_string()),
            needs: option.form().fields.into_iter().map(NeedView::of).collect(),
            warnings: warnings.into_iter().map(WarningView::of).collect(),
        }
    }
}

// === impl NeedView ===

impl NeedView {
    fn of(field: FormField) -> Self {
        let input = field.input;
        Self {
            key: field.key,
            description: input.description,
            required: input.is_required,
            secret: input.is_secret,
            repeated: field.is_repeated,
            format: input.format.as_str(),
            default: input.default,
            choices: input.choices,
            placeholder: input.placeholder,
        }
    }
}

// === impl WarningView ===

impl WarningView {
    pub(super) fn of(warning: EntryWarning) -> Self {
        Self {
            code: warning.code,
            level: warning.level.as_str(),
            message: warning.message,
        }
    }
}
