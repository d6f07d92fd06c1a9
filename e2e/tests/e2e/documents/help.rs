//! Every example of the help.
//!
//! The help is asked of the program itself, command by command. The examples are typed in one
//! folder with a gateway, in the order in which the help lists the commands; what changes the
//! configuration or the clients of a machine is typed in a new home.

use std::process::Command;

use candor_testkit::candor::bin;

use super::address;
use super::reader::DocumentReader;
use super::rules::{CommandRule, DocumentRules};

/// What the help is called in the lists of rules.
pub(super) const NAME: &str = "--help";

/// What makes the folder that the examples speak of.
const SET_UP: &str = "set up";

/// The commands below a command, by its help.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let entries = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = entries.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// The examples in a help: lines of commands, and entries for the files of clients.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    let indented = lines.filter_map(|line| line.strip_prefix("  "));
    let whole = indented.filter(|line| !line.starts_with(' ') && line.contains("candor"));
    // What a command does stands after it, in a column of its own.
    let lines = whole.map(|line| line.split("    ").next().unwrap_or(line));
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The examples of a command and of all below it.
fn all_examples(command: &[String], found: &mut Vec<String>) {
    let output = Command::new(bin()).args(command).arg("-h").output();
    let help = String::from_utf8(output.expect("help").stdout).expect("text");
    found.extend(examples(&help));
    for below in commands(&help) {
        all_examples(&[command, &[below]].concat(), found);
    }
}

fn type_in_new_home(line: &str, rule: &CommandRule) -> Result<(), String> {
    let mut reader = DocumentReader::new(&address(1));
    reader.enter(line, "", rule)?;
    reader.stop()
}

/// An entry of an `.mcp.json`, which Candor reads too.
fn take_entry(line: &str, reader: &mut DocumentReader) -> Result<(), String> {
    reader.write("entry/.mcp.json", line);
    match reader.run("candor config show --config entry/.mcp.json")? {
        (0, _) => Ok(()),
        (code, said) => Err(format!("{line}\nended with {code}:\n{said}")),
    }
}

/// Every example with its rule; what is not run is left out.
fn ruled_examples(rules: &mut DocumentRules) -> Vec<(String, CommandRule)> {
    let mut lines = Vec::new();
    all_examples(&[], &mut lines);
    assert!(lines.len() > 150, "{} examples", lines.len());
    let examples = lines.into_iter().filter_map(|line| {
        let rule = rules.rule(&line)?;
        Some((line, rule))
    });
    examples.collect()
}

#[test]
fn examples_are_typed_beside_a_gateway() {
    let mut rules = DocumentRules::of(NAME);
    let set_up = rules.rule(SET_UP).expect("a way to set up the folder");
    let examples = ruled_examples(&mut rules);
    let mut reader = DocumentReader::new(&address(0));
    let set_up = reader.enter("candor serve", "", &set_up);
    let mut failures: Vec<String> = set_up.err().into_iter().collect();
    for (line, rule) in examples.iter().filter(|(_, rule)| !rule.fresh) {
        reader.go_to_folder();
        let typed = if line.starts_with('{') {
            take_entry(line, &mut reader)
        } else {
            reader.enter(line, "", rule)
        };
        failures.extend(typed.err());
    }
    failures.extend(reader.stop().err());
    failures.extend(rules.stale());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn examples_are_typed_in_new_homes() {
    let examples = ruled_examples(&mut DocumentRules::of(NAME));
    let new = examples.iter().filter(|(_, rule)| rule.fresh);
    let typed = new.map(|(line, rule)| type_in_new_home(line, rule));
    let failures: Vec<String> = typed.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn examples_are_found_in_a_help() {
    let help = "Does it\n\nCommands:\n  list    List\n            all of it\n  help    Help\n\nOptions:\n  \
                -h\n\nExamples:\n  candor a b    Why\n  echo | candor c\n                      Why\n\n\
                Clients: x,\n  y\n";
    assert_eq!(commands(help), ["list"]);
    assert_eq!(examples(help), ["candor a b", "echo | candor c"]);
}
