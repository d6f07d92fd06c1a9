//! The worker's cache of a program's modules.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::strip::{StripError, StripFault, strip};

use crate::protocol::{
    ModuleKind, ModulePlace, ModuleRequest, ModuleText, ThrownError, ThrownKind,
};

use super::builtins::BuiltinModules;
use super::columns::ColumnMap;
use super::imports;
use super::port::{HostPort, PortError};

/// The maximum number of stored errors.
const MAX_FAULTS: usize = 16;

/// The modules of a program. The host finds them; each is requested once and prepared for the
/// engine.
pub(super) struct WorkerModules {
    port: Rc<HostPort>,
    pub(super) builtins: BuiltinModules,
    pub(super) columns: ColumnMap,
    /// Name of the entry, on whose behalf our own modules import.
    entry: String,
    /// Modules that have come and are not loaded.
    arrived: RefCell<HashMap<String, ModuleText>>,
    /// Names of modules that are loaded or being loaded.
    loaded: RefCell<HashSet<String>>,
    /// Names of modules, by who imports them and how.
    found: RefCell<HashMap<(String, String), String>>,
    /// Texts as they were written, while the program is being loaded.
    texts: RefCell<HashMap<String, String>>,
    /// Errors of modules. The engine keeps only their message.
    faults: RefCell<Vec<ThrownError>>,
    /// The worker itself imports: an entry, or what is ours.
    is_root: Cell<bool>,
}

/// The error of a module.
pub(super) type ModuleFault = Box<ThrownError>;

/// A module that the engine can read.
pub(super) enum ModuleSource {
    /// An ES module.
    Script(String),
    /// JSON that is known to be right.
    Json(String),
}

// === impl WorkerModules ===

impl WorkerModules {
    pub(super) fn new(port: Rc<HostPort>, builtins: BuiltinModules, entry: &str) -> Self {
        Self {
            port,
            builtins,
            columns: ColumnMap::default(),
            entry: entry.to_owned(),
            arrived: RefCell::default(),
            loaded: RefCell::default(),
            found: RefCell::default(),
            texts: RefCell::default(),
            faults: RefCell::default(),
            is_root: Cell::new(false),
        }
    }

    /// Imports something for the worker itself: the first request is marked as its own.
    pub(super) fn as_root<T>(&self, import: impl FnOnce() -> T) -> T {
        self.is_root.set(true);
        let imported = import();
        self.is_root.set(false);
        imported
    }

    /// The program is loaded; data for error messages is dropped.
    pub(super) fn settle_down(&self) {
        self.texts.take();
    }

    /// The name of the module that a specifier means in another.
    pub(super) fn resolve(&self, base: &str, specifier: &str) -> Result<String, ModuleFault> {
        let is_root = base.is_empty() && self.is_root.take();
        let is_ours = is_root || self.builtins.text(base).is_some();
        if BuiltinModules::is_private(specifier) && !is_ours {
            return Err(self.unimportable(
                base,
                specifier,
                &format!("`{specifier}` is not for programs; import `candor`"),
            ));
        }
        if self.builtins.text(specifier).is_some() {
            return Ok(specifier.to_owned());
        }
        let is_module = self.loaded.borrow().contains(base);
        let from = match (is_root, is_module && !is_ours) {
            (true, _) => None,
            (false, true) => Some(base),
            // Ours, or code that was made while running.
            (false, false) => Some(self.entry.as_str()),
        };
        self.find(from, specifier)
    }

    fn find(&self, from: Option<&str>, specifier: &str) -> Result<String, ModuleFault> {
        let base = from.unwrap_or_default();
        let key = (base.to_owned(), specifier.to_owned());
        if let Some(name) = self.found.borrow().get(&key)
            && self.loaded.borrow().contains(name)
        {
            return Ok(name.clone());
        }
        let need = ModuleRequest {
            from: from.map(str::to_owned),
            specifier: specifier.to_owned(),
        };
        let module = match self.port.need(need) {
            Ok(Ok(module)) => module,
            Ok(Err(sentence)) => return Err(self.unimportable(base, specifier, &sentence)),
            Err(PortError::TooLong(sentence)) => {
                return Err(self.unimportable("", "", &sentence));
            }
            Err(PortError::Lost) => return Err(self.unimportable("", "", "the host is gone")),
        };
        let name = module.name.clone();
        if self.builtins.owns(&name) {
            let sentence = format!("a file cannot have the name `{name}`");
            return Err(self.unimportable(base, specifier, &sentence));
        }
        self.found.borrow_mut().insert(key, name.clone());
        if !self.loaded.borrow().contains(&name) {
            self.arrived.borrow_mut().insert(name.clone(), module);
        }
        Ok(name)
    }

    /// The source that the engine loads for a module.
    pub(super) fn source(&self, name: &str) -> Result<ModuleSource, ModuleFault> {
        if let Some(text) = self.builtins.text(name) {
            return Ok(ModuleSource::Script(text.to_owned()));
        }
        let Some(module) = self.arrived.borrow_mut().remove(name) else {
            let sentence = format!("`{name}` was never found");
            return Err(self.unimportable("", "", &sentence));
        };
        let ModuleText { text, kind, .. } = module;
        let source = match kind {
            ModuleKind::Ts => strip(name, &text)
                .map(ModuleSource::Script)
                .map_err(|error| types(&error)),
            ModuleKind::Js => Ok(ModuleSource::Script(text.clone())),
            ModuleKind::Json => json(name, &text),
        };
        let source = source.map_err(|fault| self.remember(*fault))?;
        if let ModuleSource::Script(script) = &source {
            // The engine reads up to it and no further.
            if let Some(offset) = script.find('\0') {
                return Err(self.remember(nul(name, &script[..offset])));
            }
            self.columns.note(name, script);
        }
        self.texts.borrow_mut().insert(name.to_owned(), text);
        Ok(source)
    }

