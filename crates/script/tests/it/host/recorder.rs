//! A host that remembers what it was told, and answers as it was told to.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;

use candor_functions::{Breach, ElicitError, Elicitation, Elicited, Host, Level};

#[derive(Default)]
pub(crate) struct Recorder {
    /// `level: text`.
    pub(crate) log: Mutex<Vec<String>>,
    /// `done/total: message`.
    pub(crate) progress: Mutex<Vec<String>>,
    pub(crate) breaches: Mutex<Vec<Breach>>,
    pub(crate) questions: Mutex<Vec<Elicitation>>,
    /// What is answered to every question; without it nobody can be asked.
    pub(crate) answer: Option<Elicited>,
}

// === impl Recorder ===

impl Recorder {
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    pub(crate) fn progress(&self) -> Vec<String> {
        self.progress.lock().unwrap().clone()
    }

    pub(crate) fn breaches(&self) -> Vec<String> {
        let breaches = self.breaches.lock().unwrap();
        breaches.iter().map(ToString::to_string).collect()
    }
}

impl Host for Recorder {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        let message = message.map(|text| format!(": {text}")).unwrap_or_default();
        let line = format!("{done}{total}{message}");
        self.progress.lock().unwrap().push(line);
    }

    fn log(&self, level: Level, message: &str) {
        let line = format!("{}: {message}", level.as_str());
        self.log.lock().unwrap().push(line);
    }

    fn elicit(
        &self,
        question: Elicitation,
    ) -> Pin<Box<dyn Future<Output = Result<Elicited, ElicitError>> + Send + '_>> {
        self.questions.lock().unwrap().push(question);
        let unable = || ElicitError::Unsupported("it has no window".to_owned());
        let answer = self.answer.clone().ok_or_else(unable);
        Box::pin(async { answer })
    }

    fn breach(&self, breach: &Breach) {
        self.breaches.lock().unwrap().push(breach.clone());
    }
}
