//! Limits on what a program logs.

use candor_functions::ToolLogLevel;
use serde::Deserialize;

use crate::protocol::ProgramMessage;

/// One line for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogLine {
    pub(crate) level: ToolLogLevel,
    pub(crate) text: String,
}

/// The progress of a call.
#[derive(Debug, Deserialize)]
pub(crate) struct CallProgress {
    pub(crate) done: f64,
    #[serde(default)]
    pub(crate) total: Option<f64>,
    #[serde(default)]
    pub(crate) message: Option<String>,
}

/// The log of one call, or of the loading of a program.
#[derive(Debug)]
pub(crate) struct CallLog {
    lines: usize,
    bytes: usize,
    /// How many more progress updates are accepted.
    steps: usize,
    is_full: bool,
}

#[derive(Deserialize)]
struct RawLogLine {
    level: String,
    text: String,
}

// === impl CallLog ===

impl CallLog {
    /// Accepts this many lines and bytes, and as many progress updates as lines.
    pub(crate) fn new(lines: usize, bytes: usize) -> Self {
        Self {
            lines,
            bytes,
            steps: lines,
            is_full: false,
        }
    }

    /// The log line in a message, if it is one and within the limits. The first line beyond them is
    /// replaced by a note.
    pub(crate) fn line(&mut self, said: &ProgramMessage) -> Option<LogLine> {
        if said.kind != "log" || self.is_full {
            return None;
        }
        let raw: RawLogLine = serde_json::from_str(said.body.get()).ok()?;
        if self.lines == 0 || raw.text.len() > self.bytes {
            self.is_full = true;
            return Some(LogLine {
                level: ToolLogLevel::Warning,
                text: "the log has become too long, and the rest of it is left out".to_owned(),
            });
        }
        self.lines -= 1;
        self.bytes -= raw.text.len();
        Some(LogLine {
            level: ToolLogLevel::parse(&raw.level).unwrap_or(ToolLogLevel::Info),
            text: raw.text,
        })
    }

    /// The progress in a message, if it is one and within the limit.
    pub(crate) fn progress(&mut self, said: &ProgramMessage) -> Option<CallProgress> {
        if said.kind != "progress" {
            return None;
        }
        self.steps = self.steps.checked_sub(1)?;
        let progress: CallProgress = serde_json::from_str(said.body.get()).ok()?;
        progress.done.is_finite().then_some(progress)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    fn said(kind: &str, body: &str) -> ProgramMessage {
        ProgramMessage {
            kind: kind.to_owned(),
            body: RawValue::from_string(body.to_owned()).expect("JSON"),
        }
    }

    #[test]
    fn a_log_ends_with_a_word_about_it() {
        let mut log = CallLog::new(3, 8);
        let mut say = |text: &str| {
            let body = format!(r#"{{"level":"warn","text":"{text}"}}"#);
            log.line(&said("log", &body)).map(|line| line.text)
        };
        assert_eq!(say("one"), Some("one".to_owned()));
        assert_eq!(say("two"), Some("two".to_owned()));
        // Room for a third line, but not for this one.
        let last = say("three").expect("a word");
        assert!(last.contains("left out"), "{last}");
        assert_eq!(say("x"), None);
    }

    #[test]
    fn nonsense_is_not_repeated() {
        let mut log = CallLog::new(9, 900);
        assert_eq!(log.line(&said("log", "7")), None);
        assert_eq!(log.line(&said("song", "{}")), None);
        assert!(
            log.progress(&said("progress", r#"{"done":"far"}"#))
                .is_none()
        );
        assert!(log.progress(&said("progress", r#"{"done":1}"#)).is_some());
        let odd = log.line(&said("log", r#"{"level":"loud","text":"!"}"#));
        assert_eq!(odd.map(|line| line.level), Some(ToolLogLevel::Info));
    }

    #[test]
    fn progress_is_told_so_often() {
        let mut log = CallLog::new(2, 2);
        let step = said("progress", r#"{"done":1,"total":4,"message":"so far"}"#);
        let told = (0..5).filter(|_| log.progress(&step).is_some()).count();
        assert_eq!(told, 2);
    }
}
