//! The scenario file, in TOML. All problems are reported at once, each with its line.

use std::path::{Path, PathBuf};

use candor_model::{Diagnostic, FilePosition};
use candor_text::{nearest, quote, quote_list};
use candor_verify::{ScenarioCase, ScenarioStep, VerifyScenario};
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The code of everything that is wrong with a scenario.
const CODE: &str = "verify::scenario";
const KEYS: [&str; 10] = [
    "command",
    "folders",
    "files",
    "environment",
    "setup",
    "service",
    "probes",
    "cases",
    "skip",
    "ignore",
];

type Node<'a> = &'a Spanned<DeValue<'a>>;

/// Parses a scenario. Folders are relative to `base`.
pub fn read_scenario(
    text: &str,
    file: &str,
    base: &Path,
) -> Result<VerifyScenario, Vec<Diagnostic>> {
    let mut reader = ScenarioReader {
        text,
        file,
        base,
        scenario: VerifyScenario::default(),
        problems: Vec::new(),
    };
    match DeTable::parse(text) {
        Ok(table) => reader.read(table.get_ref()),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            reader.complain(
                at,
                format!("it is not valid TOML: {}", error.message().trim()),
            );
        }
    }
    if reader.problems.is_empty() {
        Ok(reader.scenario)
    } else {
        Err(reader.problems)
    }
}

struct ScenarioReader<'a> {
    text: &'a str,
    file: &'a str,
    base: &'a Path,
    scenario: VerifyScenario,
    problems: Vec<Diagnostic>,
}

// === impl ScenarioReader ===

