//! Requests input from the client, in the way of its era.
//!
//! A legacy client gets requests and answers them while the call stays open. A modern client gets
//! an input-required result and calls again with the answers.

use serde_json::{Map, Value, json};

use super::ServiceReply;
use super::call::ServiceCall;
use crate::rpc::{MISSING_CAPABILITY, RpcError};

/// One input request.
pub(crate) struct InputQuestion {
    pub(crate) key: &'static str,
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl InputQuestion {
    pub(crate) fn new(key: &'static str, method: &str, params: Value) -> Self {
        Self {
            key,
            method: method.to_owned(),
            params,
        }
    }

    /// A form with one required property.
    pub(crate) fn form(key: &'static str, message: &str, property: &str, kind: &str) -> Self {
        let schema = json!({
            "type": "object",
            "properties": {property: {"type": kind}},
            "required": [property],
        });
        let params = json!({"message": message, "requestedSchema": schema});
        Self::new(key, "elicitation/create", params)
    }

    pub(crate) fn sampling(key: &'static str, prompt: &str, max_tokens: u32) -> Self {
        let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
        let params = json!({"messages": [message], "maxTokens": max_tokens});
        Self::new(key, "sampling/createMessage", params)
    }

    pub(crate) fn roots(key: &'static str) -> Self {
        Self::new(key, "roots/list", json!({}))
    }

    /// The client capability that allows this question.
    pub(crate) fn capability(&self) -> &'static str {
        match self.method.as_str() {
            "sampling/createMessage" => "sampling",
            "roots/list" => "roots",
            _ => "elicitation",
        }
    }

    pub(crate) fn is_allowed(&self, call: &ServiceCall) -> bool {
        call.client
            .capabilities
            .get(self.capability())
            .is_some_and(Value::is_object)
    }

    /// Refuses an answer that has not the form of one.
    fn check(&self, answer: &Value) -> Result<(), RpcError> {
        let good = match self.method.as_str() {
            "sampling/createMessage" => answer["role"].is_string() && !answer["content"].is_null(),
            "roots/list" => answer["roots"].is_array(),
            "elicitation/create" => {
                matches!(
                    answer["action"].as_str(),
                    Some("accept" | "decline" | "cancel")
                )
            }
            _ => answer.is_object(),
        };
        if good {
            return Ok(());
        }
        let (key, method) = (self.key, &self.method);
        Err(RpcError::invalid_params(format!(
            "`{answer}` under `{key}` does not answer `{method}`"
        )))
    }
}

/// Sends one question.
pub(crate) async fn ask(
    call: &ServiceCall,
    question: InputQuestion,
) -> Result<Value, ServiceReply> {
    let key = question.key;
    let mut answers = ask_all(call, vec![question], None).await?;
    Ok(answers.remove(key).unwrap_or_default())
}

/// Sends several questions and returns the answers by key. `state` is what a modern client has to
/// send back.
pub(crate) async fn ask_all(
    call: &ServiceCall,
    questions: Vec<InputQuestion>,
    state: Option<String>,
) -> Result<Map<String, Value>, ServiceReply> {
    if let Some(question) = questions.iter().find(|question| !question.is_allowed(call)) {
        return Err(refusal(call, question));
    }
    let mut answers = Map::new();
    if !call.is_modern() {
        for question in questions {
            let answer = call.ask(&question.method, &question.params).await?;
            question.check(&answer)?;
            answers.insert(question.key.to_owned(), answer);
        }
        return Ok(answers);
    }
    let given = responses(call)?;
    for question in &questions {
        let Some(answer) = given.and_then(|given| given.get(question.key)) else {
            return Err(required(questions, state));
        };
        question.check(answer)?;
        answers.insert(question.key.to_owned(), answer.clone());
    }
    Ok(answers)
}

/// The input-required result for a modern client.
pub(crate) fn required(questions: Vec<InputQuestion>, state: Option<String>) -> ServiceReply {
    let requests: Map<String, Value> = questions
        .into_iter()
        .map(|q| {
            (
                q.key.to_owned(),
                json!({"method": q.method, "params": q.params}),
            )
        })
        .collect();
    let mut result = json!({"resultType": "input_required", "inputRequests": requests});
    if let Some(state) = state {
        result["requestState"] = state.into();
    }
    ServiceReply::Result(result)
}

fn responses(call: &ServiceCall) -> Result<Option<&Map<String, Value>>, RpcError> {
    match call.params().value().get("inputResponses") {
        None => Ok(None),
        Some(Value::Object(responses)) => Ok(Some(responses)),
        Some(other) => Err(RpcError::invalid_params(format!(
            "`inputResponses` must be an object, not `{other}`"
        ))),
    }
}

fn refusal(call: &ServiceCall, question: &InputQuestion) -> ServiceReply {
    let capability = question.capability();
    if call.is_modern() {
        return missing_capability(capability).into();
    }
    ServiceReply::failed(format!("the client does not support `{capability}`"))
}

/// The error for a client that did not declare what a request needs.
pub(crate) fn missing_capability(capability: &str) -> RpcError {
    RpcError::new(
        MISSING_CAPABILITY,
        format!("the request needs the client capability `{capability}`"),
    )
    .data(json!({"requiredCapabilities": {capability: {}}}))
    .status(400)
}
