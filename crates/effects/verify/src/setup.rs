//! The scenario's setup calls.

use candor_verify::{CallOutcome, RunAction, ScenarioStep};
use serde_json::Value;

use crate::VerifyError;
use crate::run::VerifyRun;
use crate::server::RequestFailure;

/// The maximum size of a quoted result of a failed step, in bytes.
const TOLD: usize = 300;

impl VerifyRun<'_> {
    /// Makes the calls in order. Optional ones may fail, as long as the server keeps running.
    pub(crate) async fn setup_calls(&mut self) -> Result<(), VerifyError> {
        let options = self.options;
        for step in &options.scenario.setup {
            let ScenarioStep::Call {
                tool,
                arguments,
                optional,
            } = step
            else {
                continue;
            };
            let arguments = self.filled(arguments);
            let answer = self.server.call(tool, &arguments, options.call_time).await;
            let why = match answer {
                Ok(result) if result.get("isError") != Some(&Value::Bool(true)) => {
                    self.known.learn_arguments(tool, &arguments);
                    self.known.learn_result(tool, &result);
                    let action = RunAction::Setup(tool.clone());
                    let settled = self
                        .eyes
                        .settle(action, CallOutcome::Success, &mut self.server);
                    let record = settled.await;
                    self.record.calls.push(record);
                    continue;
                }
                Ok(result) => result.to_string(),
                Err(RequestFailure::Refused(why)) => why,
                Err(failure) => {
                    return Err(VerifyError::Setup {
                        step: tool.clone(),
                        why: failure.sentence(""),
                    });
                }
            };
            if !optional {
                let step = tool.clone();
                return Err(VerifyError::Setup { step, why });
            }
            let told = &why[..why.floor_char_boundary(TOLD)];
            self.record
                .troubles
                .push(format!("the optional set-up step `{tool}` failed: {told}"));
        }
        Ok(())
    }
}