impl ScenarioReader<'_> {
    fn read(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "command" => self.scenario.command = self.texts(value),
                "service" => self.scenario.service = self.texts(value),
                "folders" => self.folders(value),
                "files" => self.scenario.files = self.pairs(value),
                "environment" => self.scenario.environment = self.pairs(value),
                "setup" => self.setup(value),
                "probes" => self.probes(value),
                "cases" => self.cases(value),
                "skip" => self.scenario.skip = self.reasoned(value, "tool"),
                "ignore" => self.scenario.ignore = self.reasoned(value, "path"),
                other => self.unknown(key.span().start, other, &KEYS),
            }
        }
    }

    fn folders(&mut self, value: Node<'_>) {
        let at = value.span().start;
        for text in self.texts(value) {
            let path: PathBuf = self.base.join(&text);
            if path.is_dir() {
                self.scenario.folders.push(path);
            } else {
                self.complain(at, format!("there is no folder {}", quote(&text)));
            }
        }
    }

    fn setup(&mut self, value: Node<'_>) {
        for item in self.items(value) {
            let at = item.span().start;
            let members = self.members(item, &["run", "call", "arguments", "optional"]);
            let run = members
                .iter()
                .find(|(key, _)| key == "run")
                .map(|(_, value)| *value);
            let call = members
                .iter()
                .find(|(key, _)| key == "call")
                .map(|(_, value)| *value);
            let optional = members
                .iter()
                .find(|(key, _)| key == "optional")
                .map(|(_, value)| *value);
            let optional = optional
                .and_then(|value| self.truth(value))
                .unwrap_or_default();
            let arguments = self.arguments(&members);
            match (run, call) {
                (Some(_), None) if optional => {
                    self.complain(at, "`optional` is for a step with `call`".to_owned());
                }
                (Some(run), None) => {
                    let words = self.texts(run);
                    self.scenario.setup.push(ScenarioStep::Run(words));
                }
                (None, Some(call)) => {
                    if let Some(tool) = self.text(call) {
                        self.scenario.setup.push(ScenarioStep::Call {
                            tool,
                            arguments,
                            optional,
                        });
                    }
                }
                _ => self.complain(at, "a set-up step has either `run` or `call`".to_owned()),
            }
        }
    }

    fn probes(&mut self, value: Node<'_>) {
        for item in self.items(value) {
            let members = self.members(item, &["tool", "arguments"]);
            let arguments = self.arguments(&members);
            if let Some(tool) = self.required(item, &members, "tool") {
                self.scenario.probes.push((tool, arguments));
            }
        }
    }

    fn cases(&mut self, value: Node<'_>) {
        for item in self.items(value) {
            let members = self.members(item, &["tool", "arguments", "expect", "expect_error"]);
            let arguments = self.arguments(&members);
            let expect = members
                .iter()
                .find(|(key, _)| key == "expect")
                .map(|(_, value)| *value);
            let expect = expect.and_then(|value| self.text(value));
            let fails = members
                .iter()
                .find(|(key, _)| key == "expect_error")
                .map(|(_, value)| *value);
            let expect_error = fails.and_then(|value| self.truth(value));
            if let Some(tool) = self.required(item, &members, "tool") {
                self.scenario.cases.push(ScenarioCase {
                    tool,
                    arguments,
                    expect,
                    expect_error,
                });
            }
        }
    }

    /// Patterns, each with a reason.
    fn reasoned(&mut self, value: Node<'_>, key: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for item in self.items(value) {
            let members = self.members(item, &[key, "reason"]);
            let pattern = self.required(item, &members, key);
            let reason = self.required(item, &members, "reason");
            found.extend(pattern.zip(reason));
        }
        found
    }

    fn required(
        &mut self,
        item: Node<'_>,
        members: &[(String, Node<'_>)],
        key: &str,
    ) -> Option<String> {
        if let Some((_, value)) = members.iter().find(|(own, _)| own == key) {
            return self.text(value);
        }
        self.complain(item.span().start, format!("`{key}` is missing"));
        None
    }

    fn arguments(&mut self, members: &[(String, Node<'_>)]) -> Value {
        match members.iter().find(|(key, _)| key == "arguments") {
            Some((_, value)) if matches!(value.get_ref(), DeValue::Table(_)) => {
                json_value(value.get_ref())
            }
            Some((_, value)) => {
                self.wrong(value, "a table");
                Value::Object(Map::new())
            }
            None => Value::Object(Map::new()),
        }
    }

    fn members<'t>(
        &mut self,
        item: &'t Spanned<DeValue<'t>>,
        known: &[&str],
    ) -> Vec<(String, &'t Spanned<DeValue<'t>>)> {
        let DeValue::Table(table) = item.get_ref() else {
            self.wrong(item, "a table");
            return Vec::new();
        };
        let mut found = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().to_string();
            if known.contains(&name.as_str()) {
                found.push((name, value));
            } else {
                self.unknown(key.span().start, &name, known);
            }
        }
        found
    }

    fn items<'t>(&mut self, value: &'t Spanned<DeValue<'t>>) -> Vec<&'t Spanned<DeValue<'t>>> {
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value, "a list of tables");
            return Vec::new();
        };
        items.iter().collect()
    }

    fn texts(&mut self, value: Node<'_>) -> Vec<String> {
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value, "a list of texts");
            return Vec::new();
        };
        items.iter().filter_map(|item| self.text(item)).collect()
    }

    fn pairs(&mut self, value: Node<'_>) -> Vec<(String, String)> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(value, "a table of texts");
            return Vec::new();
        };
        table
            .iter()
            .filter_map(|(key, value)| Some((key.get_ref().to_string(), self.text(value)?)))
            .collect()
    }

    fn text(&mut self, value: Node<'_>) -> Option<String> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.wrong(value, "a text");
        None
    }

    fn truth(&mut self, value: Node<'_>) -> Option<bool> {
        if let DeValue::Boolean(yes) = value.get_ref() {
            return Some(*yes);
        }
        self.wrong(value, "true or false");
        None
    }

    fn wrong(&mut self, value: Node<'_>, wanted: &str) {
        let span = value.span();
        let written = self.text.get(span.clone()).unwrap_or_default();
        self.complain(span.start, format!("{} is not {wanted}", quote(written)));
    }

    fn unknown(&mut self, at: usize, key: &str, known: &[&str]) {
        let hint = nearest(key, known.iter().copied()).map_or_else(
            || format!("known are {}", quote_list(known.iter().copied(), "and")),
            |near| format!("did you mean `{near}`?"),
        );
        self.complain(at, format!("unknown key {}; {hint}", quote(key)));
    }

    fn complain(&mut self, at: usize, message: String) {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        let place = FilePosition {
            file: self.file.to_owned(),
            position: Some((line, column)),
        };
        self.problems
            .push(Diagnostic::error(CODE, message).at(place));
    }
}

/// A value of TOML as JSON; dates as text.
fn json_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Integer(number) => Value::from(
            number
                .as_str()
                .replace('_', "")
                .parse::<i64>()
                .unwrap_or_default(),
        ),
        DeValue::Float(number) => Value::from(
            number
                .as_str()
                .replace('_', "")
                .parse::<f64>()
                .unwrap_or_default(),
        ),
        DeValue::Boolean(yes) => Value::from(*yes),
        DeValue::Datetime(date) => Value::from(date.to_string()),
        DeValue::Array(items) => items
            .iter()
            .map(|item| json_value(item.get_ref()))
            .collect(),
        DeValue::Table(table) => Value::Object(
            table
                .iter()
                .map(|(key, value)| (key.get_ref().to_string(), json_value(value.get_ref())))
                .collect(),
        ),
    }
}
