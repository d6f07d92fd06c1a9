//! Creates scenarios from recorded calls: writes become setup steps, reads become cases.

use std::collections::BTreeMap;

use candor_model::{ArgumentFidelity, Hints, KeptCall};
use serde_json::{Map, Value};

use crate::role::ToolRole;
use crate::scenario::{ScenarioCase, ScenarioStep, VerifyScenario};

/// The most steps of a set-up: each is made before anything is verified.
const STEPS_MAX: usize = 100;
/// The most cases of one tool: each is called twice.
const CASES_MAX: usize = 10;
/// The longest text that a result is expected to contain, in characters.
const EXPECTED_MAX: usize = 80;
/// The placeholders for folders in a scenario.
const PLACEHOLDERS: [&str; 4] = ["{work}", "{home}", "{tmp}", "{given}"];

/// A scenario, and the calls that are not in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedScenario {
    /// The resulting scenario: setup steps and cases.
    pub scenario: VerifyScenario,
    /// The calls that are not in it: tool and reason, with how many there are.
    pub left_out: BTreeMap<(String, &'static str), usize>,
}

/// A folder in the server's command, and the placeholder for its copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenFolder {
    /// Its path, as arguments name it.
    pub path: String,
    /// Its name in the world, such as `{given}/notes`.
    pub stand_in: String,
}

/// Creates a scenario from calls, oldest first.
pub fn recorded_scenario(calls: &[KeptCall], folders: &[GivenFolder]) -> RecordedScenario {
    let mut recorded = RecordedScenario::default();
    let last_write = calls.iter().rposition(|call| !reads(call));
    let mut cases: Vec<ScenarioCase> = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let arguments = match usable_arguments(call, folders) {
            Ok(arguments) => arguments,
            Err(reason) => {
                recorded.leave_out(call, reason);
                continue;
            }
        };
        if !reads(call) {
            recorded.step(call, arguments);
            continue;
        }
        // All steps of the set-up are made before the first case, so that what was read earlier
        // may have changed.
        let is_settled = last_write.is_none_or(|last| at > last);
        let case = ScenarioCase {
            tool: call.tool.to_string(),
            arguments,
            expect: expected(call).filter(|_| is_settled),
            expect_error: (is_settled && call.is_error).then_some(true),
        };
        let same = |one: &ScenarioCase| one.tool == case.tool && one.arguments == case.arguments;
        match cases.iter().position(same) {
            Some(earlier) => {
                let merged = merged(&cases[earlier], case, is_settled);
                cases[earlier] = merged;
            }
            None => cases.push(case),
        }
    }
    recorded.take_cases(cases);
    recorded
}

// === impl RecordedScenario ===

impl RecordedScenario {
    fn step(&mut self, call: &KeptCall, arguments: Value) {
        if call.is_error {
            return self.leave_out(call, "it failed, so it is no step of a set-up");
        }
        if self.scenario.setup.len() == STEPS_MAX {
            return self.leave_out(call, "there are 100 steps of the set-up before it");
        }
        self.scenario.setup.push(ScenarioStep::Call {
            tool: call.tool.to_string(),
            arguments,
            optional: true,
        });
    }

    /// Takes the newest cases of each tool.
    fn take_cases(&mut self, cases: Vec<ScenarioCase>) {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for case in cases.into_iter().rev() {
            let count = taken.entry(case.tool.clone()).or_default();
            *count += 1;
            if *count > CASES_MAX {
                let key = (case.tool, "there are 10 newer cases of this tool");
                *self.left_out.entry(key).or_default() += 1;
                continue;
            }
            self.scenario.cases.push(case);
        }
        self.scenario.cases.reverse();
    }

    fn leave_out(&mut self, call: &KeptCall, reason: &'static str) {
        let key = (call.tool.to_string(), reason);
        *self.left_out.entry(key).or_default() += 1;
    }
}

/// Merges repeated calls: what both results have in common is stable.
fn merged(earlier: &ScenarioCase, later: ScenarioCase, is_settled: bool) -> ScenarioCase {
    let was_settled = earlier.expect.is_some() || earlier.expect_error.is_some();
    if is_settled && was_settled {
        return ScenarioCase {
            expect: later
                .expect
                .filter(|text| earlier.expect.as_ref() == Some(text)),
            expect_error: later
                .expect_error
                .filter(|_| earlier.expect_error.is_some()),
            ..later
        };
    }
    later
}

