//! The preview before confirmation.

use candor_registry::{LaunchPlan, WarningLevel};

use super::lookup::ChosenLaunch;
use crate::prelude::*;

// === impl ChosenLaunch ===

impl ChosenLaunch {
    /// Prints the warnings and the command on standard error.
    pub(super) fn print(&self, output: &CommandOutput) {
        for warning in &self.warnings {
            let style = match warning.level {
                WarningLevel::Danger => TextStyle::Error,
                _ => TextStyle::Warning,
            };
            let level = style.on(warning.level.as_str(), output.colours_errors());
            output.say(&format!("{level}: {}", one_line(&warning.message)));
        }
        let how = match self.plan {
            LaunchPlan::Program { .. } => "runs",
            LaunchPlan::Remote { .. } => "calls",
        };
        output.say(&format!("{how}: {}", self.plan.line()));
    }

    /// Refuses what must not be started.
    pub(super) fn refuse_danger(&self, what: &str) -> CommandResult<()> {
        let is_danger = |level| level == WarningLevel::Danger;
        let danger = self.warnings.iter().find(|one| is_danger(one.level));
        let Some(danger) = danger else {
            return Ok(());
        };
        let failure = CommandFailure::new(format!("{what}: {}", one_line(&danger.message)));
        Err(failure.hint(
            "if you know what it does, write the source into candor.toml by hand, with `candor add`",
        ))
    }

    /// The warnings as JSON.
    pub(super) fn warnings_json(&self) -> Value {
        let warnings = self.warnings.iter().map(
            |one| json!({ "code": one.code, "level": one.level.as_str(), "message": one.message }),
        );
        warnings.collect()
    }
}
