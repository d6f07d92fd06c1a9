//! Sentences about a question: "Send a prompt to the model and get back its answer".

use super::SentenceVerb;
use super::text::TextWord;

/// What is sent by whoever asks.
#[rustfmt::skip]
const QUESTIONS: [&str; 4] = ["prompt", "prompts", "question", "questions"];

/// What may be said to a model, and how it is called.
const SAID: [&str; 6] = ["message", "messages", "text", "query", "request", "image"];
const MODELS: [&str; 6] = ["model", "llm", "gpt", "claude", "gemini", "assistant"];

/// Who does something when asked.
#[rustfmt::skip]
const DOERS: [&str; 10] = [
    "agent", "agents", "session", "sessions", "thread", "conversation", "bot", "user", "users", "task",
];

/// How the answer is said to come back.
#[rustfmt::skip]
const ANSWERED: [&str; 10] = [
    "get", "gets", "receive", "receives", "return", "returns", "retrieve", "retrieves", "collect",
    "collects",
];

/// Within how many words the question is named, and the answer.
const NEAR: usize = 4;
const ANSWER: usize = 16;

/// Whose call only carries what follows: "Calls the weather API and returns the forecast".
const SERVICES: [&str; 4] = ["api", "endpoint", "service", "apis"];

/// Whether a service is called to learn something. `rest` is what follows the verb.
pub(super) fn calls_to_read(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let service = |token: &TextWord<'_>| SERVICES.contains(&token.word);
    let Some(at) = near.iter().position(service) else {
        return false;
    };
    let word = |ahead: usize| near.get(at + ahead).map_or("", |token| token.word);
    spoken.base == "call"
        && matches!(word(1), "and" | "to")
        && (ANSWERED.contains(&word(2)) || matches!(word(2), "fetch" | "fetches"))
}

/// Whether something is asked and nothing else is done. `rest` is what follows the verb.
pub(super) fn asks(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let question = |token: &TextWord<'_>| QUESTIONS.contains(&token.word);
    let doer = |token: &TextWord<'_>| DOERS.contains(&token.word);
    let answered = |pair: &[TextWord<'_>]| {
        matches!(pair[0].word, "and" | "then") && ANSWERED.contains(&pair[1].word)
    };
    let names = |words: &[&str]| near.iter().any(|token| words.contains(&token.word));
    let asked = near.iter().take(NEAR).any(question) || names(&SAID) && names(&MODELS);
    let question_asked = spoken.base == "ask" && near.iter().take(NEAR).any(question);
    if question_asked && !near.iter().any(doer) {
        return true;
    }
    matches!(spoken.base, "send" | "submit" | "pass")
        && asked
        && near.windows(2).any(answered)
        && !near.iter().any(doer)
}
