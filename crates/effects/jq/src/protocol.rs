//! The protocol between a worker and its host, in frames.
//!
//! The host sends [`FilterWorkerLimits`] once and then one job at a time: a [`FilterJob`], and the
//! document in a separate frame, since it need not be valid JSON. The worker answers each with a
//! [`FilterReply`].

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::EvaluateError;
use crate::nesting::MAX_NESTING;

/// Limits that a worker puts on itself.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct FilterWorkerLimits {
    /// Bytes of address space, beside the stack.
    pub(crate) memory: u64,
    /// Seconds of processor time over the worker's life.
    pub(crate) cpu_seconds: u64,
}

/// The kind of job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FilterTask {
    /// Check whether it could run.
    Check,
    /// Run it over a document.
    Select,
}

/// A job, but for the document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FilterJob {
    pub(crate) task: FilterTask,
    pub(crate) filter: String,
    /// Bytes that the outputs may have together.
    pub(crate) max_output: usize,
}

/// The result of a job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FilterReply {
    /// The outputs, in their order.
    Outputs(Vec<Box<RawValue>>),
    /// The filter is wrong, for this reason.
    BadFilter(String),
    /// The document is not JSON, for this reason.
    NotJson(String),
    /// The document or an output is nested too deeply.
    TooDeep,
    /// The outputs are too long.
    TooLarge,
    /// The filter raised an error.
    Failed {
        message: String,
        /// The number of earlier outputs.
        before: u64,
    },
    /// The worker could not confine itself and does no job.
    Unconfined(String),
}

// === impl FilterReply ===

impl FilterReply {
    /// The reply to a job; an error if an output is not JSON.
    pub(crate) fn of(result: Result<Vec<String>, EvaluateError>) -> io::Result<Self> {
        Ok(match result {
            Ok(outputs) => {
                let outputs = outputs.into_iter().map(RawValue::from_string);
                Self::Outputs(outputs.collect::<Result<_, _>>()?)
            }
            Err(EvaluateError::Filter(error)) => Self::BadFilter(error.to_string()),
            Err(EvaluateError::NotJson { detail }) => Self::NotJson(detail),
            Err(EvaluateError::TooDeep { limit }) => {
                debug_assert_eq!(limit, MAX_NESTING);
                Self::TooDeep
            }
            Err(EvaluateError::TooLarge { .. }) => Self::TooLarge,
            Err(EvaluateError::Failed { message, before }) => Self::Failed {
                message,
                before: before as u64,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use candor_workers::framing::{encode, read};

    use super::*;

    #[test]
    fn what_is_sent_arrives() {
        let limits = FilterWorkerLimits {
            memory: u64::MAX,
            cpu_seconds: 7,
        };
        for task in [FilterTask::Check, FilterTask::Select] {
            arrives(&FilterJob {
                task,
                filter: ".a | \"ä\"".to_owned(),
                max_output: 3,
            });
        }
        arrives(&limits);
        let text = || "some text".to_owned();
        let number = RawValue::from_string("1.000000000000000000001".to_owned()).unwrap();
        for reply in [
            FilterReply::Outputs(vec![number]),
            FilterReply::BadFilter(text()),
            FilterReply::NotJson(text()),
            FilterReply::TooDeep,
            FilterReply::TooLarge,
            FilterReply::Failed {
                message: text(),
                before: 12,
            },
            FilterReply::Unconfined(text()),
        ] {
            arrives(&reply);
        }
    }

    fn arrives<T: Serialize + serde::de::DeserializeOwned + std::fmt::Debug>(frame: &T) {
        let bytes = encode(frame).unwrap();
        let read: T = read(&mut &bytes[..]).unwrap().unwrap();
        assert_eq!(format!("{read:?}"), format!("{frame:?}"));
    }

    #[test]
    fn nonsense_is_an_error() {
        for text in ["\u{2}", "9", "{\"sung\":{}}"] {
            let bytes = encode(&text).unwrap();
            assert!(read::<FilterReply>(&mut &bytes[..]).is_err(), "{text}");
            assert!(read::<FilterJob>(&mut &bytes[..]).is_err(), "{text}");
        }
    }
}
