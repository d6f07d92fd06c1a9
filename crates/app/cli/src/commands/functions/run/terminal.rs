//! The terminal as the host of a running function.

use std::future::Future;
use std::io::{self, IsTerminal as _};
use std::pin::Pin;

use candor_functions::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, ToolHost,
    ToolLogLevel,
};
use tokio::sync::{mpsc, oneshot};

use super::form;
use crate::prelude::*;
use crate::progress::ProgressSpinner;
use crate::text::visible;

/// Messages of a function, sent to the terminal. Their number is limited elsewhere.
pub(super) struct TerminalSender(mpsc::UnboundedSender<FunctionMessage>);

/// The terminal's end.
pub(super) struct RunTerminal<'a> {
    said: mpsc::UnboundedReceiver<FunctionMessage>,
    output: &'a CommandOutput,
}

enum FunctionMessage {
    Progress {
        done: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    Log(ToolLogLevel, String),
    Breach(CapabilityViolation),
    Question(ElicitationRequest, oneshot::Sender<ElicitationAnswer>),
}

// === impl RunTerminal ===

impl<'a> RunTerminal<'a> {
    /// Opens both ends of the channel.
    pub(super) fn open(output: &'a CommandOutput) -> (TerminalSender, Self) {
        let (provenance, said) = mpsc::unbounded_channel();
        (TerminalSender(provenance), Self { said, output })
    }

    /// Prints messages until the call ends, and returns its result.
    pub(super) async fn attend<T>(mut self, call: impl Future<Output = T>) -> T {
        let mut progress = Some(ProgressSpinner::begin(self.output));
        tokio::pin!(call);
        let outcome = loop {
            tokio::select! {
                biased;
                Some(said) = self.said.recv() => match said {
                    FunctionMessage::Question(question, answer) => {
                        // Progress must not be drawn over a prompt.
                        if let Some(progress) = progress.take() {
                            progress.end();
                        }
                        let asking = self.ask(&question);
                        tokio::select! {
                            elicited = asking => {
                                // The function may have stopped waiting.
                                let _ = answer.send(elicited);
                            }
                            outcome = &mut call => break outcome,
                        }
                    }
                    said => {
                        let progress = progress.get_or_insert_with(|| ProgressSpinner::begin(self.output));
                        self.print(said, progress);
                    }
                },
                outcome = &mut call => break outcome,
            }
        };
        let progress = progress.unwrap_or_else(|| ProgressSpinner::begin(self.output));
        while let Ok(said) = self.said.try_recv() {
            self.print(said, &progress);
        }
        progress.end();
        outcome
    }

    fn print(&self, said: FunctionMessage, progress: &ProgressSpinner<'_>) {
        let colour = self.output.colours_errors();
        match said {
            FunctionMessage::Progress {
                done,
                total,
                message,
            } => {
                let total = total
                    .map(|total| format!(" of {total}"))
                    .unwrap_or_default();
                let message = message.unwrap_or_default();
                progress.remark(&format!("progress {done}{total} {message}"), false);
            }
            FunctionMessage::Log(level, text) => {
                let level = level.as_str();
                progress.pass_on(&format!("{level}: {}", visible(&text)));
            }
            FunctionMessage::Breach(breach) => {
                let word = TextStyle::Error.on("refused", colour);
                let CapabilityViolation { attempt, rule, .. } = breach;
                progress.pass_on(&format!(
                    "{word}: {}",
                    one_line(&format!("{attempt}; {rule}"))
                ));
            }
            // After the call, no answer is needed.
            FunctionMessage::Question(..) => {}
        }
    }

    async fn ask(&self, question: &ElicitationRequest) -> ElicitationAnswer {
        if io::stdin().is_terminal() && self.output.is_watched() {
            return form::fill_in(question, self.output).await;
        }
        let message = one_line(&question.message);
        self.output.say(&format!(
            "the tool asks `{message}`; there is no terminal, so the answer is no"
        ));
        ElicitationAnswer::Declined
    }
}

// === impl TerminalSender ===

impl TerminalSender {
    /// If the terminal is gone, so is the call.
    fn say(&self, said: FunctionMessage) {
        let _ = self.0.send(said);
    }
}

impl ToolHost for TerminalSender {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.say(FunctionMessage::Progress {
            done,
            total,
            message: message.map(str::to_owned),
        });
    }

    fn log(&self, level: ToolLogLevel, message: &str) {
        self.say(FunctionMessage::Log(level, message.to_owned()));
    }

    fn elicit(
        &self,
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>
    {
        let (answer, answered) = oneshot::channel();
        self.say(FunctionMessage::Question(question, answer));
        Box::pin(async {
            answered
                .await
                .map_err(|_| ElicitationError::Lost("the terminal was closed".to_owned()))
        })
    }

    fn violation(&self, violation: &CapabilityViolation) {
        self.say(FunctionMessage::Breach(violation.clone()));
    }
}
