//! Writes a scenario as a file.

use std::fmt::Write as _;

use candor_verify::{ScenarioStep, VerifyScenario};
use serde_json::{Value, json};

/// Writes the file that [`read_scenario`](crate::read_scenario) reads as this scenario. Arguments
/// that TOML cannot hold are an error, which names the tool. Folders are left out: where they are
/// depends on where the file is.
pub fn scenario_text(scenario: &VerifyScenario) -> Result<String, String> {
    let mut text = ScenarioText::default();
    if !scenario.command.is_empty() {
        text.pair("command", &json!(scenario.command))?;
    }
    if !scenario.service.is_empty() {
        text.pair("service", &json!(scenario.service))?;
    }
    for (table, pairs) in [
        ("files", &scenario.files),
        ("environment", &scenario.environment),
    ] {
        if !pairs.is_empty() {
            text.header(&format!("[{table}]"));
        }
        for (key, value) in pairs {
            text.pair(&toml::Value::from(key.as_str()).to_string(), &json!(value))?;
        }
    }
    for step in &scenario.setup {
        text.step(step)?;
    }
    for (tool, arguments) in &scenario.probes {
        text.header("[[probes]]");
        text.call("tool", tool, arguments)?;
    }
    for case in &scenario.cases {
        text.header("[[cases]]");
        text.call("tool", &case.tool, &case.arguments)?;
        if let Some(expected) = &case.expect {
            text.pair("expect", &json!(expected))?;
        }
        if let Some(fails) = case.expect_error {
            text.pair("expect_error", &json!(fails))?;
        }
    }
    for (table, key, patterns) in [
        ("[[skip]]", "tool", &scenario.skip),
        ("[[ignore]]", "path", &scenario.ignore),
    ] {
        for (pattern, reason) in patterns {
            text.header(table);
            text.pair(key, &json!(pattern))?;
            text.pair("reason", &json!(reason))?;
        }
    }
    Ok(text.0)
}

#[derive(Default)]
struct ScenarioText(String);

// === impl ScenarioText ===

impl ScenarioText {
    fn header(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(header);
        self.0.push('\n');
    }

    fn step(&mut self, step: &ScenarioStep) -> Result<(), String> {
        self.header("[[setup]]");
        match step {
            ScenarioStep::Run(words) => self.pair("run", &json!(words)),
            ScenarioStep::Call {
                tool,
                arguments,
                optional,
            } => {
                self.call("call", tool, arguments)?;
                if *optional {
                    self.pair("optional", &json!(optional))?;
                }
                Ok(())
            }
        }
    }

    fn call(&mut self, key: &str, tool: &str, arguments: &Value) -> Result<(), String> {
        self.pair(key, &json!(tool))?;
        if arguments.as_object().is_some_and(|all| !all.is_empty()) {
            self.pair("arguments", arguments)
                .map_err(|cause| format!("the arguments of `{tool}`: {cause}"))?;
        }
        Ok(())
    }

    /// A key and its value on one line, but for line breaks in a text.
    fn pair(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let value = toml::Value::try_from(value).map_err(|cause| cause.to_string())?;
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{key} = {value}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use candor_verify::ScenarioCase;

    use super::*;
    use crate::read_scenario;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let scenario = VerifyScenario {
            command: vec!["node".into(), "server.js".into(), "{work}".into()],
            folders: Vec::new(),
            files: vec![("a b.txt".into(), "milk\n\"two\"\n".into())],
            environment: vec![("MODE".into(), "test".into())],
            setup: vec![
                ScenarioStep::Run(vec!["git".into(), "init".into()]),
                ScenarioStep::Call {
                    tool: "write_file".into(),
                    arguments: json!({
                        "path": "{given}/notes/a.txt",
                        "content": "one\n'''two'''\n\"three\" \\ \u{7}\n",
                        "a.key with \"quotes\"": {"deep": [1, -2.5, true, {"x": []}]},
                    }),
                    optional: true,
                },
            ],
            service: vec!["redis-server".into()],
            probes: vec![("list".into(), json!({}))],
            cases: vec![ScenarioCase {
                tool: "read_file".into(),
                arguments: json!({"head": 3, "path": "x"}),
                expect: Some("milk".into()),
                expect_error: Some(false),
            }],
            skip: vec![("send_*".into(), "costs money".into())],
            ignore: vec![("work/*.idx".into(), "an index".into())],
        };
        let text = scenario_text(&scenario).expect("a text");
        let read = read_scenario(&text, "verify.toml", Path::new("/"));
        assert_eq!(read.expect("a scenario"), scenario, "{text}");
    }

    #[test]
    fn nothing_is_an_empty_file() {
        assert_eq!(scenario_text(&VerifyScenario::default()), Ok(String::new()));
    }

    #[test]
    fn what_toml_cannot_hold_names_its_tool() {
        let scenario = VerifyScenario {
            probes: vec![("list".into(), json!({"x": [null]}))],
            ..VerifyScenario::default()
        };
        let refused = scenario_text(&scenario).expect_err("a null");
        assert!(refused.contains("`list`"), "{refused}");
    }
}
