//! A client with a person behind it.
#![expect(
    deprecated,
    reason = "the newest revision gives up logging; clients of the others still read it"
)]

use std::sync::{Arc, Mutex};

use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    LoggingMessageNotificationParam, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use serde_json::{Value, json};

/// What the client was told, and what the person answers.
#[derive(Clone, Default)]
pub(crate) struct AnsweringPerson {
    told: Arc<Mutex<Vec<(&'static str, Value)>>>,
    answer: Option<ElicitResult>,
}

// === impl AnsweringPerson ===

impl AnsweringPerson {
    /// A client that gives this answer to every question.
    pub(crate) fn who_accepts(content: Value) -> Self {
        let answer = ElicitResult::new(ElicitationAction::Accept).with_content(content);
        Self::who_answers(answer)
    }

    pub(crate) fn who_answers(answer: ElicitResult) -> Self {
        Self {
            answer: Some(answer),
            ..Self::default()
        }
    }

    /// What they were told of a kind: `progress`, `log` or `question`.
    pub(crate) fn told(&self, kind: &str) -> Vec<Value> {
        let told = self.told.lock().expect("a list");
        let of_kind = told.iter().filter(|(its, _)| *its == kind);
        of_kind.map(|(_, value)| value.clone()).collect()
    }

    fn hear(&self, kind: &'static str, value: Value) {
        self.told.lock().expect("a list").push((kind, value));
    }
}

impl ClientHandler for AnsweringPerson {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.hear("question", serde_json::to_value(&request).expect("JSON"));
        Ok(self.answer.clone().expect("somebody who answers"))
    }

    async fn on_progress(
        &self,
        told: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.hear("progress", json!([told.progress, told.total, told.message]));
    }

    async fn on_logging_message(
        &self,
        told: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.hear("log", json!([told.level, told.data]));
    }

    fn get_info(&self) -> ClientConfig {
        let mut can = ClientCapabilities::default();
        if self.answer.is_some() {
            let form = FormElicitationCapability::default();
            can.elicitation = Some(ElicitationCapability::new().with_form(form));
        }
        ClientConfig::new(can, Implementation::new("tester", "1"))
    }
}
