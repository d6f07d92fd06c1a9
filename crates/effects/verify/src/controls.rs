//! Control observations before any tool is called: startup, an idle period, and calls without
//! effect.

use candor_verify::{CallOutcome, RunAction};
use serde_json::json;
use tokio::time::sleep;

use crate::run::VerifyRun;

/// A tool that is not there.
const NO_TOOL: &str = "candor_no_such_tool";

impl VerifyRun<'_> {
    /// Observes the startup, an idle period, and calls that must have no effect.
    pub(crate) async fn controls(&mut self) {
        let started = self
            .eyes
            .settle(RunAction::Start, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(started);
        sleep(self.options.late_time).await;
        let idle = self
            .eyes
            .settle(RunAction::Idle, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(idle);
        // Only their effects matter, not their results.
        let _ = self.server.list_tools(self.options.call_time).await;
        let _ = self
            .server
            .call(NO_TOOL, &json!({}), self.options.call_time)
            .await;
        let action = RunAction::Control("a list of tools and a call of no tool".to_owned());
        let control = self
            .eyes
            .settle(action, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(control);
    }
}
