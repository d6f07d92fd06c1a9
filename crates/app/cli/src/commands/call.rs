//! `candor call`: one call through the pipeline, as a client would make it.

mod approval_prompt;
mod arguments;
mod content;
mod follow;
mod pairs;
mod remote;
mod tool_name;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;

use candor_gateway::{
    COMES_BACK_META, CatalogueTool, ClientContext, Endpoint, Gateway, IncomingCall,
};
use candor_model::{CallKind, CallerIdentity, Digest, McpRevision, QualifiedName};
use candor_schema::canonical;
use candor_server::{AnnouncedAddress, TokenNeed};
use candor_wire::{ErrorObject, RawJson, RawObject, meta};

use self::approval_prompt::{ApprovalMatcher, ApprovalPrompt};
use self::follow::FollowedCall;
use self::remote::RemoteCall;

use crate::args::CallArgs;
use crate::prelude::*;
use crate::target::CommandTarget;

pub(super) use arguments::read as read_arguments;
pub(super) use tool_name::outside;

/// Calls the tool and prints the result.
pub(super) async fn run(args: &CallArgs, context: &CommandContext) -> CommandResult {
    let target = args.target();
    let mut opened = target.open(context)?;
    let workspace = &mut opened.workspace;
    workspace.print_diagnostics();
    let limit = workspace.settings.limits.request_body;
    let given = GivenArguments::read(&args.arguments, limit)?;
    let running = running(&target, workspace, context);
    if running.is_some() {
        workspace.let_all_sleep();
    } else {
        only_needed(workspace, &args.tool)?;
    }
    let workspace = &opened.workspace;
    with_gateway(workspace, async |gateway| {
        let catalogue = gateway.catalogue();
        let endpoint = Endpoint {
            toolset: args.toolset.clone(),
            environment: None,
        };
        let offer = catalogue.offer(&endpoint)?;
        let found = tool_name::find(&catalogue, &args.tool);
        let alone = || tool_name::find_alone(&catalogue, &args.tool).filter(|_| target.is_given());
        let Some(tool) = found.or_else(alone) else {
            return Err(tool_name::unknown(&args.tool, &target, &gateway));
        };
        // A quarantined tool is called anyway, because the refusal says why.
        if tool.quarantine.is_none() && offer.tool(tool.exposed.as_str()).is_none() {
            let toolset = args.toolset.clone().or_else(|| gateway.editor().equipped());
            let named = args.toolset.is_some();
            return Err(tool_name::outside(tool, named, toolset.as_ref()));
        }
        let arguments = given.object(&gateway, &endpoint, tool)?;
        let caller = context.actor.caller();
        let sought = sought(tool, &arguments, &caller, target.is_given())?;
        let prompt = ApprovalPrompt::new(sought, &gateway, context, args.yes);
        let followed: Pin<Box<dyn Future<Output = FollowedCall> + '_>> =
            if let Some(address) = running {
                let call = RemoteCall {
                    address,
                    bearer: context.actor.bearer().cloned(),
                    endpoint,
                    tool: tool.exposed.to_string(),
                    arguments,
                };
                let sending = tokio::task::spawn_blocking(move || call.send());
                Box::pin(follow::follow_remote(sending, prompt, args.timeout))
            } else {
                let call = gateway.call(arrival(&gateway, endpoint, tool, arguments, caller));
                Box::pin(follow::follow(call, prompt, args.timeout, context))
            };
        match followed.await {
            FollowedCall::Replied(Ok(result)) => {
                answered(&result, |message| target.way_out(message), &context.output)
            }
            FollowedCall::Replied(Err(error)) => refused(&error, &context.output),
            FollowedCall::GivenUp(sentence) => not_called(&sentence, &context.output),
        }
    })
    .await
}

/// The address of the gateway that runs on this data directory, if it is to make the call. It
/// recognises callers by their token, and others only where none is needed.
fn running(
    target: &CommandTarget<'_>,
    workspace: &CommandWorkspace,
    context: &CommandContext,
) -> Option<SocketAddr> {
    let settings = &workspace.settings;
    let is_recognised = context.actor.bearer().is_some() || TokenNeed::of(settings).is_none();
    let can_ask = !target.is_given() && settings.server.transparent.is_none() && is_recognised;
    can_ask
        .then(|| AnnouncedAddress::find_socket(&settings.server.data))
        .flatten()
}

/// Arguments as they were given.
enum GivenArguments {
    /// A JSON object.
    Object(RawJson),
    /// Pairs, which take their types from the tool.
    Pairs(Vec<String>),
}

// === impl GivenArguments ===