    /// A module is about to be compiled, and what it imports to be found.
    pub(super) fn note_loading(&self, name: &str) {
        if self.builtins.text(name).is_none() {
            self.loaded.borrow_mut().insert(name.to_owned());
        }
    }

    /// It was not, after all.
    pub(super) fn note_failed(&self, name: &str) {
        self.loaded.borrow_mut().remove(name);
    }

    /// Keeps a mistake that the engine found in a text, unless it is known better: of a module
    /// that could not be had, or of one that is imported by this.
    pub(super) fn note_syntax(&self, error: ThrownError) {
        let is_known = |fault: &ThrownError| fault.message == error.message;
        if error.kind == ThrownKind::Threw && !self.faults.borrow().iter().any(is_known) {
            self.remember(ThrownError {
                kind: ThrownKind::Syntax,
                stack: Vec::new(),
                ..error
            });
        }
    }

    /// Stores an error of which the engine keeps only the message.
    fn remember(&self, fault: ThrownError) -> ModuleFault {
        let mut faults = self.faults.borrow_mut();
        if faults.len() == MAX_FAULTS {
            faults.remove(0);
        }
        faults.push(fault.clone());
        Box::new(fault)
    }

    /// An error from the engine, with the stored details.
    pub(super) fn explain(&self, error: ThrownError) -> ThrownError {
        let faults = self.faults.borrow();
        let known = faults
            .iter()
            .rev()
            .find(|fault| fault.message == error.message);
        if let Some(fault) = known {
            return fault.clone();
        }
        drop(faults);
        self.missing_export(&error).unwrap_or(error)
    }

    /// Interprets the engine's error about a missing export.
    fn missing_export(&self, error: &ThrownError) -> Option<ThrownError> {
        let rest = error.message.strip_prefix("Could not find export '")?;
        let (export, rest) = rest.split_once("' in module '")?;
        let module = rest.strip_suffix('\'')?;
        let texts = self.texts.borrow();
        let found = self.found.borrow();
        let mut importers: Vec<_> = found
            .iter()
            .filter(|(_, name)| *name == module)
            .map(|((from, specifier), _)| (from.as_str(), specifier.as_str()))
            .chain(texts.keys().map(|from| (from.as_str(), module)))
            .collect();
        importers.sort_unstable();
        let place = importers.into_iter().find_map(|(file, specifier)| {
            let spot = imports::name(texts.get(file)?, export, specifier)?;
            Some(place(file, spot))
        });
        let is_typed = place
            .as_ref()
            .is_some_and(|place| place.file.ends_with("ts"));
        let message = format!("`{module}` has no export `{export}`");
        Some(ThrownError {
            place,
            hint: is_typed.then(|| format!("if it is a type, write `import type {{ {export} }}`")),
            ..ThrownError::new(ThrownKind::Import, "SyntaxError", &message)
        })
    }

    fn unimportable(&self, base: &str, specifier: &str, sentence: &str) -> ModuleFault {
        let texts = self.texts.borrow();
        let spot = texts
            .get(base)
            .and_then(|text| imports::specifier(text, specifier));
        self.remember(ThrownError {
            place: spot.map(|spot| place(base, spot)),
            ..ThrownError::new(ThrownKind::Import, "Error", sentence)
        })
    }
}

fn json(name: &str, text: &str) -> Result<ModuleSource, ModuleFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(ModuleSource::Json(text.to_owned())),
        Err(error) => {
            let count = |number: usize| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
            let message = format!("this is not JSON: {error}");
            Err(Box::new(ThrownError {
                place: Some(place(name, (count(error.line()), count(error.column())))),
                ..ThrownError::new(ThrownKind::Syntax, "SyntaxError", &message)
            }))
        }
    }
}

fn types(error: &StripError) -> ModuleFault {
    let kind = match error.fault {
        StripFault::Syntax => ThrownKind::Syntax,
        StripFault::Kind | StripFault::Unerasable | StripFault::Parser => ThrownKind::Types,
    };
    Box::new(ThrownError {
        place: Some(place(&error.file, (error.line, error.column))),
        hint: error.hint.map(str::to_owned),
        ..ThrownError::new(kind, "SyntaxError", &error.message)
    })
}

fn nul(name: &str, before: &str) -> ThrownError {
    let line = before.matches('\n').count() + 1;
    ThrownError {
        place: Some(place(name, (u32::try_from(line).unwrap_or(u32::MAX), 1))),
        ..ThrownError::new(
            ThrownKind::Syntax,
            "SyntaxError",
            "there is a character with the code 0 in this line",
        )
    }
}

fn place(file: &str, (line, column): (u32, u32)) -> ModulePlace {
    ModulePlace {
        file: file.to_owned(),
        line,
        column,
    }
}
