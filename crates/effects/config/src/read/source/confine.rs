//! Interpolates the permissions of a program.

use std::path::{Path, PathBuf};

use candor_confine::{ChildPermissions, ConfineLevel, ConnectRule, ConnectTarget, RunRule};

use super::SourceFilling;
use crate::read::confine;
use crate::read::draft::SpannedTemplate;

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The permissions of the program; unrestricted if unset.
    pub(super) fn confine(&mut self) -> ChildPermissions {
        let Some(draft) = confine::read(&mut self.reader) else {
            return ConfineLevel::Off.into();
        };
        let mut permissions = ChildPermissions::of(draft.level);
        self.show("confine.level", draft.level.as_str(), Some(&draft.span));
        permissions.read = self.paths("confine.read", &draft.read);
        permissions.write = self.paths("confine.write", &draft.write);
        if let Some(targets) = &draft.connect {
            permissions.connect = ConnectRule::Only(self.targets("confine.connect", targets));
        } else if draft.anywhere {
            permissions.connect = ConnectRule::Anywhere;
        }
        if let Some(programs) = &draft.run {
            permissions.run = RunRule::Only(self.paths("confine.run", programs));
        } else if draft.anything {
            permissions.run = RunRule::Anything;
        }
        let names = draft.environment.into_iter();
        permissions.environment = names.map(|name| name.text).collect();
        permissions
    }

    /// Paths, relative to the configuration's folder unless they start at the home directory.
    pub(super) fn paths(&mut self, key: &str, templates: &[SpannedTemplate]) -> Vec<PathBuf> {
        let mut paths = Vec::with_capacity(templates.len());
        for (index, template) in templates.iter().enumerate() {
            let key = format!("{key}[{index}]");
            let Some(value) = self.fill(&key, template) else {
                continue;
            };
            if Path::new(&value).starts_with("~") {
                paths.push(value.into());
            } else {
                paths.extend(self.file(&key, template, &value));
            }
        }
        paths
    }

    pub(super) fn targets(
        &mut self,
        key: &str,
        templates: &[SpannedTemplate],
    ) -> Vec<ConnectTarget> {
        let mut targets = Vec::with_capacity(templates.len());
        for (index, template) in templates.iter().enumerate() {
            let key = format!("{key}[{index}]");
            let Some(value) = self.fill(&key, template) else {
                continue;
            };
            match value.parse::<ConnectTarget>() {
                Ok(target) => {
                    self.show(&key, &template.text, Some(&template.span));
                    targets.push(target);
                }
                // The value may be a secret by mistake, so it is not repeated.
                Err(error) => {
                    let says = format!("is no address to connect to: {}", error.problem);
                    self.fail(&template.span, &key, &says);
                }
            }
        }
        targets
    }
}
