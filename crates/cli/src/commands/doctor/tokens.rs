//! Whether somebody could be recognised where everybody must present a token.

use candor_config::{AuthMode, Settings};
use candor_server::StartError;
use candor_server::assemble::open_store;

use super::check::Check;
use super::storage::chain;
use crate::text::counted;
use crate::when;

const SUBJECT: &str = "tokens";

/// Looks for a token that works. Where nobody has to present one, there is nothing to say.
pub(super) async fn check(settings: &Settings) -> Option<Check> {
    let server = &settings.server;
    let needed = server.auth == AuthMode::Required || !server.is_loopback();
    if !needed {
        return None;
    }
    Some(match working(settings).await {
        Ok(0) => Check::fail(SUBJECT, StartError::NoTokens(server.listen).to_string()),
        Ok(count) => {
            let verb = if count == 1 { "works" } else { "work" };
            Check::ok(SUBJECT, format!("{} {verb}", counted(count, "token")))
        }
        Err(error) => Check::fail(SUBJECT, chain(&error)),
    })
}

/// How many work. A database that is not there yet holds none, and looking does not make it.
async fn working(settings: &Settings) -> Result<usize, StartError> {
    let file = settings.server.data.join("candor.db");
    if settings.server.database_url.is_none() && !file.exists() {
        return Ok(0);
    }
    let store = open_store(settings).await?;
    let tokens = store.tokens().await;
    store.close().await;
    let now = when::now();
    Ok(tokens?.iter().filter(|token| token.works_at(now)).count())
}