/// Whether a call only reads: by the hint that clients saw, else by the tool's name.
fn reads(call: &KeptCall) -> bool {
    let by_name = || ToolRole::of(&call.tool, "", Hints::UNSET) == ToolRole::Read;
    call.read_only.unwrap_or_else(by_name)
}

/// The arguments as a scenario can hold them; otherwise why it cannot.
fn usable_arguments(call: &KeptCall, folders: &[GivenFolder]) -> Result<Value, &'static str> {
    match call.fidelity {
        ArgumentFidelity::Whole => {}
        ArgumentFidelity::Masked => return Err("its arguments hold a secret, which is not kept"),
        ArgumentFidelity::TooLarge => return Err("its arguments were too large to be kept"),
    }
    let Ok(Value::Object(members)) = serde_json::from_str::<Value>(&call.arguments) else {
        return Err("its arguments are no object");
    };
    moved_members(&members, folders).map(Value::Object)
}

/// Null members are omitted, because TOML cannot represent them.
fn moved_members(
    members: &Map<String, Value>,
    folders: &[GivenFolder],
) -> Result<Map<String, Value>, &'static str> {
    let present = members.iter().filter(|(_, value)| !value.is_null());
    present
        .map(|(key, value)| Ok((key.clone(), moved(value, folders)?)))
        .collect()
}

/// A value with the folders of the world in place of those of the session.
fn moved(value: &Value, folders: &[GivenFolder]) -> Result<Value, &'static str> {
    match value {
        Value::Null => Err("its arguments have `null` in a list, which TOML cannot hold"),
        Value::Number(number) if !number.is_f64() && !number.is_i64() => {
            Err("its arguments have a number that TOML cannot hold")
        }
        Value::String(text) if PLACEHOLDERS.iter().any(|word| text.contains(word)) => {
            Err("its arguments have a word in braces that stands for a folder in a scenario")
        }
        Value::String(text) => Ok(Value::String(moved_text(text, folders))),
        Value::Array(items) => items.iter().map(|item| moved(item, folders)).collect(),
        Value::Object(members) => moved_members(members, folders).map(Value::Object),
        other => Ok(other.clone()),
    }
}

/// Replaces a folder in a path by that of its copy. The longest matching folder is used.
fn moved_text(text: &str, folders: &[GivenFolder]) -> String {
    let below = |folder: &GivenFolder| {
        let rest = text.strip_prefix(folder.path.trim_end_matches('/'))?;
        let is_below = rest.is_empty() || rest.starts_with('/');
        is_below.then(|| (folder.path.len(), format!("{}{rest}", folder.stand_in)))
    };
    let longest = folders.iter().filter_map(below).max();
    longest.map_or_else(|| text.to_owned(), |(_, moved)| moved)
}

/// A line of the result that another run is likely to show again. Times, numbers of processes,
/// identifiers and paths differ from run to run.
fn expected(call: &KeptCall) -> Option<String> {
    if call.is_error {
        return None;
    }
    let lines = call.result.lines().map(str::trim);
    let mut stable = lines.filter(|line| is_stable(line));
    stable.next().map(str::to_owned)
}

fn is_stable(line: &str) -> bool {
    let length = line.chars().count();
    let digits = line
        .split(|c: char| !c.is_ascii_hexdigit())
        .filter(|run| run.len() > 3 && run.bytes().any(|byte| byte.is_ascii_digit()));
    let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | '/' | '⟨');
    (3..=EXPECTED_MAX).contains(&length)
        && line.chars().any(char::is_alphabetic)
        && line.chars().all(is_plain)
        && !has_time(line)
        && digits.count() == 0
}

/// Whether there is a time such as `12:30` in a line.
fn has_time(line: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = line.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| {
        *byte == b':' && at > 0 && is_digit(bytes.get(at - 1)) && is_digit(bytes.get(at + 1))
    })
}

#[cfg(test)]
mod tests;
