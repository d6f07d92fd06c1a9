//! A launch option of a server: a package to start, or a URL.

use candor_confine::ConfineLevel;
use candor_dashboard_kit::{ExternalText, to_sentence};
use candor_registry::{EntryWarning, LaunchOption, LaunchPlan, RegistryEntry, WarningLevel};
use candor_registry_client::usual_confinement;

use crate::paths;
use crate::warning_row::WarningRow;

/// The most characters of a command line.
const LINE: usize = 4_000;

/// A way to use a server.
pub(crate) struct OptionPanel {
    pub(crate) summary: ExternalText,
    /// How it would run, with placeholders for missing values.
    pub(crate) run: Option<RunView>,
    /// Why it cannot be used.
    pub(crate) unusable: Option<ExternalText>,
    pub(crate) warnings: Vec<WarningRow>,
    /// Whether one of the warnings is a danger, so that it is not added.
    pub(crate) danger: bool,
    /// Whether it starts a program on the gateway's machine.
    pub(crate) is_program: bool,
}

/// How a server would run.
pub(crate) struct RunView {
    /// `Command` or `Address`.
    pub(crate) label: &'static str,
    pub(crate) line: ExternalText,
    pub(crate) confined: String,
}

/// A link to another way.
pub(crate) struct OptionLink {
    pub(crate) to: String,
    pub(crate) words: ExternalText,
    /// The value of `aria-current`.
    pub(crate) current: &'static str,
}

// === impl OptionPanel ===

impl OptionPanel {
    pub(crate) fn of(option: &LaunchOption, warnings: &[EntryWarning]) -> Self {
        let plan = option.launch(&option.placeholder_values()).ok();
        let unusable = option.unusable();
        Self {
            summary: ExternalText::short(&option.summary(), 300),
            run: plan.map(|plan| RunView::of(&plan, usual_confinement(&plan))),
            unusable: unusable
                .map(|error| ExternalText::sentence(&to_sentence(&error.to_string()), 1_000)),
            warnings: warnings.iter().map(WarningRow::of).collect(),
            danger: warnings.iter().any(|one| one.level == WarningLevel::Danger),
            is_program: matches!(option, LaunchOption::Package(_)),
        }
    }
}

// === impl RunView ===

impl RunView {
    pub(crate) fn of(plan: &LaunchPlan, confine: Option<ConfineLevel>) -> Self {
        let (label, confined) = match (plan, confine) {
            (LaunchPlan::Remote { .. }, _) => {
                ("Address", "Not confined: it runs elsewhere.".to_owned())
            }
            (LaunchPlan::Program { .. }, Some(level)) => {
                ("Command", format!("Confined, level `{level}`."))
            }
            (LaunchPlan::Program { .. }, None) => (
                "Command",
                "Not confined: the gateway’s machine cannot confine it.".to_owned(),
            ),
        };
        Self {
            label,
            line: ExternalText::short(&plan.line(), LINE),
            confined,
        }
    }
}

/// Links to all ways; `number` is the one that is shown.
pub(crate) fn links(entry: &RegistryEntry, number: usize) -> Vec<OptionLink> {
    let options = entry.options.iter().enumerate();
    let link = |(at, option): (usize, &LaunchOption)| OptionLink {
        to: paths::at(&entry.name, Some(&entry.version), Some(at + 1)),
        words: ExternalText::short(&option.summary(), 100),
        current: if at + 1 == number { "page" } else { "false" },
    };
    options.map(link).collect()
}
