//! Whom a function talks to while it runs: whoever sits at the terminal.

use std::future::Future;
use std::io::{self, IsTerminal as _};
use std::pin::Pin;

use candor_functions::{Breach, ElicitError, Elicitation, Elicited, Host, Level};
use tokio::sync::{mpsc, oneshot};

use super::form;
use crate::output::{Output, Paint};
use crate::progress::Progress;
use crate::text::{one_line, visible};

/// What a function says, on its way to the terminal. It says a bounded number of things.
pub(super) struct Voice(mpsc::UnboundedSender<Said>);

/// The terminal's end.
pub(super) struct Terminal<'a> {
    said: mpsc::UnboundedReceiver<Said>,
    output: &'a Output,
}

enum Said {
    Progress {
        done: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    Log(Level, String),
    Breach(Breach),
    Question(Elicitation, oneshot::Sender<Elicited>),
}

// === impl Terminal ===

impl<'a> Terminal<'a> {
    /// Both ends.
    pub(super) fn open(output: &'a Output) -> (Voice, Self) {
        let (voice, said) = mpsc::unbounded_channel();
        (Voice(voice), Self { said, output })
    }

    /// Shows what is said until the call is over, and gives what came of it.
    pub(super) async fn attend<T>(mut self, call: impl Future<Output = T>) -> T {
        let mut progress = Some(Progress::begin(self.output));
        tokio::pin!(call);
        let outcome = loop {
            tokio::select! {
                biased;
                Some(said) = self.said.recv() => match said {
                    Said::Question(question, answer) => {
                        // Nothing may move where somebody types.
                        if let Some(progress) = progress.take() {
                            progress.end();
                        }
                        let asking = self.ask(&question);
                        tokio::select! {
                            elicited = asking => {
                                // Whoever asked may have given up.
                                let _ = answer.send(elicited);
                            }
                            outcome = &mut call => break outcome,
                        }
                    }
                    said => {
                        let progress = progress.get_or_insert_with(|| Progress::begin(self.output));
                        self.tell(said, progress);
                    }
                },
                outcome = &mut call => break outcome,
            }
        };
        let progress = progress.unwrap_or_else(|| Progress::begin(self.output));
        while let Ok(said) = self.said.try_recv() {
            self.tell(said, &progress);
        }
        progress.end();
        outcome
    }

    fn tell(&self, said: Said, progress: &Progress<'_>) {
        let colour = self.output.colours_errors();
        match said {
            Said::Progress {
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
            Said::Log(level, text) => {
                let level = level.as_str();
                progress.pass_on(&format!("{level}: {}", visible(&text)));
            }
            Said::Breach(breach) => {
                let word = Paint::Bad.on("refused", colour);
                let Breach { attempt, rule, .. } = breach;
                progress.pass_on(&format!(
                    "{word}: {}",
                    one_line(&format!("{attempt}; {rule}"))
                ));
            }
            // Nobody waits for an answer after the call.
            Said::Question(..) => {}
        }
    }

    async fn ask(&self, question: &Elicitation) -> Elicited {
        if io::stdin().is_terminal() && self.output.is_watched() {
            return form::fill_in(question, self.output).await;
        }
        let message = one_line(&question.message);
        self.output.say(&format!(
            "the tool asks `{message}`; nobody is there to be asked, so the answer is no"
        ));
        Elicited::Declined
    }
}

// === impl Voice ===

impl Voice {
    /// If the terminal is gone, so is the call.
    fn say(&self, said: Said) {
        let _ = self.0.send(said);
    }
}

impl Host for Voice {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.say(Said::Progress {
            done,
            total,
            message: message.map(str::to_owned),
        });
    }

    fn log(&self, level: Level, message: &str) {
        self.say(Said::Log(level, message.to_owned()));
    }

    fn elicit(
        &self,
        question: Elicitation,
    ) -> Pin<Box<dyn Future<Output = Result<Elicited, ElicitError>> + Send + '_>> {
        let (answer, answered) = oneshot::channel();
        self.say(Said::Question(question, answer));
        Box::pin(async {
            answered
                .await
                .map_err(|_| ElicitError::Lost("the terminal was closed".to_owned()))
        })
    }

    fn breach(&self, breach: &Breach) {
        self.say(Said::Breach(breach.clone()));
    }
}
