//! `candor call`: one call through the pipeline, as a client would make it.

mod arguments;
mod content;
mod follow;
mod name;
mod question;

use candor_config::Flags;
use candor_gateway::{Arrival, Client, Endpoint, Gateway, Tool};
use candor_model::{CallKind, Digest, Identity, QualifiedName, Revision};
use candor_schema::canonical;
use candor_wire::{ErrorObject, RawJson, RawObject, meta};
use serde_json::{Value, json};

use self::question::Sought;

use crate::args::Call;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

pub(super) use arguments::read as read_arguments;
pub(super) use name::outside;

/// Calls the tool and prints what it answers.
pub(super) async fn run(args: &Call, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let target = args.target();
    let mut opened = target.open(flags)?;
    let workspace = &mut opened.workspace;
    workspace.tell(output);
    let limit = workspace.settings.limits.request_body;
    let arguments = arguments::read(args.arguments.as_deref().unwrap_or("{}"), limit)?;
    only_needed(workspace, &args.tool)?;
    let workspace = &opened.workspace;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let catalogue = gateway.catalogue();
        let endpoint = Endpoint {
            toolset: args.toolset.clone(),
            environment: None,
        };
        let offer = catalogue.offer(&endpoint)?;
        let found = name::find(&catalogue, &args.tool);
        let alone = || name::find_alone(&catalogue, &args.tool).filter(|_| target.is_given());
        let Some(tool) = found.or_else(alone) else {
            return Err(name::unknown(
                &args.tool,
                &target,
                &catalogue,
                &gateway.sources(),
            ));
        };
        // One that waits for somebody is called all the same: the answer says why it is not.
        if tool.quarantine.is_none() && offer.tool(tool.exposed.as_str()).is_none() {
            let toolset = args.toolset.clone().or_else(|| gateway.desk().equipped());
            let named = args.toolset.is_some();
            return Err(name::outside(tool, named, toolset.as_ref()));
        }
        let sought = sought(tool, &arguments, target.is_given())?;
        let call = gateway.call(arrival(&gateway, endpoint, tool, arguments));
        let reply = Box::pin(follow::follow(call, sought, &gateway, output)).await;
        match reply {
            Ok(result) => {
                let exit = answered(&result, output)?;
                tell_way_out(&result, |message| target.way_out(message), output);
                Ok(exit)
            }
            Err(error) => refused(&error, output),
        }
    })
    .await
}

/// With `source.tool` no other source has to be started. Where one source is served under its
/// own names, a dot may be part of the name.
fn only_needed(workspace: &mut Workspace, tool: &str) -> Result<(), Failure> {
    let Some(wanted) = QualifiedName::parse(tool) else {
        return Ok(());
    };
    let Some(source) = workspace.source(wanted.source()) else {
        return Ok(());
    };
    if !source.enabled {
        let sentence = format!(
            "source `{}` is disabled, so `{tool}` cannot be called",
            source.name
        );
        return Err(Failure::new(sentence).hint("set its `enabled = true`"));
    }
    if workspace.settings.server.transparent.is_none() {
        workspace.start_only(wanted.source());
    }
    Ok(())
}

fn arrival(gateway: &Gateway, endpoint: Endpoint, tool: &Tool, arguments: RawJson) -> Arrival {
    let wants = RawObject::from_iter([
        (meta::PROGRESS_TOKEN, RawJson::string("candor-call")),
        (meta::LOG_LEVEL, RawJson::string("info")),
    ]);
    let params = RawObject::from_iter([
        ("name", RawJson::string(tool.exposed.as_str())),
        ("arguments", arguments),
        ("_meta", wants.to_json()),
    ]);
    let client = Client {
        revision: Revision::NEWEST_MODERN,
        key: gateway.fresh_key(),
        capabilities: RawObject::default().to_json(),
        info: Some(RawJson::from_value(
            &json!({"name": "candor call", "version": env!("CARGO_PKG_VERSION")}),
        )),
        trace: Vec::new(),
        identity: Identity::local(),
        session: None,
        endpoint,
    };
    let bytes = params.to_json().len();
    Arrival::new(client, CallKind::Tool, params, bytes)
}

/// By what a question about the call is recognised.
fn sought(tool: &Tool, arguments: &RawJson, alone: bool) -> Result<Sought, Failure> {
    let arguments: Value = arguments.decode().map_err(anyhow::Error::new)?;
    Ok(Sought {
        tool: tool.name.clone(),
        arguments: Digest::of(canonical(&arguments)),
        definition: tool.hash,
        alone,
    })
}

/// Prints what a tool answered; that it is an error is a finding.
pub(super) fn answered(result: &RawJson, output: &Output) -> Result<Exit, Failure> {
    let value: Value = result.decode().map_err(anyhow::Error::new)?;
    let asks = value.get("resultType").and_then(Value::as_str) == Some("input_required");
    let is_error = value.get("isError").and_then(Value::as_bool) == Some(true);
    if output.is_json() {
        output.raw(result)?;
    } else if asks {
        output.say("the tool asks for input, which `candor call` cannot give");
        output.say("  hint: call it from a client that can ask its user");
    } else {
        content::print(&value, output)?;
        if is_error {
            output.say("the answer is an error");
        }
    }
    Ok(Exit::with_findings(is_error || asks))
}

/// An error may speak of settings of a file, and a target has none.
pub(super) fn tell_way_out(
    result: &RawJson,
    way_out: impl Fn(&str) -> Option<&'static str>,
    output: &Output,
) {
    if output.is_json() {
        return;
    }
    let value: Value = result.decode().unwrap_or_default();
    if value.get("isError").and_then(Value::as_bool) != Some(true) {
        return;
    }
    let blocks = value.get("content").and_then(Value::as_array);
    let mut texts = blocks
        .into_iter()
        .flatten()
        .filter_map(|block| block.get("text")?.as_str());
    if let Some(hint) = texts.find_map(way_out) {
        output.say(&format!("  hint: {hint}"));
    }
}

fn refused(error: &RawJson, output: &Output) -> Result<Exit, Failure> {
    if output.is_json() {
        output.raw(&RawObject::from_iter([("error", error.clone())]).to_json())?;
    } else {
        let ErrorObject { code, message, .. } = ErrorObject::from_json(error);
        Failure::new(format!("{message} ({code})")).tell(output);
    }
    Ok(Exit::Findings)
}
