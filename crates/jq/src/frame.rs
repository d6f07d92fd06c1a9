//! What a worker and its pool say to each other.
//!
//! The pool speaks first: a [`Greeting`] with the limits that the worker shall put on itself, then
//! one job after the other. A job is a head of fixed length, the filter and the document; the
//! answer is a head and a text. Numbers are little-endian. Both ends are the same program, so
//! there is no version to agree on.

use std::io;

use crate::EvaluateError;
use crate::nesting::MAX_NESTING;

/// Limits that a worker puts on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    /// Bytes of address space, beside the stack.
    pub(crate) memory: u64,
    /// Seconds of processor time over the worker's life.
    pub(crate) cpu_seconds: u64,
}

/// What is to be done with a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// See whether it could run.
    Check,
    /// Run it over a document.
    Select,
}

/// The head of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobHead {
    pub(crate) task: Task,
    /// Bytes of the filter, which comes next.
    pub(crate) filter: u64,
    /// Bytes of the document, which comes last.
    pub(crate) json: u64,
    /// Bytes that the outputs may have.
    pub(crate) max_output: u64,
}

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The outputs, each on a line: JSON that was written tightly has no line breaks.
    Outputs(String),
    /// The filter is wrong; how.
    BadFilter(String),
    /// The document is not JSON; how.
    NotJson(String),
    /// The document or an output is nested too deeply.
    TooDeep,
    /// The outputs are too long.
    TooLarge,
    /// The filter raised an error.
    Failed {
        /// What it says.
        message: String,
        /// How many outputs there were before.
        before: u64,
    },
    /// The worker could not confine itself and does no job.
    Unconfined(String),
}

/// The head of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplyHead {
    kind: u8,
    number: u64,
    /// Bytes of the text, which comes next.
    pub(crate) text: u64,
}

// === impl Greeting ===

impl Greeting {
    /// Bytes on the wire.
    pub(crate) const SIZE: usize = 16;

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        put(&mut bytes, &[self.memory, self.cpu_seconds]);
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        Self {
            memory: number(bytes, 0),
            cpu_seconds: number(bytes, 8),
        }
    }
}

// === impl JobHead ===

impl JobHead {
    /// Bytes on the wire.
    pub(crate) const SIZE: usize = 25;

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[0] = self.task as u8;
        put(&mut bytes[1..], &[self.filter, self.json, self.max_output]);
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::SIZE]) -> io::Result<Self> {
        let task = match bytes[0] {
            0 => Task::Check,
            1 => Task::Select,
            other => return Err(invalid(format!("`{other}` is no task"))),
        };
        Ok(Self {
            task,
            filter: number(bytes, 1),
            json: number(bytes, 9),
            max_output: number(bytes, 17),
        })
    }
}

// === impl Reply ===

impl Reply {
    /// The head and the text.
    pub(crate) fn into_parts(self) -> ([u8; ReplyHead::SIZE], String) {
        let (kind, count, text) = match self {
            Self::Outputs(text) => (0, 0, text),
            Self::BadFilter(text) => (1, 0, text),
            Self::NotJson(text) => (2, 0, text),
            Self::TooDeep => (3, 0, String::new()),
            Self::TooLarge => (4, 0, String::new()),
            Self::Failed { message, before } => (5, before, message),
            Self::Unconfined(text) => (6, 0, text),
        };
        let mut head = [0; ReplyHead::SIZE];
        head[0] = kind;
        put(&mut head[1..], &[count, text.len() as u64]);
        (head, text)
    }

    /// The answer that a head and its text make.
    pub(crate) fn from_parts(head: ReplyHead, text: String) -> io::Result<Self> {
        Ok(match head.kind {
            0 => Self::Outputs(text),
            1 => Self::BadFilter(text),
            2 => Self::NotJson(text),
            3 => Self::TooDeep,
            4 => Self::TooLarge,
            5 => Self::Failed {
                message: text,
                before: head.number,
            },
            6 => Self::Unconfined(text),
            other => return Err(invalid(format!("`{other}` is no answer"))),
        })
    }
}

impl From<Result<Vec<String>, EvaluateError>> for Reply {
    fn from(result: Result<Vec<String>, EvaluateError>) -> Self {
        match result {
            Ok(outputs) => Self::Outputs(outputs.join("\n")),
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
        }
    }
}

// === impl ReplyHead ===

impl ReplyHead {
    /// Bytes on the wire.
    pub(crate) const SIZE: usize = 17;

    pub(crate) fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        Self {
            kind: bytes[0],
            number: number(bytes, 1),
            text: number(bytes, 9),
        }
    }
}

/// Writes numbers one after the other.
fn put(bytes: &mut [u8], numbers: &[u64]) {
    for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
}

/// Reads the number at a place, which is within the bytes for every caller.
fn number(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

pub(crate) fn invalid(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_arrives() {
        let greeting = Greeting {
            memory: u64::MAX,
            cpu_seconds: 7,
        };
        assert_eq!(Greeting::from_bytes(&greeting.to_bytes()), greeting);
        for task in [Task::Check, Task::Select] {
            let head = JobHead {
                task,
                filter: 1,
                json: u64::MAX - 1,
                max_output: 3,
            };
            assert_eq!(JobHead::from_bytes(&head.to_bytes()).unwrap(), head);
        }
        let text = || "some text".to_owned();
        for reply in [
            Reply::Outputs(text()),
            Reply::BadFilter(text()),
            Reply::NotJson(text()),
            Reply::TooDeep,
            Reply::TooLarge,
            Reply::Failed {
                message: text(),
                before: 12,
            },
            Reply::Unconfined(text()),
        ] {
            let (head, text) = reply.clone().into_parts();
            let head = ReplyHead::from_bytes(&head);
            assert_eq!(head.text, text.len() as u64);
            assert_eq!(Reply::from_parts(head, text).unwrap(), reply);
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(JobHead::from_bytes(&[2; JobHead::SIZE]).is_err());
        let head = ReplyHead::from_bytes(&[9; ReplyHead::SIZE]);
        assert!(Reply::from_parts(head, String::new()).is_err());
    }
}
