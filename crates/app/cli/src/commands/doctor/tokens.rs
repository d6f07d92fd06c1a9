//! Whether there is a token where tokens are required.

use candor_config::{AuthMode, Settings};
use candor_server::StartError;
use candor_server::assemble::open_store;

use super::check::DoctorCheck;
use super::storage::{chain, has_database};
use crate::text::counted;
use crate::timestamp;

const SUBJECT: &str = "tokens";

/// Looks for an active token, if tokens are required.
pub(super) async fn check(settings: &Settings) -> Option<DoctorCheck> {
    let server = &settings.server;
    let needed = server.auth == AuthMode::Required || !server.is_loopback();
    if !needed {
        return None;
    }
    Some(match working(settings).await {
        Ok(0) => DoctorCheck::fail(SUBJECT, StartError::NoTokens(server.listen).to_string()),
        Ok(count) => DoctorCheck::ok(SUBJECT, counted(count, "active token")),
        Err(error) => DoctorCheck::fail(SUBJECT, chain(&error)),
    })
}

/// The number of active tokens. A missing database has none, and is not created.
async fn working(settings: &Settings) -> Result<usize, StartError> {
    if !has_database(settings) {
        return Ok(0);
    }
    let store = open_store(settings).await?;
    let tokens = store.tokens().await;
    store.close().await;
    let now = timestamp::now();
    Ok(tokens?.iter().filter(|token| token.works_at(now)).count())
}
