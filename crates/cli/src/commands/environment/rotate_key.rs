//! `candor environment rotate-key`: a new key, and every secret sealed with it.

use std::path::Path;

use candor_config::SecretKey;
use candor_store::Keyring;
use serde_json::json;

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;

/// The variable that may hold the keys.
const VARIABLE: &str = candor_config::env::SECRET_KEY;

/// Puts a new key first and seals everything anew. The old keys stay, so that whatever happens
/// in between, every secret can be opened.
pub(super) async fn run(
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    let key = &workspace.settings.server.secret_key;
    let ring = match key {
        SecretKey::File(path) => new_key(path)?,
        SecretKey::Given(keys) => given(&Keyring::parse(keys.expose())?)?,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let sealed = gateway.desk().reseal(&author).await?;
        tell(key, &ring, sealed, output)?;
        Ok(Exit::Fine)
    })
    .await
}

/// Where there is no file yet, a first key is as new as any.
fn new_key(path: &Path) -> Result<Keyring, Failure> {
    if path.exists() {
        Ok(Keyring::rotate(path)?)
    } else {
        Ok(Keyring::load_or_create(path)?)
    }
}

/// The environment of the process is not ours to change: a new key must be there already.
fn given(ring: &Keyring) -> Result<Keyring, Failure> {
    if ring.ids().count() > 1 {
        return Ok(ring.clone());
    }
    let failure = Failure::new(format!(
        "the key is in `{VARIABLE}`, where no new one can be written"
    ));
    Err(failure.hint(format!(
        "put a new key first, as `{VARIABLE}=NEW,OLD` (64 hexadecimal digits: `openssl rand -hex \
         32`), and run `candor environment rotate-key` again: it seals every secret with the first"
    )))
}

fn tell(key: &SecretKey, ring: &Keyring, sealed: usize, output: &Output) -> Result<(), Failure> {
    let old: Vec<&str> = ring.ids().skip(1).collect();
    if output.is_json() {
        output.json(&json!({"key": ring.first_id(), "old_keys": old, "sealed": sealed}))?;
        return Ok(());
    }
    let secrets = counted(sealed, "secret");
    output.line(&format!(
        "sealed {secrets} with the key {}",
        ring.first_id()
    ))?;
    output.say("gateways that are running know only the old keys: start them again");
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
