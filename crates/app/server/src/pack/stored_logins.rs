//! Logins of callers, sealed and stored in the database.

use std::sync::Arc;

use candor_clock::now_micros;
use candor_functions::Failure;
use candor_nextcloud::{CallerLogin, LoginFuture, LoginStore};
use candor_store::{Keyring, PackLoad, PackRecord, Store};

/// The pack that the records belong to, and their kind.
const PACK: &str = "nextcloud";
const KIND: &str = "login";
/// The purpose that the seal is bound to.
const PURPOSE: &str = "nextcloud login";

/// Keeps logins in the workspace's database, sealed with its key.
pub(crate) struct StoredLogins {
    pub(crate) store: Store,
    pub(crate) keyring: Arc<Keyring>,
}

// === impl StoredLogins ===

impl StoredLogins {
    async fn read(&self, caller: &str) -> Result<CallerLogin, Failure> {
        let records = self.store.pack_records(PACK);
        let found = records.about(KIND, &[caller]).await.map_err(unreadable)?;
        let Some(record) = found.into_iter().next() else {
            return Ok(CallerLogin::Absent);
        };
        // The caller is part of what is sealed, so that a row cannot be given to another caller.
        let purpose = format!("{PURPOSE} of {caller}");
        let opened = self.keyring.open_text(&purpose, &record.body);
        let plain = opened.map_err(unreadable)?;
        serde_json::from_slice(&plain).map_err(unreadable)
    }

    async fn write(&self, caller: &str, login: CallerLogin) -> Result<(), Failure> {
        let plain = serde_json::to_vec(&login).map_err(unreadable)?;
        let purpose = format!("{PURPOSE} of {caller}");
        let body = self
            .keyring
            .seal_text(&purpose, &plain)
            .map_err(unreadable)?;
        let record = PackRecord {
            subject: caller.to_owned(),
            body,
            ..PackRecord::default()
        };
        let load = PackLoad {
            records: &[(KIND, vec![record])],
            at_micros: now_micros(),
            dry_run: false,
        };
        let loaded = self.store.pack_records(PACK).load(&load).await;
        loaded.map_err(unreadable)?;
        Ok(())
    }
}

impl LoginStore for StoredLogins {
    fn login<'a>(&'a self, caller: &'a str) -> LoginFuture<'a, CallerLogin> {
        Box::pin(self.read(caller))
    }

    fn keep<'a>(&'a self, caller: &'a str, login: CallerLogin) -> LoginFuture<'a, ()> {
        Box::pin(self.write(caller, login))
    }
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!(
        "your login cannot be read or kept: {error}; tell your administrator"
    ))
}
