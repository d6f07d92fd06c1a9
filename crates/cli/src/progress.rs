//! What moves on standard error while somebody waits. It moves only on a terminal; elsewhere
//! there are plain lines, and with `--json` nothing at all.

use std::time::Duration;

use candor_gateway::{Gateway, Patience};
use candor_sources::State;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::Output;
use crate::text;

/// How often it moves.
const TICK: Duration = Duration::from_millis(100);

/// A sign that something goes on, and remarks about it.
pub(crate) struct Progress<'a> {
    bar: ProgressBar,
    output: &'a Output,
}

/// Waits until every source has started or failed, and shows who is waited for, unless that takes
/// no time.
pub(crate) async fn starting(gateway: &Gateway, quiet: bool, output: &Output) {
    let names = waiting(gateway, |state| !matches!(state, State::Unusable { .. }));
    if names.is_empty() || quiet {
        return gateway.settled(Patience::Command).await;
    }
    let progress = Progress::begin(output);
    let count = text::counted(names.len(), "source");
    progress.remark(&format!("starting {count}: {}", names.join(", ")), false);
    let settled = gateway.settled(Patience::Command);
    tokio::pin!(settled);
    let mut tick = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            () = &mut settled => break,
            _ = tick.tick() => {
                let names = waiting(gateway, |state| matches!(state, State::Starting));
                progress.show(&format!("waiting for {}", names.join(", ")));
            }
        }
    }
    progress.end();
}

fn waiting(gateway: &Gateway, wanted: impl Fn(&State) -> bool) -> Vec<String> {
    let sources = gateway.sources();
    let wanted = sources.iter().filter(|source| wanted(&source.state));
    wanted.map(|source| source.name.to_string()).collect()
}

// === impl Progress ===

impl<'a> Progress<'a> {
    /// Begins to move.
    pub(crate) fn begin(output: &'a Output) -> Self {
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

    /// Shows what goes on now, where it can be taken back later.
    pub(crate) fn show(&self, message: &str) {
        self.bar.set_message(text::one_line(message));
        self.bar.tick();
    }

    /// Says something once. `lasting` remarks stay on a terminal; others are shown only.
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

    /// Says what a program that was started wants to be said, whoever watches. Its lines stay.
    pub(crate) fn pass_on(&self, text: &str) {
        self.bar.suspend(|| self.output.say(text));
    }

    /// Leaves no trace.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}