impl GivenArguments {
    fn read(words: &[String], limit: usize) -> CommandResult<Self> {
        match words {
            [] => Ok(Self::Object(arguments::read("{}", limit)?)),
            words if pairs::are_pairs(words) => Ok(Self::Pairs(words.to_vec())),
            [one] => Ok(Self::Object(arguments::read(one, limit)?)),
            [_, second, ..] => {
                let failure = CommandFailure::new(format!("`{second}` is one word too many"));
                Err(failure.hint(
                    "write one JSON object in single quotes, or `key=value` for each argument",
                ))
            }
        }
    }

    /// The object for this tool.
    fn object(
        &self,
        gateway: &Gateway,
        endpoint: &Endpoint,
        tool: &CatalogueTool,
    ) -> CommandResult<RawJson> {
        match self {
            Self::Object(object) => Ok(object.clone()),
            Self::Pairs(words) => {
                let explained = gateway.editor().explain(&tool.name, endpoint)?;
                let definition: Value = explained.definition.decode()?;
                pairs::object(words, &definition["inputSchema"])
            }
        }
    }
}

/// With `source.tool` no other source has to be started. Where one source is served under its
/// own names, a dot may be part of the name.
fn only_needed(workspace: &mut CommandWorkspace, tool: &str) -> CommandResult<()> {
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
        return Err(CommandFailure::new(sentence).hint("set `enabled = true` for the source"));
    }
    if workspace.settings.server.transparent.is_none() {
        workspace.start_only(wanted.source());
    }
    Ok(())
}

fn arrival(
    gateway: &Gateway,
    endpoint: Endpoint,
    tool: &CatalogueTool,
    arguments: RawJson,
    identity: CallerIdentity,
) -> IncomingCall {
    let wants = RawObject::from_iter([
        (meta::PROGRESS_TOKEN, RawJson::string("candor-call")),
        (meta::LOG_LEVEL, RawJson::string("info")),
        // A user who stops waiting is told to repeat the call.
        (COMES_BACK_META, RawJson::from_value(&json!(true))),
    ]);
    let params = RawObject::from_iter([
        ("name", RawJson::string(tool.exposed.as_str())),
        ("arguments", arguments),
        ("_meta", wants.to_json()),
    ]);
    let client = ClientContext {
        revision: McpRevision::NEWEST_MODERN,
        key: gateway.next_client_key(),
        capabilities: RawObject::default().to_json(),
        info: Some(RawJson::from_value(
            &json!({"name": "candor call", "version": env!("CARGO_PKG_VERSION")}),
        )),
        trace: Vec::new(),
        identity,
        session: None,
        endpoint,
    };
    let bytes = params.to_json().len();
    IncomingCall::new(client, CallKind::Tool, params, bytes)
}

/// How to recognise the approval of the call.
fn sought(
    tool: &CatalogueTool,
    arguments: &RawJson,
    caller: &CallerIdentity,
    alone: bool,
) -> CommandResult<ApprovalMatcher> {
    let arguments: Value = arguments.decode()?;
    Ok(ApprovalMatcher {
        tool: tool.name.clone(),
        principal: caller.name.clone(),
        arguments: Digest::of(canonical(&arguments)),
        definition: tool.hash,
        alone,
    })
}

/// Prints the result of a tool; an error is a finding. It may speak of settings of a file, and a
/// target has none: `way_out` knows what to do instead.
pub(super) fn answered(
    result: &RawJson,
    way_out: impl Fn(&str) -> Option<&'static str>,
    output: &CommandOutput,
) -> CommandResult {
    let value: Value = result.decode()?;
    let asks = value["resultType"] == "input_required";
    let is_error = value["isError"] == true;
    if output.is_json() {
        output.raw(result)?;
        return Ok(CommandExit::with_findings(is_error || asks));
    }
    if asks {
        output.say("the tool requires input, which `candor call` cannot provide");
        output.say("  hint: use a client that can ask its user");
    } else {
        content::print(&value, output)?;
        if is_error {
            output.say("the tool returned an error");
        }
    }
    let blocks = value["content"].as_array().filter(|_| is_error);
    let texts = blocks.into_iter().flatten();
    let mut texts = texts.filter_map(|block| block["text"].as_str());
    if let Some(hint) = texts.find_map(way_out) {
        output.say(&format!("  hint: {hint}"));
    }
    Ok(CommandExit::with_findings(is_error || asks))
}

/// Prints why a call was not made, or why its result is not known.
fn not_called(sentence: &str, output: &CommandOutput) -> CommandResult {
    if output.is_json() {
        output.json(&json!({"error": {"message": sentence}}))?;
    } else {
        CommandFailure::new(sentence).print(output);
    }
    Ok(CommandExit::Findings)
}

fn refused(error: &RawJson, output: &CommandOutput) -> CommandResult {
    if output.is_json() {
        output.raw(&RawObject::from_iter([("error", error.clone())]).to_json())?;
    } else {
        let ErrorObject { code, message, .. } = ErrorObject::from_json(error);
        CommandFailure::new(format!("{message} ({code})")).print(output);
    }
    Ok(CommandExit::Findings)
}
