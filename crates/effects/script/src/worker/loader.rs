//! The engine's module loader.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::{Declarations, Declared, Exports, ModuleDef};
use rquickjs::{Ctx, Error, Exception, Module, Result};

use crate::protocol::ThrownError;

use super::fault::ThrownReader;
use super::intrinsics::Intrinsics;
use super::modules::{ModuleSource, WorkerModules};

/// Texts of JSON modules that are compiled and not evaluated.
pub(super) type JsonTexts = Rc<RefCell<HashMap<String, String>>>;

/// Finds modules, by asking.
pub(super) struct ModuleFinder(pub(super) Rc<WorkerModules>);

/// Compiles modules that were found.
pub(super) struct ModuleCompiler {
    pub(super) modules: Rc<WorkerModules>,
    pub(super) intrinsics: Rc<Intrinsics>,
}

/// A module whose default export is JSON.
struct JsonModule;

// === impl ModuleFinder ===

impl Resolver for ModuleFinder {
    fn resolve<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<String> {
        let found = self.0.resolve(base, name);
        found.map_err(|fault| throw(ctx, &fault))
    }
}

// === impl ModuleCompiler ===

impl Loader for ModuleCompiler {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<Module<'js, Declared>> {
        let source = self.modules.source(name);
        let source = source.map_err(|fault| throw(ctx, &fault))?;
        self.modules.note_loading(name);
        let module = match source {
            ModuleSource::Script(text) => Module::declare(ctx.clone(), name, text),
            ModuleSource::Json(text) => {
                if let Some(texts) = ctx.userdata::<JsonTexts>() {
                    texts.borrow_mut().insert(name.to_owned(), text);
                }
                Module::declare_def::<JsonModule, _>(ctx.clone(), name)
            }
        };
        let module = module.map_err(|error| {
            self.modules.note_failed(name);
            self.note_syntax(ctx, error)
        })?;
        // Bundles ask for their location. The root is the whole file system.
        if !self.modules.builtins.owns(name) {
            module.meta()?.set("url", format!("file:///{name}"))?;
        }
        Ok(module)
    }
}

impl ModuleCompiler {
    /// Remembers where the engine found a mistake, and throws on.
    fn note_syntax(&self, ctx: &Ctx<'_>, error: Error) -> Error {
        if !matches!(error, Error::Exception) {
            return error;
        }
        let thrown = ctx.catch();
        let reader = ThrownReader {
            builtins: &self.modules.builtins,
            columns: &self.modules.columns,
            intrinsics: &self.intrinsics,
        };
        self.modules.note_syntax(reader.read(ctx, &thrown));
        ctx.throw(thrown)
    }
}

// === impl JsonModule ===

impl ModuleDef for JsonModule {
    fn declare(declarations: &Declarations<'_>) -> Result<()> {
        declarations.declare("default").map(drop)
    }

    fn evaluate<'js>(ctx: &Ctx<'js>, exports: &Exports<'js>) -> Result<()> {
        let name: String = exports.module().name()?;
        let texts = ctx.userdata::<JsonTexts>();
        let text = texts.and_then(|texts| texts.borrow_mut().remove(&name));
        let value = ctx.json_parse(text.unwrap_or_else(|| "null".to_owned()))?;
        exports.export("default", value).map(drop)
    }
}

/// Throws a module's error. The engine keeps only the message.
fn throw(ctx: &Ctx<'_>, fault: &ThrownError) -> Error {
    Exception::throw_message(ctx, &fault.message)
}
