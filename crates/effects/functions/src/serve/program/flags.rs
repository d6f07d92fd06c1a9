//! Command-line parsing for standalone tool servers.

use std::net::SocketAddr;

use candor_model::nearest;

use crate::Toolbox;

const KNOWN: [&str; 5] = ["--http", "--list", "--allow-private", "--help", "--version"];

/// The parsed command line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProgramFlags {
    pub(super) what: ProgramCommand,
    /// Whether tools may reach private addresses.
    pub(super) private: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum ProgramCommand {
    Stdio,
    Http(SocketAddr),
    List,
    Help,
    Version,
}

/// Parses the arguments, or returns a message about what is wrong.
pub(super) fn read(words: &[String]) -> Result<ProgramFlags, String> {
    let mut what = None;
    let mut private = false;
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let wanted = match word {
            "--allow-private" => {
                private = true;
                continue;
            }
            "--help" | "-h" => ProgramCommand::Help,
            "--version" | "-V" => ProgramCommand::Version,
            "--list" => ProgramCommand::List,
            "--http" => ProgramCommand::Http(address(words.next())?),
            _ => match word.strip_prefix("--http=") {
                Some(text) => ProgramCommand::Http(address(Some(text))?),
                None => return Err(unknown(word)),
            },
        };
        // `--help` takes precedence.
        if what != Some(ProgramCommand::Help) {
            if what.is_some() && wanted != ProgramCommand::Help {
                return Err(format!("`{word}` conflicts with an earlier argument"));
            }
            what = Some(wanted);
        }
    }
    let what = what.unwrap_or(ProgramCommand::Stdio);
    Ok(ProgramFlags { what, private })
}

/// The help text.
pub(super) fn help(toolbox: &Toolbox) -> String {
    let name = toolbox.name();
    let names = toolbox.definitions().map(|one| one.name.len());
    let width = names.max().unwrap_or_default();
    let tools = toolbox.definitions().map(|definition| {
        let name = &definition.name;
        let line = definition.description.lines().next().unwrap_or_default();
        format!("  {name:width$}  {line}")
    });
    let tools: Vec<_> = tools.collect();
    format!(
        "{name} {}: tools for MCP clients\n\n\
         Without a flag it serves on standard input and output.\n\n  \
         --http ADDRESS    serve over HTTP instead, such as on 127.0.0.1:8000, at /mcp\n  \
         --allow-private   let tools reach addresses that are not public, such as localhost\n  \
         --list            print the definitions as JSON\n  \
         --version         print the version\n  \
         --help            print this\n\n\
         Tools:\n{}",
        toolbox.version(),
        tools.join("\n")
    )
}

fn address(text: Option<&str>) -> Result<SocketAddr, String> {
    let way_out = "write it as `127.0.0.1:8000`";
    let Some(text) = text else {
        return Err(format!("`--http` needs an address; {way_out}"));
    };
    // Only IP addresses can be parsed.
    let plain = match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}"),
        None => text.to_owned(),
    };
    let read = plain.parse();
    read.map_err(|_| format!("`{}` is no address; {way_out}", text.escape_debug()))
}

fn unknown(word: &str) -> String {
    let shown = word.escape_debug();
    match nearest(word, KNOWN) {
        Some(near) => format!("`{shown}` is not known; did you mean `{near}`?"),
        None => format!("`{shown}` is not known"),
    }
}
