//! Checks for stored state that needs attention: quarantined tools, and rules about tools that no
//! source was ever seen to have.

use candor_config::Settings;
use candor_server::assemble::open_store;
use candor_store::{Store, StoreError};

use super::check::DoctorCheck;
use super::storage::has_database;

/// The findings; empty if nothing is stored or the store cannot be read, which other checks report.
pub(super) async fn check(settings: &Settings) -> Vec<DoctorCheck> {
    if !has_database(settings) {
        return Vec::new();
    }
    let Ok(store) = open_store(settings).await else {
        return Vec::new();
    };
    let found = findings(&store, settings).await;
    store.close().await;
    found.unwrap_or_default()
}

async fn findings(store: &Store, settings: &Settings) -> Result<Vec<DoctorCheck>, StoreError> {
    let mut checks = Vec::new();
    for drift in store.drifts().await? {
        let name = &drift.name;
        let why = if drift.is_contradicted() {
            "calls contradict what it declares"
        } else {
            "its definition has changed"
        };
        let says = format!("`{name}` is in quarantine: {why}");
        checks.push(
            DoctorCheck::warn("quarantine", says)
                .hint(format!("look with `candor drift show {name}`")),
        );
    }
    let known = store.pins().await?;
    for declared in &settings.opinions {
        let about = &declared.key.about;
        // A source that was never started is not known to lack the tool.
        let mut of_source = known
            .iter()
            .filter(|pin| pin.name.source() == about.source());
        let was_seen = of_source.clone().next().is_some();
        if was_seen && !of_source.any(|pin| about.matches(&pin.name)) {
            let says = format!("the file sets hints of `{about}`, and no such tool was ever seen");
            checks.push(
                DoctorCheck::warn("annotations", says)
                    .hint("`candor tools` lists the tools; correct the name or remove the table"),
            );
        }
    }
    Ok(checks)
}
