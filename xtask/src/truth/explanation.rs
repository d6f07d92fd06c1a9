//! What a person found in the source of a server about a contradiction.

use std::fs;
use std::path::Path;

use candor_model::Hint;
use candor_model::glob::glob_matches;
use candor_verify::HintVerdict;
use serde::Deserialize;

use super::hint_row::{HintRow, ServerTruth};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplanationFile {
    #[serde(default)]
    contradiction: Vec<Explanation>,
}

/// About one hint of a tool, or of several that do the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Explanation {
    /// The server, by its name in the list.
    server: String,
    /// The tool, or a pattern for several.
    tool: String,
    /// The hint, such as `readOnlyHint`.
    hint: String,
    /// What the source says.
    pub(super) text: String,
    /// Whether the specification can also be read so that the hint holds.
    #[serde(default)]
    pub(super) is_reading: bool,
}

/// Reads the file; without one there are no explanations.
pub(super) fn read(path: &Path) -> Result<Vec<Explanation>, String> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path)
        .map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
    parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Explanation>, String> {
    let file: ExplanationFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let unknown = file
        .contradiction
        .iter()
        .find(|one| Hint::parse(&one.hint).is_none());
    match unknown {
        Some(one) => Err(format!("`{}` of `{}` is no hint", one.hint, one.tool)),
        None => Ok(file.contradiction),
    }
}

/// The explanation of a row.
pub(super) fn find<'a>(
    explanations: &'a [Explanation],
    server: &str,
    row: &HintRow,
) -> Option<&'a Explanation> {
    explanations.iter().find(|one| {
        let is_hint = Hint::parse(&one.hint) == row.known_hint();
        one.server == server && is_hint && glob_matches(&one.tool, &row.tool)
    })
}

/// How many contradictions depend on how the specification is read.
pub(super) fn readings(servers: &[ServerTruth], explanations: &[Explanation]) -> usize {
    let is_reading = |server: &ServerTruth, row: &HintRow| {
        row.verdict == HintVerdict::Contradicted
            && find(explanations, &server.name, row).is_some_and(|one| one.is_reading)
    };
    let counts = servers.iter().map(|server| {
        let rows = server.rows.iter();
        rows.filter(|row| is_reading(server, row)).count()
    });
    counts.sum()
}

/// Contradictions without an explanation.
pub(super) fn missing(servers: &[ServerTruth], explanations: &[Explanation]) -> Vec<String> {
    let mut found = Vec::new();
    for server in servers {
        for row in &server.rows {
            let is_open = row.verdict == HintVerdict::Contradicted
                && find(explanations, &server.name, row).is_none();
            if is_open {
                found.push(format!("`{}` `{}` {}", server.name, row.tool, row.hint));
            }
        }
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use candor_verify::HintVerdict::{Contradicted, Verified};

    use super::super::hint_row::samples::{row, server};
    use super::*;

    const FILE: &str = "[[contradiction]]\nserver = \"a\"\ntool = \"get\"\nhint = \"readOnlyHint\"\ntext = \"it writes\"\n";

    /// An explanation of a read-only hint.
    pub(in crate::truth) fn one(server: &str, tool: &str) -> Vec<Explanation> {
        vec![Explanation {
            server: server.to_owned(),
            tool: tool.to_owned(),
            hint: Hint::ReadOnly.wire().to_owned(),
            text: "it writes".to_owned(),
            is_reading: true,
        }]
    }

    #[test]
    fn contradictions_without_an_explanation_are_found() {
        let explanations = parse(FILE).unwrap();
        let servers = [server(
            "a",
            vec![
                row("get", Hint::ReadOnly, Contradicted),
                row("get", Hint::Idempotent, Contradicted),
                row("set", Hint::ReadOnly, Verified),
            ],
        )];
        assert_eq!(
            missing(&servers, &explanations),
            ["`a` `get` idempotentHint"]
        );
        let found = find(&explanations, "a", &servers[0].rows[0]).unwrap();
        assert_eq!(found.text, "it writes");
        assert_eq!(find(&explanations, "b", &servers[0].rows[0]), None);
        assert_eq!(readings(&servers, &explanations), 0);
        assert_eq!(readings(&servers, &one("a", "g*")), 1);
    }

    #[test]
    fn mistakes_in_the_file_are_told() {
        let problem = parse(&FILE.replace("readOnlyHint", "readonly")).unwrap_err();
        assert!(
            problem.contains("`readonly` of `get` is no hint"),
            "{problem}"
        );
        assert!(parse(&FILE.replace("tool", "tols")).is_err());
    }
}
