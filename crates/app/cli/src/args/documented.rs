//! Tests that all commands in the documentation and help texts are accepted by the program.

use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, Parser as _};

use super::CliArgs;

/// Shell syntax that can follow a command on its line.
const SHELL: [&str; 7] = [" > ", " | ", " && ", " < ", " 2>", " # ", " ; "];

/// Splits a line into words like a shell.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                word.get_or_insert_default().extend(chars.next());
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The commands of `candor` in a text, without prompts, comments and what the shell does.
fn commands(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim);
    let lines = lines.map(|line| line.strip_prefix("$ ").unwrap_or(line));
    // Shortened lines are not meant to be typed.
    let whole = lines.filter(|line| !line.contains('…'));
    let commands = whole.filter(|line| line.starts_with("candor "));
    // In help texts, the description follows the command in another column.
    let commands = commands.map(|line| line.split("   ").next().unwrap_or(line));
    commands
        .map(|line| without_shell(line).to_owned())
        .collect()
}

fn without_shell(line: &str) -> &str {
    let in_quotes = |at: usize| line[..at].matches('\'').count() % 2 == 1;
    let cuts = SHELL.iter().filter_map(|mark| line.find(mark));
    let cut = cuts.filter(|at| !in_quotes(*at)).min();
    line[..cut.unwrap_or(line.len())].trim()
}

/// The code blocks of a document.
fn blocks(markdown: &str) -> String {
    let mut inside = false;
    let lines = markdown.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        inside && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The help of a command and of all commands below it.
fn helps(command: &clap::Command, found: &mut String) {
    if let Some(text) = command.get_after_help() {
        found.push_str(&text.to_string());
        found.push('\n');
    }
    for below in command.get_subcommands() {
        helps(below, found);
    }
}

#[track_caller]
fn check(place: &str, command: &str) {
    let parsed = CliArgs::try_parse_from(words(command));
    let Err(error) = parsed else { return };
    // Help and the version are printed through an error, too.
    assert!(!error.use_stderr(), "{place}: `{command}`:\n{error}");
}

#[test]
fn every_documented_command_is_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut files = vec![root.join("README.md")];
    documents(&root.join("docs"), &mut files);
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a document");
        for command in commands(&blocks(&text)) {
            check(&file.display().to_string(), &command);
            count += 1;
        }
    }
    assert!(count > 80, "the documents show {count} commands");
}

#[test]
fn every_example_of_the_help_is_understood() {
    let mut text = String::new();
    helps(&CliArgs::command(), &mut text);
    let examples = commands(&text);
    assert!(examples.len() > 100, "{} examples", examples.len());
    for command in examples {
        check("--help", &command);
    }
}
