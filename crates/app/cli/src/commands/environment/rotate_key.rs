//! `candor environment rotate-key`: a new key, and every secret encrypted with it.

use std::path::Path;

use candor_config::SecretKey;
use candor_store::Keyring;

use crate::args::ReasonArgs;
use crate::prelude::*;

/// The variable that may hold the keys.
const VARIABLE: &str = candor_config::env::SECRET_KEY;

/// Adds a new key as the first one and re-encrypts every secret. The old keys are kept, so that
/// every secret can be opened at any point in between.
pub(super) async fn run(reason: &ReasonArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = reason.author(&workspace.actor)?;
    let key = &workspace.settings.server.secret_key;
    let ring = match key {
        SecretKey::File(path) => new_key(path)?,
        SecretKey::Given(keys) => given(&Keyring::parse(keys.expose())?)?,
    };
    with_gateway(workspace, async |gateway| {
        let sealed = gateway.editor().reseal(&author).await?;
        print(key, &ring, sealed, &workspace.output)
    })
    .await
}

/// Without a key file, a first key is created.
fn new_key(path: &Path) -> CommandResult<Keyring> {
    if path.exists() {
        Ok(Keyring::rotate(path)?)
    } else {
        Ok(Keyring::load_or_create(path)?)
    }
}

/// The environment of the process cannot be changed, so a new key must be there already.
fn given(ring: &Keyring) -> CommandResult<Keyring> {
    if ring.ids().count() > 1 {
        return Ok(ring.clone());
    }
    let sentence = format!("the key comes from `{VARIABLE}`, which Candor cannot change");
    Err(CommandFailure::new(sentence).hint(format!(
        "put a new key first, as `{VARIABLE}=NEW,OLD` (64 hexadecimal digits: `openssl rand -hex \
         32`), and run `candor environment rotate-key` again: it re-encrypts every \
         secret with the first"
    )))
}

fn print(
    key: &SecretKey,
    ring: &Keyring,
    sealed: usize,
    output: &CommandOutput,
) -> CommandResult<()> {
    let old: Vec<&str> = ring.ids().skip(1).collect();
    if output.is_json() {
        return output.json(&json!({"key": ring.first_id(), "old_keys": old, "sealed": sealed}));
    }
    let (secrets, first) = (counted(sealed, "secret"), ring.first_id());
    output.line(&format!("re-encrypted {secrets} with the key {first}"))?;
    output.say("running gateways know only the old keys: restart them");
    if !old.is_empty() {
        let place = match key {
            SecretKey::File(path) => format!("`{}`", path.display()),
            SecretKey::Given(_) => format!("`{VARIABLE}`"),
        };
        output.say(&format!(
            "then the old keys can be removed from {place}, unless a backup needs them: {}",
            old.join(", ")
        ));
    }
    Ok(())
}
