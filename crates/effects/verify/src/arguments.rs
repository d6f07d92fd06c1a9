//! Arguments of verification calls.

use candor_verify::{ArgumentContext, CallCase, ListedTool, ScenarioCase, cases};
use serde_json::Value;

use crate::options::VerifyOptions;
use crate::run::VerifyRun;

impl<'a> VerifyRun<'a> {
    /// The author's cases, then those that follow from the schema.
    pub(crate) fn cases(&self, tool: &ListedTool) -> Vec<(CallCase, Option<&'a ScenarioCase>)> {
        let options: &'a VerifyOptions = self.options;
        let own = options
            .scenario
            .cases
            .iter()
            .filter(|case| case.tool == tool.name);
        let mut list: Vec<(CallCase, Option<&'a ScenarioCase>)> = own
            .map(|case| {
                let made = CallCase {
                    about: "a case of the scenario".to_owned(),
                    arguments: self.filled(&case.arguments),
                };
                (made, Some(case))
            })
            .collect();
        let facts = self
            .eyes
            .world
            .facts(self.eyes.recorder.url(), self.options.seed);
        let context = ArgumentContext {
            tool,
            facts: &facts,
            known: &self.known,
        };
        list.extend(
            cases(context, self.options.most_cases)
                .into_iter()
                .map(|case| (case, None)),
        );
        list
    }

    /// Arguments with the folders of the world in place of `{work}` and its like.
    pub(crate) fn filled(&self, arguments: &Value) -> Value {
        match arguments {
            Value::String(text) if text.contains('{') => {
                Value::from(self.eyes.world.word(text).unwrap_or_else(|_| text.clone()))
            }
            Value::Array(items) => items.iter().map(|item| self.filled(item)).collect(),
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), self.filled(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
}
