//! `candor approvals watch`: a screen on which calls are decided as they come.
//!
//! What the screen shows and which key does what is in [`screen`], which knows neither terminal
//! nor store. Here the two meet: keys and news go in, effects come out.

mod draw;
mod editor;
mod input;
mod item;
mod perform;
mod screen;
mod stream;
mod terminal;
mod wrap;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use candor_gateway::Gateway;
use tokio::sync::broadcast::error::RecvError;

use self::input::Keys;
use self::screen::{Event, Screen};
use self::terminal::Stage;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::when;
use crate::workspace::Workspace;

/// How often the time that is left is drawn anew.
const TICK: Duration = Duration::from_millis(500);

/// Shows the screen until somebody leaves it; with `--json`, a line for every change.
pub(super) async fn run(workspace: &mut Workspace, output: &Output) -> Result<Exit, Failure> {
    if output.is_json() {
        return stream::run(workspace, output).await;
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let failure = Failure::new("there is no terminal to show the calls on");
        return Err(failure.hint(
            "`candor approvals list` prints those that wait, `candor approvals watch --json` \
             every change",
        ));
    }
    if io::stderr().is_terminal() {
        // A line of the log would be written across the screen.
        workspace.mute();
    }
    let colour = output.colours_results();
    oneshot::with_gateway(workspace, output, async |gateway| {
        let stage = Stage::open()?;
        watch(&gateway, stage, colour).await?;
        Ok(Exit::Fine)
    })
    .await
}

async fn watch(gateway: &Gateway, mut stage: Stage, colour: bool) -> Result<(), Failure> {
    let mut news = gateway.approvals().events();
    let mut keys = Keys::listen()?;
    let mut tick = tokio::time::interval(TICK);
    let mut screen = Screen::new(colour, when::now());
    let first = perform::waiting(gateway).await;
    let mut due = screen.update(first);
    loop {
        // What an effect leads to may have effects of its own; none of them goes on for ever.
        while let Some(effect) = due.pop() {
            if effect.is_end() {
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
                Ok(approval) => Event::Changed(approval),
                Err(RecvError::Lagged(_)) => perform::waiting(gateway).await,
                Err(RecvError::Closed) => return Ok(()),
            },
            _ = tick.tick() => Event::Tick(when::now()),
        };
        due = screen.update(event);
    }
}
