//! `candor open`: the dashboard in the user's browser, signed in.

use serde::Deserialize;

use crate::args::OpenArgs;
use crate::browser;
use crate::oneshot::with_signals;
use crate::prelude::*;

/// A link as the API makes it.
#[derive(Deserialize)]
struct SignInLink {
    url: String,
    expires_at: String,
}

/// Requests a one-time link and opens it.
pub(super) async fn run(args: &OpenArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_store(context)?;
    let Some(api) = &context.actor.api else {
        return Err(CommandFailure::new("no gateway is running"));
    };
    let output = &context.output;
    with_signals(&workspace, async {
        let link: SignInLink = api.post(&["sign-in-links"], &json!({})).await?;
        let SignInLink { url, expires_at } = link;
        if output.is_json() {
            return output.json(&json!({"url": url, "expires_at": expires_at}));
        }
        let opens = !args.print && output.prints_to_terminal();
        if opens && browser::open(&url) {
            output.say("opened the dashboard in your browser; if nothing appears, open this link:");
        }
        // It is the gateway's text, and a terminal must not obey it.
        output.foreign(&url)?;
        output.say("the link works once, within ten minutes");
        Ok(())
    })
    .await
}
