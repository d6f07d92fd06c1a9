//! A host that remembers what it was told, and answers as it was told to.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;

use candor_functions::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, ToolHost,
    ToolLogLevel,
};

#[derive(Default)]
pub(crate) struct HostRecorder {
    /// Each message as `level: text`.
    pub(crate) log: Mutex<Vec<String>>,
    /// Each report as `done/total: message`.
    pub(crate) progress: Mutex<Vec<String>>,
    pub(crate) violations: Mutex<Vec<CapabilityViolation>>,
    pub(crate) questions: Mutex<Vec<ElicitationRequest>>,
    /// The answer to every question; without it, questions are unsupported.
    pub(crate) answer: Option<ElicitationAnswer>,
}

// === impl HostRecorder ===

impl HostRecorder {
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    pub(crate) fn progress(&self) -> Vec<String> {
        self.progress.lock().unwrap().clone()
    }

    pub(crate) fn violations(&self) -> Vec<String> {
        let violations = self.violations.lock().unwrap();
        violations.iter().map(ToString::to_string).collect()
    }
}

impl ToolHost for HostRecorder {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        let message = message.map(|text| format!(": {text}")).unwrap_or_default();
        let line = format!("{done}{total}{message}");
        self.progress.lock().unwrap().push(line);
    }

    fn log(&self, level: ToolLogLevel, message: &str) {
        let line = format!("{}: {message}", level.as_str());
        self.log.lock().unwrap().push(line);
    }

    fn elicit(
        &self,
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>
    {
        self.questions.lock().unwrap().push(question);
        let unable = || ElicitationError::Unsupported("it has no window".to_owned());
        let answer = self.answer.clone().ok_or_else(unable);
        Box::pin(async { answer })
    }

    fn violation(&self, violation: &CapabilityViolation) {
        self.violations.lock().unwrap().push(violation.clone());
    }
}
