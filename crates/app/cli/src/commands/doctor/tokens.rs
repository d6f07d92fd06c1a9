//! Checks whether callers need a token, and whether there is one.

use candor_config::Settings;
use candor_server::assemble::open_store;
use candor_server::{ONLY_THIS_MACHINE, StartError, TokenNeed};

use super::check::DoctorCheck;
use super::storage::{chain, has_database};
use crate::text::counted;
use crate::timestamp;

const SUBJECT: &str = "tokens";

/// Reports what callers must present, and looks for an active token if one is required.
pub(super) async fn check(settings: &Settings) -> DoctorCheck {
    let Some(need) = TokenNeed::of(settings) else {
        return DoctorCheck::ok(SUBJECT, ONLY_THIS_MACHINE);
    };
    match working(settings).await {
        Ok(0) => DoctorCheck::fail(SUBJECT, need.without_tokens().to_string()),
        Ok(count) => {
            let count = counted(count, "active token");
            let says = format!("{count}; every request needs one, because {need}");
            DoctorCheck::ok(SUBJECT, says)
        }
        Err(error) => DoctorCheck::fail(SUBJECT, chain(&error)),
    }
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
