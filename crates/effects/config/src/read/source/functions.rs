//! Completes the settings of functions.

use std::path::PathBuf;

use candor_text::quote;

use super::SourceFilling;
use crate::endpoint;
use crate::problem::ValueProblem;
use crate::read::draft::SpannedTemplate;
use crate::read::functions;
use crate::settings::FunctionsSettings;

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The settings, unless there is no telling where the functions are.
    pub(super) fn functions(&mut self) -> Option<FunctionsSettings> {
        let path = self.text("path", Self::path);
        let variables = self.variables();
        // Nothing below can fail.
        let default = FunctionsSettings::new(path?);
        Some(FunctionsSettings {
            variables,
            ..functions::settings(&mut self.reader, default)
        })
    }

    fn path(&mut self, template: &SpannedTemplate) -> Option<PathBuf> {
        let value = self.fill("path", template)?;
        if value.contains("://") {
            let shown = quote(&endpoint::shown(&template.text));
            let problem = ValueProblem::new(format!("({shown}) is an address, not a path"))
                .with_hint("write the path of a file or a folder on this machine, as it is");
            self.refuse(&template.span, "path", problem);
            return None;
        }
        self.file("path", template, &value)
    }
}
