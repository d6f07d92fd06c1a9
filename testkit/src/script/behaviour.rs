//! The behaviour of a call: steps, then an ending.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;

use super::plan::{ServerScriptError, read};

/// The result of a behaviour that names none.
const DONE: &str = r#"{"content":[{"type":"text","text":"done"}],"resultType":"complete"}"#;

/// The default interval between progress notifications.
const DELAY_MS: u64 = 10;

/// The keys of the endings; a behaviour has at most one of them.
const ENDINGS: [&str; 11] = [
    "result",
    "error",
    "twice",
    "echo",
    "big",
    "count",
    "ask",
    "hang",
    "exit",
    "close_stdin",
    "wrong_id",
];

/// The behaviour of one call.
#[derive(Debug, Default)]
pub(crate) struct CallBehaviour {
    pub(crate) sleep: Duration,
    pub(crate) late: Duration,
    pub(crate) stderr_flood: usize,
    pub(crate) list_changed: bool,
    pub(crate) log: Option<Value>,
    pub(crate) progress: Vec<Value>,
    pub(crate) delay: Duration,
    pub(crate) garbage: Option<String>,
    pub(crate) alone: bool,
    pub(crate) ending: CallEnding,
}

/// The ending of a call.
#[derive(Debug, Default)]
pub(crate) enum CallEnding {
    /// The default: the text `done`, or the regular behaviour of a method.
    #[default]
    Done,
    Result(String),
    Error(String),
    Twice(String),
    Echo,
    Big(usize),
    Count,
    Ask {
        method: String,
        params: Value,
    },
    Hang,
    Exit(i32),
    CloseStdin(Option<String>),
    WrongId(String),
}

impl CallBehaviour {
    pub(crate) fn parse(place: &str, json: &str) -> Result<Self, ServerScriptError> {
        let mut fields = BehaviourFields {
            place,
            fields: read(place, json)?,
        };
        let behaviour = Self {
            sleep: fields.time("sleep_ms", 0)?,
            late: fields.time("late_ms", 0)?,
            stderr_flood: fields.take("stderr_flood_bytes")?.unwrap_or_default(),
            list_changed: fields.take("list_changed")?.unwrap_or_default(),
            log: fields.take("log")?,
            progress: fields.take("progress")?.unwrap_or_default(),
            delay: fields.time("delay_ms", DELAY_MS)?,
            garbage: fields.take("garbage")?,
            alone: fields.take("alone")?.unwrap_or_default(),
            ending: fields.ending()?,
        };
        if let Some(unknown) = fields.fields.keys().next() {
            return Err(ServerScriptError::sense(
                place,
                format!("unknown key `{unknown}`"),
            ));
        }
        Ok(behaviour)
    }
}

/// The fields of a behaviour that have not been read yet.
struct BehaviourFields<'a> {
    place: &'a str,
    fields: BTreeMap<String, Box<RawValue>>,
}

impl BehaviourFields<'_> {
    fn take<T: for<'a> serde::Deserialize<'a>>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, ServerScriptError> {
        let place = format!("{}.{key}", self.place);
        self.fields
            .remove(key)
            .map(|raw| read(&place, raw.get()))
            .transpose()
    }

    fn time(&mut self, key: &str, default: u64) -> Result<Duration, ServerScriptError> {
        Ok(Duration::from_millis(self.take(key)?.unwrap_or(default)))
    }

    fn raw(&mut self, key: &str) -> Option<String> {
        self.fields.remove(key).map(|raw| raw.get().to_owned())
    }

    /// A flag, which may be spelled out as false and then is not there.
    fn flag(&mut self, key: &str) -> Result<bool, ServerScriptError> {
        Ok(self.take(key)?.unwrap_or_default())
    }

    fn ending(&mut self) -> Result<CallEnding, ServerScriptError> {
        let present: Vec<&str> = ENDINGS
            .into_iter()
            .filter(|key| self.fields.contains_key(*key))
            .collect();
        match present.as_slice() {
            [] => Ok(CallEnding::Done),
            [_] | ["result", "close_stdin" | "wrong_id"] => {
                self.read_ending(present[present.len() - 1])
            }
            _ => {
                let why = format!("only one of `{}` makes sense", present.join("`, `"));
                Err(ServerScriptError::sense(self.place, why))
            }
        }
    }

    fn read_ending(&mut self, key: &str) -> Result<CallEnding, ServerScriptError> {
        Ok(match key {
            "result" => CallEnding::Result(self.raw(key).unwrap_or_default()),
            "error" => CallEnding::Error(self.raw(key).unwrap_or_default()),
            "twice" => CallEnding::Twice(self.raw(key).unwrap_or_default()),
            "big" => CallEnding::Big(self.take(key)?.unwrap_or_default()),
            "exit" => CallEnding::Exit(self.take(key)?.unwrap_or_default()),
            "ask" => self.question()?,
            "echo" if self.flag(key)? => CallEnding::Echo,
            "count" if self.flag(key)? => CallEnding::Count,
            "hang" if self.flag(key)? => CallEnding::Hang,
            "close_stdin" if self.flag(key)? => CallEnding::CloseStdin(self.raw("result")),
            "wrong_id" if self.flag(key)? => {
                CallEnding::WrongId(self.raw("result").unwrap_or_else(|| DONE.to_owned()))
            }
            _ => self
                .raw("result")
                .map_or(CallEnding::Done, CallEnding::Result),
        })
    }

    fn question(&mut self) -> Result<CallEnding, ServerScriptError> {
        let mut question: BTreeMap<String, Value> = self.take("ask")?.unwrap_or_default();
        let method = question
            .remove("method")
            .and_then(|method| method.as_str().map(str::to_owned));
        let Some(method) = method else {
            return Err(ServerScriptError::sense(
                self.place,
                "`ask` needs a `method`",
            ));
        };
        let params = question
            .remove("params")
            .unwrap_or_else(|| serde_json::json!({}));
        Ok(CallEnding::Ask { method, params })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(json: &str) -> String {
        match CallBehaviour::parse("x", json) {
            Ok(behaviour) => format!("{:?}", behaviour.ending),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn endings_are_read_as_written() {
        for (json, expected) in [
            ("{}", "Done"),
            (r#"{"sleep_ms": 5}"#, "Done"),
            (r#"{"hang": false}"#, "Done"),
            (r#"{"result": {"a":1.0}}"#, r#"Result("{\"a\":1.0}")"#),
            (r#"{"wrong_id": true, "result": 1}"#, r#"WrongId("1")"#),
            (r#"{"close_stdin": true}"#, "CloseStdin(None)"),
            (r#"{"exit": 3}"#, "Exit(3)"),
            (r#"{"ask": {}}"#, "`x`: `ask` needs a `method`"),
            (
                r#"{"echo": true, "count": true}"#,
                "`x`: only one of `echo`, `count` makes sense",
            ),
            (
                r#"{"sleep_ms": "long"}"#,
                "`x.sleep_ms` is not what it should be",
            ),
        ] {
            assert_eq!(ending(json), expected, "{json}");
        }
    }
}
