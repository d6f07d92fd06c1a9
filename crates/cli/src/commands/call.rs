//! `candor call`: one call through the pipeline, as a client would make it.

mod arguments;
mod content;
mod name;

use candor_config::Flags;
use candor_gateway::{Arrival, CallEvent, Client, Endpoint, Exchange, Gateway, Tool};
use candor_model::{CallKind, QualifiedName, Revision};
use candor_wire::{ErrorObject, RawJson, RawObject, meta, method};
use serde_json::{Value, json};

use crate::args::Call;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::progress::Progress;
use crate::target::Target;
use crate::workspace::Workspace;

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
        let arrival = arrival(&gateway, endpoint, tool, arguments);
        let reply = follow(gateway.call(arrival), output).await;
        match reply {
            Ok(result) => {
                let exit = answered(&result, output)?;
                tell_way_out(&result, &target, output);
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
    Arrival {
        client: Client {
            revision: Revision::NEWEST_MODERN,
            key: gateway.fresh_key(),
            capabilities: RawObject::default().to_json(),
            info: Some(RawJson::from_value(
                &json!({"name": "candor call", "version": env!("CARGO_PKG_VERSION")}),
            )),
            trace: Vec::new(),
            principal: "local".to_owned(),
            endpoint,
        },
        kind: CallKind::Tool,
        bytes: params.to_json().len(),
        params,
    }
}

/// Waits for the answer and tells of what is said on the way.
async fn follow(mut call: Exchange, output: &Output) -> Result<RawJson, RawJson> {
    let progress = Progress::begin(output);
    let reply = loop {
        match call.next().await {
            CallEvent::Notification { method, params } => remark(&method, params, &progress),
            CallEvent::Ask(ask) => {
                let sentence = "`candor call` cannot answer questions";
                let code = candor_wire::code::METHOD_NOT_FOUND;
                ask.answer(Err(ErrorObject::new(code, sentence))).await;
            }
            CallEvent::Done(reply) => break reply,
        }
    };
    progress.end();
    reply
}

fn remark(method: &str, params: Option<RawJson>, progress: &Progress<'_>) {
    let params: Value = params
        .and_then(|params| params.decode().ok())
        .unwrap_or_default();
    match method {
        method::PROGRESS => {
            let total = params
                .get("total")
                .map(|total| format!(" of {total}"))
                .unwrap_or_default();
            let message = params
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default();
            progress.remark(
                &format!("progress {}{total} {message}", params["progress"]),
                false,
            );
        }
        method::LOG => {
            let level = params["level"].as_str().unwrap_or("log");
            let data = match &params["data"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            progress.remark(&format!("{level}: {data}"), true);
        }
        other => progress.remark(other, true),
    }
}

fn answered(result: &RawJson, output: &Output) -> Result<Exit, Failure> {
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
fn tell_way_out(result: &RawJson, target: &Target<'_>, output: &Output) {
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
    if let Some(hint) = texts.find_map(|text| target.way_out(text)) {
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
