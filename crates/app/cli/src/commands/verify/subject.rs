//! The target of verification: a program, an API, or functions.

use std::path::Path;

use candor_config::{EndpointUrl, SourceSettings, TransportSettings};
use candor_egress::RequestReach;
use candor_model::SourceName;
use candor_verify::VerifyScenario;

use super::hosted::HostedSource;
use crate::args::{DocumentOptions, VerifyArgs};
use crate::configured_program::ConfiguredProgram;
use crate::prelude::*;
use crate::target::{self, CommandTarget};

/// The target of verification.
pub(super) enum VerifySubject {
    /// A command that starts a server; empty to use that of the scenario.
    Program(Vec<String>),
    /// A source that Candor itself serves.
    Hosted(Box<HostedSource>),
}

/// Finds what the arguments name. The variables of a configured program go into the scenario.
pub(super) fn find(
    args: &VerifyArgs,
    context: &CommandContext,
    scenario: &mut VerifyScenario,
) -> CommandResult<VerifySubject> {
    let Some(target) = &args.target else {
        return Ok(VerifySubject::Program(args.command.clone()));
    };
    match SourceName::parse(target) {
        Ok(name) if !Path::new(target).exists() || is_configured(&name, context) => {
            configured(&name, args, context, scenario)
        }
        _ => named(target, args, context),
    }
}

/// Whether a source has this name. An unreadable configuration has none and is reported elsewhere.
fn is_configured(name: &SourceName, context: &CommandContext) -> bool {
    let workspace = CommandWorkspace::open_silently(context);
    workspace.is_ok_and(|workspace| workspace.source(name).is_some())
}

/// A source of the configuration, with its variables and credentials.
fn configured(
    name: &SourceName,
    args: &VerifyArgs,
    context: &CommandContext,
    scenario: &mut VerifyScenario,
) -> CommandResult<VerifySubject> {
    if !args.i_mean_it {
        let sentence = format!(
            "`{name}` is a configured source: its tools would be called with its own credentials"
        );
        let hint =
            "add `--i-mean-it`, or give a command after `--`, an OpenAPI document or functions";
        return Err(CommandFailure::new(sentence).hint(hint));
    }
    let workspace = CommandWorkspace::open_silently(context)?;
    if let Some(source) = workspace.source(name).filter(|source| is_hosted(source)) {
        let mut hosted = hosted(source.clone(), name.as_str(), args, context)?;
        hosted.workspace.settings.inference = workspace.settings.inference;
        return Ok(VerifySubject::Hosted(Box::new(hosted)));
    }
    refuse_address(args, name.as_str())?;
    let program = ConfiguredProgram::of(name, "verified", &workspace)?;
    let inherited = std::env::vars().filter(|(variable, _)| program.inherit_env.contains(variable));
    scenario.environment.extend(inherited.chain(program.env));
    Ok(VerifySubject::Program(program.command))
}

/// A document or functions in a file, or a document at a URL.
fn named(
    target: &str,
    args: &VerifyArgs,
    context: &CommandContext,
) -> CommandResult<VerifySubject> {
    let document = DocumentOptions::default();
    let opened = CommandTarget {
        named: Some(target),
        command: &[],
        source: None,
        document: &document,
    };
    let opened = opened.open(context)?;
    // The sources of a configuration have credentials.
    let is_configuration = Path::new(target).extension().is_some_and(|it| it == "toml");
    match opened.workspace.settings.sources.as_slice() {
        [source] if is_hosted(source) && !is_configuration => {
            let hosted = hosted(source.clone(), target, args, context)?;
            Ok(VerifySubject::Hosted(Box::new(hosted)))
        }
        [source] if matches!(source.transport, TransportSettings::Http { .. }) => {
            let sentence = format!("`{target}` is an MCP server that runs already");
            let hint = "a server is verified in a world of its own: give the command that starts it \
                        after `--`; the URL of an OpenAPI document ends in `.json`, `.yaml` or `.yml`";
            Err(CommandFailure::new(sentence).hint(hint))
        }
        _ => {
            let sentence = format!("`{target}` is a configuration file");
            let hint =
                "verify one of its sources: `candor --config FILE verify SOURCE --i-mean-it`";
            Err(CommandFailure::new(sentence).hint(hint))
        }
    }
}

fn is_hosted(source: &SourceSettings) -> bool {
    matches!(
        source.transport,
        TransportSettings::OpenApi(_) | TransportSettings::Functions(_)
    )
}

/// The source as it is verified: at the test address, or on this machine.
fn hosted(
    mut source: SourceSettings,
    shown: &str,
    args: &VerifyArgs,
    context: &CommandContext,
) -> CommandResult<HostedSource> {
    let reach = match &mut source.transport {
        TransportSettings::OpenApi(api) => {
            let address = address(args, shown)?;
            api.base_url = Some(address.clone());
            api.server = None;
            api.allow_private = true;
            // Each request is the doing of one call, and the document is read once.
            api.retries = 0;
            api.refresh = Some(std::time::Duration::ZERO);
            RequestReach::Origin(address.url().clone())
        }
        TransportSettings::Functions(functions) => {
            refuse_address(args, shown)?;
            functions.allow_private = true;
            functions.watch = false;
            RequestReach::ThisMachine
        }
        other => {
            let kind = other.kind();
            return Err(CommandFailure::new(format!(
                "`{shown}` is of kind `{kind}`, which cannot be verified"
            )));
        }
    };
    let name = source.name.clone();
    let workspace = target::alone(source, context)?;
    HostedSource::new(name, workspace, reach)
}

fn address<'a>(args: &'a VerifyArgs, shown: &str) -> CommandResult<&'a EndpointUrl> {
    args.address.as_ref().ok_or_else(|| {
        let sentence = format!(
            "`{shown}` describes an API, and every one of its tools would be called, also those \
             that delete"
        );
        let hint = "give the address of a test instance, such as `--address http://127.0.0.1:8080`";
        CommandFailure::new(sentence).hint(hint)
    })
}

fn refuse_address(args: &VerifyArgs, shown: &str) -> CommandResult<()> {
    if args.address.is_none() {
        return Ok(());
    }
    let sentence = format!("`--address` is for an OpenAPI document, and `{shown}` is none");
    Err(CommandFailure::new(sentence).hint("leave it out"))
}
