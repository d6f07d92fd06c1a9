//! Configuration for a gateway under test.

use crate::script::ScriptFile;
use crate::{ServerEra, fixture_bin};

/// A source over stdio.
pub fn stdio(name: &str, command: &str, args: &[String], more: &str) -> String {
    let args: Vec<String> = args.iter().map(|arg| format!("{arg:?}")).collect();
    format!(
        "[sources.{name}]\ncommand = {command:?}\nargs = [{}]\n{more}\n",
        args.join(", ")
    )
}

/// A source at a URL.
pub fn url(name: &str, url: &str, more: &str) -> String {
    format!("[sources.{name}]\nurl = {url:?}\n{more}\n")
}

/// The registries of the catalogue, which may be on this machine.
pub fn catalogue(registries: &[&str]) -> String {
    format!("[catalogue]\nregistries = {registries:?}\nallow_private = true\n")
}

/// A script over stdio.
pub fn script(name: &str, file: &ScriptFile, era: ServerEra, more: &str) -> String {
    let (command, args) = file.command(era);
    stdio(name, &command.display().to_string(), &args, more)
}

/// The fixture over stdio.
pub fn fixture(name: &str, era: ServerEra) -> String {
    let args = ["stdio", "--era", era.as_str()].map(str::to_owned);
    stdio(name, &fixture_bin().display().to_string(), &args, "")
}
