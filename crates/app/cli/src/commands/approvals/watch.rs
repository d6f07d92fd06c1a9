//! `candor approvals watch`: a live screen to approve and deny calls.
//!
//! The screen's state and keys are in [`screen`], which is independent of terminal and store. This
//! module connects them: keys and news go in, effects come out.

mod draw;
mod item;
mod key_reader;
mod notifier;
mod perform;
mod screen;
mod stream;
mod terminal;
mod text_area;
mod wrap;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use self::key_reader::KeyReader;
use self::notifier::Notifier;
use self::screen::{ApprovalScreen, ScreenEffect, ScreenEvent};
use self::terminal::FullScreenTerminal;
use super::client::{ApprovalNews, ApprovalsClient, NewsItem, with_client};
use crate::prelude::*;

/// How often the remaining time is redrawn.
const TICK: Duration = Duration::from_millis(500);

/// Shows the screen until the user quits; with `--json`, a line for every change.
pub(super) async fn run(notify: bool, workspace: &mut CommandWorkspace) -> CommandResult {
    let notifier = Notifier::new(notify);
    if workspace.output.is_json() {
        return stream::run(notifier, workspace).await;
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
    with_client(workspace, async |client| {
        // Permissions are checked before the terminal is taken over.
        let news = client.news().await?;
        let stage = FullScreenTerminal::open()?;
        watch(&client, news, stage, (colour, notifier)).await
    })
    .await
}

async fn watch(
    client: &ApprovalsClient,
    mut news: ApprovalNews,
    mut stage: FullScreenTerminal,
    (colour, mut notifier): (bool, Notifier),
) -> CommandResult<()> {
    let mut keys = KeyReader::listen()?;
    let mut tick = tokio::time::interval(TICK);
    let mut screen = ApprovalScreen::new(colour, timestamp::now());
    let first = perform::waiting(client).await;
    let mut due = screen.update(first);
    loop {
        // The event of an effect may lead to further effects; the chain always ends.
        while let Some(effect) = due.pop() {
            match effect {
                ScreenEffect::Quit => return Ok(()),
                ScreenEffect::Notify(line) => notifier.notify(&line),
                effect => {
                    let event = perform::perform(effect, client).await;
                    due.extend(screen.update(event));
                }
            }
        }
        stage.draw(|frame| draw::draw(&mut screen, frame))?;
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => event,
                None => return Ok(()),
            },
            changed = news.next() => match changed {
                Some(NewsItem::Changed(approval)) => ScreenEvent::Changed(approval),
                Some(NewsItem::Missed) => perform::waiting(client).await,
                Some(NewsItem::Failed(sentence)) => ScreenEvent::Failed(sentence),
                None => return Ok(()),
            },
            _ = tick.tick() => ScreenEvent::Tick(timestamp::now()),
        };
        due = screen.update(event);
    }
}
