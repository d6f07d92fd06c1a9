//! A pack: tools that are part of this program.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_functions::{Invocation, Toolbox};
use candor_wire::RawJson;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::conversation::{Conversation, Said};
use crate::error::SourceError;
use crate::inventory::{Inventory, ServerFacts};
use crate::question::Question;
use crate::shared::{Order, Shared};
use crate::tending::{self, Tending, Terms};
use crate::{judge, local};

const TERMS: Terms = Terms {
    transport: "pack",
    subject: "the pack",
    stale: "pack::stale",
};

/// Offers the tools until the source is stopped.
pub(crate) async fn run(shared: Arc<Shared>, toolbox: Toolbox, mut orders: mpsc::Receiver<Order>) {
    let life = async {
        let mut tending = Tending::new(&shared, &TERMS);
        tending.serve(inventory(&toolbox)).await;
        loop {
            // There is nothing to read anew.
            tending::rest(&mut orders, None).await;
        }
    };
    tending::until_stopped(&shared, life).await;
}

/// Begins a call.
pub(crate) fn ask(
    toolbox: &Toolbox,
    shared: &Arc<Shared>,
    question: Question,
) -> Result<Conversation, SourceError> {
    let name = match local::named(shared, &question)? {
        Ok(name) => name,
        Err(answer) => return Ok(answer),
    };
    if toolbox.definition(&name).is_none() {
        return Ok(local::unknown(&name));
    }
    let toolbox = toolbox.clone();
    local::begin(shared, &question.clone(), move |voice| async move {
        let arguments = question.params.get("arguments").map(RawJson::decode);
        let arguments = match arguments.transpose() {
            Ok(arguments) => arguments.unwrap_or_default(),
            Err(error) => {
                let sentence = format!("the arguments cannot be read: {error}");
                return Said::Answer(Ok(local::told(&sentence)));
            }
        };
        let cancel = CancellationToken::new();
        // Whoever no longer listens has cancelled.
        let _guard = cancel.clone().drop_guard();
        let invocation = Invocation {
            variables: Arc::new(BTreeMap::new()),
            caller: local::caller(&question),
            cancel,
            host: voice,
            known: question.hints,
            private: false,
        };
        match toolbox.call(&name, arguments, invocation).await {
            Ok(reply) => Said::Answer(Ok(RawJson::from_value(&reply.to_json()))),
            Err(error) => Said::Answer(Ok(local::told(&error.to_string()))),
        }
    })
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
    let definitions = toolbox.definitions();
    judge::own(
        definitions.map(|definition| RawJson::from_value(&definition.to_json())),
        "pack::unusable-tool",
        &mut inventory,
    );
    inventory
}
