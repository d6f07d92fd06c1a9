//! Filling in what is said of functions.

use std::path::PathBuf;

use candor_text::format_duration;
use candor_text::format_size;
use candor_text::quote;

use super::SourceFilling;
use crate::endpoint;
use crate::problem::ValueProblem;
use crate::read::draft::{FunctionsDraft, SpannedTemplate};
use crate::settings::FunctionsSettings;

// === impl SourceFilling ===

impl SourceFilling<'_, '_> {
    /// The settings, unless there is no telling where the functions are.
    pub(super) fn functions(&mut self, draft: FunctionsDraft) -> Option<FunctionsSettings> {
        let path = self.path(&draft.path);
        let variables = self.secrets("variables", draft.variables, |c| c != '\0');
        // Nothing of what follows can fail.
        let default = FunctionsSettings::new(path?);
        let flag = |yes: &bool| yes.to_string();
        let bytes = |bytes: &usize| format_size(*bytes);
        Some(FunctionsSettings {
            variables,
            allow_private: self.given(
                "allow_private",
                draft.allow_private,
                default.allow_private,
                flag,
            ),
            memory: self.given("memory", draft.memory, default.memory, bytes),
            cpu_time: self.given("cpu_time", draft.cpu_time, default.cpu_time, |time| {
                format_duration(*time)
            }),
            workers: self.given("workers", draft.workers, default.workers, usize::to_string),
            max_reply: self.given("max_reply", draft.max_reply, default.max_reply, bytes),
            max_fetch: self.given("max_fetch", draft.max_fetch, default.max_fetch, bytes),
            watch: self.given("watch", draft.watch, default.watch, flag),
            ..default
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
