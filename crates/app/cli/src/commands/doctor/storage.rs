//! Checks whether state can be stored.

use std::error::Error;
use std::path::Path;

use candor_config::{SecretKey, Settings};
use candor_server::assemble::open_store;
use candor_store::Keyring;

use super::check::DoctorCheck;
use crate::text::counted;

/// Whether the data directory can be written. It is not made: that is for the first start.
pub(super) fn directory(settings: &Settings) -> DoctorCheck {
    let subject = "data directory";
    let wanted = settings.server.data.as_path();
    let shown = wanted.display();
    // A relative path starts here, with an empty parent.
    let is_there = |path: &&Path| path.as_os_str().is_empty() || path.exists();
    let Some(there) = wanted.ancestors().find(is_there) else {
        return DoctorCheck::fail(subject, format!("no part of `{shown}` exists"))
            .hint("choose another one with `--data DIR`");
    };
    if !there.as_os_str().is_empty() && !there.is_dir() {
        return DoctorCheck::fail(subject, format!("`{}` is not a directory", there.display()))
            .hint("choose another one with `--data DIR`");
    }
    // Only an actual attempt is reliable: permissions, mounts and quotas all matter.
    let there = if there.as_os_str().is_empty() {
        Path::new(".")
    } else {
        there
    };
    match tempfile::tempfile_in(there) {
        Err(error) => DoctorCheck::fail(
            subject,
            format!("`{}` cannot be written: {error}", there.display()),
        )
        .hint("check its owner and permissions, or choose another one with `--data DIR`"),
        Ok(_) if there == wanted => DoctorCheck::ok(subject, format!("`{shown}` can be written")),
        Ok(_) => DoctorCheck::ok(
            subject,
            format!("`{shown}` does not exist yet and can be created"),
        ),
    }
}

/// Whether the database answers. A file that is not there yet needs no check of its own: what is
/// left to go wrong is the directory.
pub(super) async fn database(settings: &Settings) -> Option<DoctorCheck> {
    if !has_database(settings) {
        return None;
    }
    Some(answers(settings).await)
}

/// Whether a database exists.
pub(super) fn has_database(settings: &Settings) -> bool {
    let server = &settings.server;
    server.database_url.is_some() || server.data.join("candor.db").exists()
}

async fn answers(settings: &Settings) -> DoctorCheck {
    let subject = "database";
    let store = match open_store(settings).await {
        Ok(store) => store,
        Err(error) => return DoctorCheck::fail(subject, chain(&error)),
    };
    let checked = store.check().await;
    let says = format!(
        "{} {} can be read and written",
        store.engine(),
        store.place()
    );
    store.close().await;
    match checked {
        Ok(()) => DoctorCheck::ok(subject, says),
        Err(error) => DoctorCheck::fail(subject, chain(&error)),
    }
}

/// Whether the keys that seal secrets can be used. A file that is not there yet is made when it
/// is first needed.
pub(super) fn key(settings: &Settings) -> Option<DoctorCheck> {
    let subject = "secret key";
    let (ring, place) = match &settings.server.secret_key {
        SecretKey::File(path) if !path.exists() => return None,
        SecretKey::File(path) => (Keyring::load(path), format!("`{}`", path.display())),
        SecretKey::Given(keys) => {
            let place = format!("`{}`", candor_config::env::SECRET_KEY);
            (Keyring::parse(keys.expose()), place)
        }
    };
    Some(match ring {
        Ok(ring) => {
            let keys = counted(ring.ids().count(), "key");
            DoctorCheck::ok(subject, format!("{place} contains {keys}"))
        }
        Err(error) => DoctorCheck::fail(subject, chain(&error)),
    })
}

/// An error and its causes in one line.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text = format!("{text}: {next}");
        }
        cause = error.source();
    }
    text
}
