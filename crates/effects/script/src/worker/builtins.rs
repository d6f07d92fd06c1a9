//! The built-in modules of a worker.

use crate::prelude;

/// Start of the names of modules that only modules of ours may import.
const PRIVATE: &str = "candor:";

/// Name of the module that is loaded first, before any of a program.
pub(super) const DRIVER: &str = "candor:driver";

/// The modules of this crate.
pub(super) const BUILTINS: BuiltinModules = BuiltinModules {
    driver: prelude::DRIVER,
    modules: prelude::MODULES,
};

/// Modules that are never requested from the host.
#[derive(Clone, Copy)]
pub(super) struct BuiltinModules {
    /// Text of the module that is loaded first.
    pub(super) driver: &'static str,
    /// Names and texts of the others.
    pub(super) modules: &'static [(&'static str, &'static str)],
}

// === impl BuiltinModules ===

impl BuiltinModules {
    /// The text of a module of ours.
    pub(super) fn text(&self, name: &str) -> Option<&'static str> {
        if name == DRIVER {
            return Some(self.driver);
        }
        let found = self.modules.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }

    /// Whether a name is reserved for built-in modules.
    pub(super) fn is_private(name: &str) -> bool {
        name.starts_with(PRIVATE)
    }

    /// Whether a place in this file is ours, and of no use to the author of a program.
    pub(super) fn owns(&self, file: &str) -> bool {
        Self::is_private(file) || self.text(file).is_some()
    }
}
