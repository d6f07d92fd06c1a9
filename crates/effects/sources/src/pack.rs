//! A pack: tools that are part of this program.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_functions::{ToolInvocation, Toolbox};
use candor_model::{Diagnostic, Secret, Severity};
use candor_wire::RawJson;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::error::SourceError;
use crate::inventory::{Inventory, ServerFacts};
use crate::local::{self, LocalCall, LocalToolHost};
use crate::reload::{self, ReloadTerms, SourceReloader};
use crate::request::SourceRequest;
use crate::shared::{ActorCommand, SourceShared};
use crate::source::SourceCall;
use crate::validate;

const TERMS: ReloadTerms = ReloadTerms {
    transport: "pack",
    subject: "the pack",
    stale: "pack::stale",
};

/// Offers the tools until the source is stopped.
pub(crate) async fn run(
    shared: Arc<SourceShared>,
    toolbox: Toolbox,
    mut orders: mpsc::Receiver<ActorCommand>,
) {
    let life = async {
        let mut tending = SourceReloader::new(&shared, &TERMS);
        tending.serve(inventory(&toolbox)).await;
        loop {
            // There is nothing to reload.
            reload::rest(&mut orders, None).await;
        }
    };
    reload::until_stopped(&shared, life).await;
}

/// Begins a call.
pub(crate) fn ask(
    toolbox: &Toolbox,
    shared: &Arc<SourceShared>,
    request: &Arc<SourceRequest>,
) -> Result<SourceCall, SourceError> {
    local::call_tool(shared, request, |name| {
        if toolbox.definition(&name).is_none() {
            return Ok(None);
        }
        let (toolbox, own) = (toolbox.clone(), Arc::clone(request));
        let call = LocalCall::hosted(shared, request, move |host| async move {
            Ok(call(toolbox, name, own, host).await)
        });
        call.map(Some)
    })
}

async fn call(
    toolbox: Toolbox,
    name: String,
    request: Arc<SourceRequest>,
    host: Arc<LocalToolHost>,
) -> RawJson {
    let arguments = request.params.get("arguments").map(RawJson::decode);
    let arguments = match arguments.transpose() {
        Ok(arguments) => arguments.unwrap_or_default(),
        Err(error) => return local::told(&format!("the arguments cannot be read: {error}")),
    };
    let cancel = CancellationToken::new();
    // Dropping the call cancels it.
    let _guard = cancel.clone().drop_guard();
    let invocation = ToolInvocation {
        variables: Arc::new(variables(&request)),
        caller: local::caller(&request),
        cancel,
        host,
        known: request.hints,
        private: false,
    };
    match toolbox.call(&name, arguments, invocation).await {
        Ok(reply) => RawJson::from_value(&reply.to_json()),
        Err(error) => local::told(&error.to_string()),
    }
}

/// The variables of the environment in which a call is made.
fn variables(request: &SourceRequest) -> BTreeMap<String, Secret<String>> {
    let all = request.variables.iter();
    all.map(|(name, value)| (name.to_string(), value.clone()))
        .collect()
}

fn inventory(toolbox: &Toolbox) -> Inventory {
    let mut inventory = Inventory {
        server: ServerFacts {
            name: toolbox.name().to_owned(),
            version: toolbox.version().to_owned(),
            instructions: toolbox.instructions().map(str::to_owned),
            capabilities: RawJson::from_value(&json!({"tools": {}})),
            ..ServerFacts::default()
        },
        ..Inventory::default()
    };
    let left_out = toolbox.left_out().iter();
    inventory.diagnostics.extend(
        left_out.map(|sentence| Diagnostic::new(Severity::Note, "pack::not-offered", sentence)),
    );
    let definitions = toolbox.definitions();
    validate::own(
        definitions.map(|definition| RawJson::from_value(&definition.to_json())),
        "pack::unusable-tool",
        &mut inventory,
    );
    inventory
}
