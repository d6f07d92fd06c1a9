//! The gateways that are measured, and their configuration.

use std::path::Path;

use anyhow::Result;
use http::Uri;

use crate::era::BenchEra;
use crate::fixture::ECHO;
use crate::gateway::{GatewayFolder, SOURCE, ServedGateway, this_program, trusted_source};

/// The endpoint of the toolset.
pub(crate) const TOOLSET_PATH: &str = "/mcp/work";

/// One client of a benchmark is hundreds of users at once, so it meets the bounds of one caller.
pub(crate) const RAISED_LIMITS: &str =
    "[limits]\nconcurrent_calls = 2000\nsessions = 4000\nsessions_per_caller = 4000\n";

/// The name of the tool at the endpoint of the toolset.
pub(crate) fn toolset_echo() -> String {
    format!("{SOURCE}_{ECHO}")
}

/// A gateway that hands everything through.
pub(crate) async fn transparent(binary: &Path, upstream: &Uri) -> Result<ServedGateway> {
    let folder = GatewayFolder::new(binary, &["--transparent", SOURCE])?;
    let configuration = trusted_source(SOURCE, upstream) + RAISED_LIMITS;
    folder.serve(&configuration, Vec::new()).await
}

/// A gateway with everything on, in front of a source; its database is a file unless one is named.
pub(crate) async fn everything(
    binary: &Path,
    source: &str,
    database: Option<&str>,
) -> Result<ServedGateway> {
    let flags = database.map_or(Vec::new(), |url| vec!["--database-url", url]);
    let folder = GatewayFolder::new(binary, &flags)?;
    let configuration = format!("{source}{}{RAISED_LIMITS}", everything_on());
    folder.serve(&configuration, Vec::new()).await
}

/// A source that is a child process with so many tools.
pub(crate) fn stdio_source(era: BenchEra, tools: u32) -> Result<String> {
    let words = stdio_command(era, tools)?;
    let (program, arguments) = words
        .split_first()
        .map_or(("", &[][..]), |(first, rest)| (first, rest));
    Ok(format!(
        "[sources.{SOURCE}]\ncommand = {program:?}\nargs = {arguments:?}\ntrust = \"trusted\"\n"
    ))
}

/// The command line of the server on standard input and output.
pub(crate) fn stdio_command(era: BenchEra, tools: u32) -> Result<Vec<String>> {
    let command = this_program(&["upstream", "--stdio", "--era", era.name(), "--tools"])?;
    let command = command.as_std();
    let words = [command.get_program()]
        .into_iter()
        .chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy().into_owned());
    Ok(words.chain([tools.to_string()]).collect())
}

/// A toolset with notes, and a rule whose condition every call fulfils.
fn everything_on() -> String {
    format!(
        "[toolsets.work]\ntools = [\"{SOURCE}.*\"]\n\
         [[toolsets.work.notes]]\ntool = \"{SOURCE}.{ECHO}\"\nname = \"length\"\n\
         note = \"Keep the message under 300 characters.\"\n\
         [[toolsets.work.notes]]\ntool = \"{SOURCE}.{ECHO}\"\nname = \"language\"\n\
         note = \"Write it in English.\"\n\
         [[policy.rule]]\nname = \"short messages\"\nsource = \"{SOURCE}\"\n\
         when = \"size(args.message) < 300 && args.message.startsWith('call ')\"\n\
         effect = \"allow\"\n"
    )
}
