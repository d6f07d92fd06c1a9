//! The calls of one tool.

use candor_verify::{CallCase, CallOutcome, ListedTool, RunAction, ScenarioCase};
use serde_json::Value;
use tokio::time::sleep;

use crate::VerifyError;
use crate::run::VerifyRun;

impl VerifyRun<'_> {
    /// Calls a tool with all its cases, and checks once more at the end.
    pub(crate) async fn try_tool(&mut self, tool: &ListedTool) -> Result<(), VerifyError> {
        let mut late = 0;
        for (case, expected) in self.cases(tool) {
            late += usize::from(self.try_case(tool, &case, expected).await?);
            if late >= 2 {
                self.record.troubles.push(format!(
                    "`{}` did not answer twice; its other cases were left out",
                    tool.name
                ));
                break;
            }
        }
        sleep(self.options.late_time).await;
        let action = RunAction::After {
            tool: tool.name.clone(),
        };
        let after = self
            .eyes
            .settle(action, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(after);
        Ok(())
    }

    /// Makes the same call twice, unless the first one fails. Returns whether a result was missing.
    async fn try_case(
        &mut self,
        tool: &ListedTool,
        case: &CallCase,
        expected: Option<&ScenarioCase>,
    ) -> Result<bool, VerifyError> {
        for attempt in 1..=2 {
            let action = RunAction::Call {
                tool: tool.name.clone(),
                about: case.about.clone(),
                arguments: case.arguments.clone(),
                attempt,
            };
            let (record, reply) = self
                .eyes
                .call(action, &mut self.server, self.options.call_time)
                .await;
            if let Some(result) = &reply.result
                && record.is_success()
            {
                self.known.learn_arguments(&tool.name, &case.arguments);
                self.known.learn_result(&tool.name, result);
            }
            if attempt == 1
                && let Some(expected) = expected
            {
                self.check(&tool.name, expected, reply.result.as_ref(), &record.outcome);
            }
            self.record.calls.push(record);
            if reply.is_gone {
                self.restart(&tool.name, &reply.outcome).await?;
            }
            if reply.is_gone || reply.is_late {
                return Ok(reply.is_late);
            }
        }
        Ok(false)
    }

    /// Whether a case of the scenario ended as its author expects.
    fn check(
        &mut self,
        tool: &str,
        case: &ScenarioCase,
        result: Option<&Value>,
        outcome: &CallOutcome,
    ) {
        let is_error = *outcome != CallOutcome::Success;
        if case
            .expect_error
            .is_some_and(|expected| expected != is_error)
        {
            let ended = if is_error {
                "ended in an error"
            } else {
                "succeeded"
            };
            self.record.troubles.push(format!(
                "unexpected: `{tool}` with {} {ended}",
                case.arguments
            ));
        }
        let text = result.map(ToString::to_string).unwrap_or_default();
        if let Some(expected) = &case.expect
            && !text.contains(expected.as_str())
        {
            self.record.troubles.push(format!(
                "unexpected: the result of `{tool}` does not contain {}",
                candor_text::quote(expected)
            ));
        }
    }
}
