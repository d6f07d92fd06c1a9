//! Progress on standard error: animated on a terminal, plain lines otherwise, and nothing with
//! `--json`.

use std::time::Duration;

use candor_gateway::{Gateway, StartupWait};
use candor_sources::SourceState;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::prelude::CommandOutput;
use crate::text;

/// The spinner's interval.
const TICK: Duration = Duration::from_millis(100);

/// A progress spinner with messages.
pub(crate) struct ProgressSpinner<'a> {
    bar: ProgressBar,
    output: &'a CommandOutput,
}

/// Waits until every source has started or failed, and shows who is waited for, unless that takes
/// no time.
pub(crate) async fn starting(gateway: &Gateway, quiet: bool, output: &CommandOutput) {
    let names = waiting(gateway, |state| {
        !matches!(state, SourceState::Unusable { .. })
    });
    if names.is_empty() || quiet {
        return gateway.settled(StartupWait::Command).await;
    }
    let progress = ProgressSpinner::begin(output);
    let count = text::counted(names.len(), "source");
    progress.remark(&format!("starting {count}: {}", names.join(", ")), false);
    let settled = gateway.settled(StartupWait::Command);
    tokio::pin!(settled);
    let mut tick = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            () = &mut settled => break,
            _ = tick.tick() => {
                let names = waiting(gateway, |state| matches!(state, SourceState::Starting));
                progress.show(&format!("waiting for {}", names.join(", ")));
            }
        }
    }
    progress.end();
}

fn waiting(gateway: &Gateway, wanted: impl Fn(&SourceState) -> bool) -> Vec<String> {
    let sources = gateway.sources();
    let wanted = sources.iter().filter(|source| wanted(&source.state));
    wanted.map(|source| source.name.to_string()).collect()
}

// === impl ProgressSpinner ===

impl<'a> ProgressSpinner<'a> {
    /// Begins to move.
    pub(crate) fn begin(output: &'a CommandOutput) -> Self {
        let bar = if output.is_watched() {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, output }
    }

    /// Shows a message that is replaced by the next one.
    pub(crate) fn show(&self, message: &str) {
        self.bar.set_message(text::one_line(message));
        self.bar.tick();
    }

    /// Prints a message once. On a terminal, only `lasting` ones stay visible.
    pub(crate) fn remark(&self, message: &str, lasting: bool) {
        let line = text::one_line(message);
        if !self.output.is_watched() {
            if !self.output.is_json() {
                self.output.say(&line);
            }
        } else if lasting {
            self.bar.suspend(|| self.output.say(&line));
        } else {
            self.show(&line);
        }
    }

    /// Passes on what a child program prints. Its lines stay.
    pub(crate) fn pass_on(&self, text: &str) {
        self.bar.suspend(|| self.output.say(text));
    }

    /// Leaves no trace.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}
