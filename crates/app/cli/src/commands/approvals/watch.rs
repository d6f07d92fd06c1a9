//! `candor approvals watch`: a live screen to approve and deny calls.
//!
//! The state of the screen and the keys are in [`screen`], which knows neither terminal
//! nor store. Here the two meet: keys and news go in, effects come out.

mod draw;
mod item;
mod key_reader;
mod perform;
mod screen;
mod stream;
mod terminal;
mod text_area;
mod wrap;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use candor_gateway::Gateway;
use tokio::sync::broadcast::error::RecvError;

use self::key_reader::KeyReader;
use self::screen::{ApprovalScreen, ScreenEffect, ScreenEvent};
use self::terminal::FullScreenTerminal;
use crate::prelude::*;

/// How often the remaining time is redrawn.
const TICK: Duration = Duration::from_millis(500);

/// Shows the screen until the user quits; with `--json`, a line for every change.
pub(super) async fn run(workspace: &mut CommandWorkspace) -> CommandResult {
    if workspace.output.is_json() {
        return stream::run(workspace).await;
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let failure = CommandFailure::new("`candor approvals watch` needs a terminal");
        return Err(failure.hint(
            "`candor approvals list` prints the pending calls; `candor approvals watch --json` \
             prints every change",
        ));
    }
    if io::stderr().is_terminal() {
        // A line of the log would be written across the screen.
        workspace.mute();
    }
    let colour = workspace.output.colours_results();
    with_gateway(workspace, async |gateway| {
        let stage = FullScreenTerminal::open()?;
        watch(&gateway, stage, colour).await
    })
    .await
}

async fn watch(
    gateway: &Gateway,
    mut stage: FullScreenTerminal,
    colour: bool,
) -> CommandResult<()> {
    let mut news = gateway.approvals().events();
    let mut keys = KeyReader::listen()?;
    let mut tick = tokio::time::interval(TICK);
    let mut screen = ApprovalScreen::new(colour, timestamp::now());
    let first = perform::waiting(gateway).await;
    let mut due = screen.update(first);
    loop {
        // The event of an effect may lead to further effects; the chain always ends.
        while let Some(effect) = due.pop() {
            if effect == ScreenEffect::Quit {
                return Ok(());
            }
            let event = perform::perform(effect, gateway).await;
            due.extend(screen.update(event));
        }
        stage.draw(|frame| draw::draw(&mut screen, frame))?;
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => event,
                None => return Ok(()),
            },
            changed = news.recv() => match changed {
                Ok(approval) => ScreenEvent::Changed(approval),
                Err(RecvError::Lagged(_)) => perform::waiting(gateway).await,
                Err(RecvError::Closed) => return Ok(()),
            },
            _ = tick.tick() => ScreenEvent::Tick(timestamp::now()),
        };
        due = screen.update(event);
    }
}
