//! Keeps the arguments of calls, if `audit.keep_arguments` is set. Arguments are shortened and
//! masked before they leave the call, and a separate task writes them: neither a call nor its audit
//! entry waits for that.

use std::sync::atomic::{AtomicU64, Ordering};

use candor_card::{mask_arguments, mask_text};
use candor_model::{ArgumentFidelity, Hint, KEPT_ARGUMENTS_MAX, KEPT_RESULT_MAX, KeptCall};
use candor_store::Store;
use candor_wire::{RawJson, RawObject};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::call::finish::CallReply;
use crate::call::resolve::CallTarget;
use crate::catalogue::OfferedTool;
use crate::clock::now_micros;

/// The capacity of the queue to the writer. When it is full, further calls are not kept.
const WAITING_MAX: usize = 1024;
/// The maximum number of calls written at once.
const BATCH_MAX: usize = 64;
/// The maximum size in bytes of a result whose text is read.
const READ_MAX: usize = 256 << 10;

/// The queue to which calls hand over what is kept of them.
pub(crate) struct CallKeeper {
    kept: mpsc::Sender<KeptCall>,
    /// How many calls were not kept since the last warning.
    missed: AtomicU64,
}

/// Writes the queued calls to the store.
pub(crate) struct KeptCallWriter {
    store: Store,
    kept: mpsc::Receiver<KeptCall>,
}

/// The members of a result that are kept.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResultText {
    #[serde(default)]
    is_error: Option<bool>,
    #[serde(default)]
    content: Vec<Value>,
}

// === impl CallKeeper ===

impl CallKeeper {
    /// Creates a keeper and its writer.
    pub(crate) fn new(store: Store) -> (Self, KeptCallWriter) {
        let (kept, inbox) = mpsc::channel(WAITING_MAX);
        let missed = AtomicU64::new(0);
        let writer = KeptCallWriter { store, kept: inbox };
        (Self { kept, missed }, writer)
    }

    /// Keeps a call of a tool that its source has answered. Other calls are ignored.
    pub(crate) fn keep(&self, target: &CallTarget, params: &RawObject, answer: &CallReply) {
        let CallTarget::Tool(offered) = target else {
            return;
        };
        if self
            .kept
            .try_send(kept_call(offered, params, answer))
            .is_ok()
        {
            let missed = self.missed.swap(0, Ordering::Relaxed);
            if missed > 0 {
                tracing::warn!(
                    calls = missed,
                    "The arguments of some calls were not kept: there were too many at once"
                );
            }
            return;
        }
        self.missed.fetch_add(1, Ordering::Relaxed);
    }
}

// === impl KeptCallWriter ===

impl KeptCallWriter {
    /// Writes batches until it is stopped, and then until the queue is empty.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        let mut batch = Vec::new();
        loop {
            let count = tokio::select! {
                biased;
                count = self.kept.recv_many(&mut batch, BATCH_MAX) => count,
                () = stop.cancelled() => return,
            };
            if count == 0 {
                return;
            }
            if let Err(error) = self.store.keep_calls(&batch).await {
                tracing::warn!(%error, calls = count, "The arguments of calls could not be kept");
            }
            batch.clear();
        }
    }
}

fn kept_call(offered: &OfferedTool, params: &RawObject, answer: &CallReply) -> KeptCall {
    let tool = &offered.tool;
    let (arguments, fidelity) = arguments(offered, params.get("arguments"));
    let (is_error, result) = match answer {
        Ok(result) => result_text(result),
        Err(error) => (true, shortened(&error.to_string())),
    };
    KeptCall {
        source: tool.name.source().clone(),
        tool: tool.name.own().into(),
        read_only: offered.effective.shown.hints().get(Hint::ReadOnly),
        arguments: arguments.into(),
        fidelity,
        is_error,
        result: result.into(),
        at_micros: now_micros(),
    }
}

/// The arguments with secrets masked, unless they are too large.
fn arguments(offered: &OfferedTool, written: Option<&RawJson>) -> (String, ArgumentFidelity) {
    let Some(written) = written else {
        return ("{}".to_owned(), ArgumentFidelity::Whole);
    };
    let too_large = (String::new(), ArgumentFidelity::TooLarge);
    if written.len() > KEPT_ARGUMENTS_MAX {
        return too_large;
    }
    let Ok(value) = written.decode::<Value>() else {
        return too_large;
    };
    let schema = offered.tool.base.get("inputSchema");
    let schema = schema.and_then(|schema| schema.decode::<Value>().ok());
    let masked = mask_arguments(&value, schema.as_ref());
    let text = masked.arguments.to_string();
    // A mask can be longer than the text that it replaces.
    match masked.is_masked {
        _ if text.len() > KEPT_ARGUMENTS_MAX => too_large,
        true => (text, ArgumentFidelity::Masked),
        false => (text, ArgumentFidelity::Whole),
    }
}

/// Whether a result is an error, and the beginning of its text.
fn result_text(result: &RawJson) -> (bool, String) {
    if result.len() > READ_MAX {
        return (false, String::new());
    }
    let read = result.decode::<ResultText>().unwrap_or_default();
    let texts = read.content.iter();
    let texts = texts.filter_map(|block| block.get("text")?.as_str());
    let text = texts.collect::<Vec<_>>().join("\n");
    (read.is_error == Some(true), shortened(&text))
}

/// The beginning of a text with secrets masked. Masking comes before cutting, so that no secret is
/// cut in two and missed.
fn shortened(text: &str) -> String {
    let looked_at = &text[..text.floor_char_boundary(4 * KEPT_RESULT_MAX)];
    let masked = mask_text(looked_at);
    masked[..masked.floor_char_boundary(KEPT_RESULT_MAX)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(result: &'static str, expect: (bool, &str)) {
        let result = RawJson::parse(result).expect("JSON");
        let (is_error, text) = result_text(&result);
        assert_eq!((is_error, text.as_str()), expect);
    }

    #[test]
    fn the_text_of_a_result_is_kept() {
        check(
            r#"{"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}"#,
            (false, "a\nb"),
        );
        check(
            r#"{"isError":true,"content":[{"type":"text","text":"no Bearer abc12345"}]}"#,
            (true, "no Bearer ⟨masked: fewer than 20 characters⟩"),
        );
        check(r#"{"content":3}"#, (false, ""));
        check("[]", (false, ""));
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(shortened(&"é".repeat(5_000)).len(), KEPT_RESULT_MAX);
    }
}
