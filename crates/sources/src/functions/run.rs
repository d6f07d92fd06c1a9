//! The life of a program: loaded, served, and loaded anew when it has changed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_model::Diagnostic;
use candor_script::{LoadError, Program};
use candor_wire::RawJson;
use serde_json::json;
use tokio::sync::mpsc;

use super::Functions;
use super::stamp::Stamp;
use crate::error::chain;
use crate::inventory::{Inventory, ServerFacts};
use crate::judge;
use crate::shared::{Order, Shared};
use crate::tending::{self, Tending, Terms};

const TERMS: Terms = Terms {
    transport: "functions",
    subject: "the program",
    stale: "functions::stale",
};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Serves the functions until the source is stopped.
pub(crate) async fn run(
    shared: Arc<Shared>,
    functions: Arc<Functions>,
    orders: mpsc::Receiver<Order>,
) {
    tending::until_stopped(&shared, live(&shared, &functions, orders)).await;
}

async fn live(shared: &Arc<Shared>, functions: &Functions, mut orders: mpsc::Receiver<Order>) {
    let mut tending = Tending::new(shared, &TERMS);
    loop {
        // Taken before the files are read, so that no change falls between the two.
        let stamp = Stamp::of(&functions.spec.script.path).await;
        let wait = match load(functions).await {
            Ok(inventory) => {
                if shared.state.borrow().is_ready() {
                    let tools = inventory.tools.len();
                    tracing::info!(source.name = %shared.name(), tools, "The functions were loaded anew");
                }
                tending.serve(inventory).await;
                None
            }
            Err(why) => Some(tending.fail(why).await),
        };
        changed(functions, &mut orders, wait, &stamp).await;
    }
}

/// Waits until there is a reason to load again: a file has changed, somebody wants it, or what
/// failed is to be tried once more.
async fn changed(
    functions: &Functions,
    orders: &mut mpsc::Receiver<Order>,
    wait: Option<Duration>,
    stamp: &Stamp,
) {
    let path = &functions.spec.script.path;
    if !functions.spec.watch {
        tending::rest(orders, wait).await;
        return;
    }
    let mut left = wait;
    loop {
        let pause = left.map_or(LOOK, |left| left.min(LOOK));
        if tending::rest(orders, Some(pause)).await || Stamp::of(path).await != *stamp {
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

/// Loads the program, and lets calls go to it.
async fn load(functions: &Functions) -> Result<Inventory, String> {
    let program = Program::load(&functions.spec.script).await;
    let program = program.map_err(|error| reason(&error))?;
    let inventory = inventory(&program, &functions.spec.script.path);
    functions.serve(program);
    Ok(inventory)
}

/// Why a program cannot be served: where, what, and what to do.
fn reason(error: &LoadError) -> String {
    let mut text = chain(error);
    if let Some(place) = error.place() {
        text = format!("{place}: {text}");
    }
    if let Some(hint) = error.hint() {
        text = format!("{text}; {hint}");
    }
    text
}

fn inventory(program: &Program, path: &Path) -> Inventory {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let mut inventory = Inventory {
        server: ServerFacts {
            name: name.to_string_lossy().into_owned(),
            capabilities: RawJson::from_value(&json!({"tools": {"listChanged": true}})),
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
    judge::own(
        definitions.map(|definition| RawJson::from_value(&definition.to_json())),
        "functions::unusable-tool",
        &mut inventory,
    );
    inventory
}
