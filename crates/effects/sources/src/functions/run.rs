//! The life cycle of a program: loaded, served, and reloaded after a change.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_model::Diagnostic;
use candor_script::{ProgramLoadError, ScriptProgram};
use candor_wire::RawJson;
use serde_json::json;
use tokio::sync::mpsc;

use super::FunctionsSource;
use super::stamp::ProgramStamp;
use crate::error::chain;
use crate::inventory::{Inventory, ServerFacts};
use crate::reload::{self, ReloadTerms, SourceReloader};
use crate::shared::{ActorCommand, SourceShared};
use crate::validate;

const TERMS: ReloadTerms = ReloadTerms {
    transport: "functions",
    subject: "the program",
    stale: "functions::stale",
};

/// How often the files are checked.
const LOOK: Duration = Duration::from_millis(500);

/// Serves the functions until the source is stopped.
pub(crate) async fn run(
    shared: Arc<SourceShared>,
    functions: Arc<FunctionsSource>,
    orders: mpsc::Receiver<ActorCommand>,
) {
    reload::until_stopped(&shared, live(&shared, &functions, orders)).await;
}

async fn live(
    shared: &Arc<SourceShared>,
    functions: &FunctionsSource,
    mut orders: mpsc::Receiver<ActorCommand>,
) {
    let mut tending = SourceReloader::new(shared, &TERMS);
    loop {
        // Taken before the files are read, so that no change is missed in between.
        let stamp = ProgramStamp::of(&functions.spec.script.path).await;
        let wait = match load(functions).await {
            Ok(inventory) => {
                if shared.state.borrow().is_ready() {
                    let tools = inventory.tools.len();
                    tracing::info!(source.name = %shared.name(), tools, "The functions were reloaded");
                }
                tending.serve(inventory).await;
                None
            }
            Err(why) => Some(tending.fail(why).await),
        };
        changed(functions, &mut orders, wait, &stamp).await;
    }
}

/// Waits until the program must be loaded again: a file has changed, a restart is requested, or a
/// failed load is to be retried.
async fn changed(
    functions: &FunctionsSource,
    orders: &mut mpsc::Receiver<ActorCommand>,
    wait: Option<Duration>,
    stamp: &ProgramStamp,
) {
    let path = &functions.spec.script.path;
    if !functions.spec.watch {
        reload::rest(orders, wait).await;
        return;
    }
    let mut left = wait;
    loop {
        let pause = left.map_or(LOOK, |left| left.min(LOOK));
        if reload::rest(orders, Some(pause)).await || ProgramStamp::of(path).await != *stamp {
            return;
        }
        if let Some(rest) = &mut left {
            *rest = rest.saturating_sub(pause);
            if rest.is_zero() {
                return;
            }
        }
    }
}

/// Loads the program, and makes it serve calls.
async fn load(functions: &FunctionsSource) -> Result<Inventory, String> {
    let program = ScriptProgram::load(&functions.spec.script).await;
    let program = program.map_err(|error| reason(&error))?;
    let inventory = inventory(&program, &functions.spec.script.path);
    functions.serve(program);
    Ok(inventory)
}

/// Why a program cannot be served: place, reason and hint.
fn reason(error: &ProgramLoadError) -> String {
    let mut text = chain(error);
    if let Some(place) = error.place() {
        text = format!("{place}: {text}");
    }
    if let Some(hint) = error.hint() {
        text = format!("{text}; {hint}");
    }
    text
}

fn inventory(program: &ScriptProgram, path: &Path) -> Inventory {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let mut inventory = Inventory {
        server: ServerFacts {
            name: name.to_string_lossy().into_owned(),
            capabilities: capabilities(program),
            ..ServerFacts::default()
        },
        diagnostics: program
            .diagnostics()
            .iter()
            .map(Diagnostic::clone)
            .collect(),
        ..Inventory::default()
    };
    let definitions = program.tools().iter();
    validate::own(
        definitions.map(|definition| RawJson::from_value(&definition.to_json())),
        "functions::unusable-tool",
        &mut inventory,
    );
    for (at, resource) in program.resources().iter().enumerate() {
        match validate::resource(&RawJson::from_value(&resource.definition)) {
            Ok(entry) => inventory.resources.push(entry),
            Err(fault) => {
                let code = "functions::unusable-resource";
                let diagnostic = fault.diagnostic(code, "resource", at);
                inventory.diagnostics.push(diagnostic);
            }
        }
    }
    inventory
}

/// The capabilities; resources are announced if there are any.
fn capabilities(program: &ScriptProgram) -> RawJson {
    let mut capabilities = json!({"tools": {"listChanged": true}});
    if !program.resources().is_empty() {
        capabilities["resources"] = json!({"listChanged": true});
    }
    RawJson::from_value(&capabilities)
}
