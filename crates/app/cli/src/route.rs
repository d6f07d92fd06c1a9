//! Determines the user of a command and where it runs: on the data directory, or in a running
//! gateway.

use std::path::{Path, PathBuf};

use candor_config::{SettingFlags, Settings};
use candor_model::Role;
use candor_server::assemble::open_store;
use candor_server::{AnnouncedAddress, TokenNeed};
use candor_store::{OwnerSecret, StoreResult};

use crate::access::{CommandAccess, ServerUse};
use crate::actor::CommandActor;
use crate::api_client::{ApiClient, ServerUrl};
use crate::credential::{self, GivenToken};
use crate::prelude::{CommandFailure, CommandOutput, CommandResult, timestamp};
use crate::workspace;

/// The variable that may hold the address of a gateway.
const SERVER_VARIABLE: &str = "CANDOR_SERVER";

/// The user's options about credentials and the gateway.
#[derive(Clone, Default)]
pub(crate) struct RouteFlags {
    /// The file with a token.
    pub(crate) token_file: Option<PathBuf>,
    /// The gateway that is to do the work.
    pub(crate) server: Option<ServerUrl>,
}

/// Finds out who runs a command, and refuses it if they may not.
pub(crate) async fn choose(
    access: CommandAccess,
    flags: &RouteFlags,
    settings: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult<CommandActor> {
    let server = server(access.server, flags)?;
    if server.is_none() && access.role.is_none() {
        return Ok(CommandActor::owner());
    }
    let given = GivenToken::find(flags.token_file.as_deref())?;
    let loaded = workspace::load(settings)?;
    if loaded.refused {
        // The command itself reports invalid settings and does nothing.
        return Ok(CommandActor::owner());
    }
    let settings = loaded.settings;
    let data = &settings.server.data;
    let own = match (server, access.server) {
        (Some(server), _) => return ask(server, given, data, output),
        (None, ServerUse::Running) => Some(running(data)?),
        (None, ServerUse::Asked) if TokenNeed::of(&settings).is_some() => announced(data),
        (None, _) => None,
    };
    if let Some(own) = own {
        return ask_own(own, given, data);
    }
    match (given, access.role) {
        (Some(given), Some(role)) => holder(&given, role, &settings).await,
        _ => owner(&settings).await,
    }
}

/// The gateway that serves this data directory now.
fn announced(data: &Path) -> Option<ServerUrl> {
    AnnouncedAddress::find(data).map(ServerUrl::of)
}

/// As [`running_gateway`](crate::running_gateway), where there must be one.
fn running(data: &Path) -> CommandResult<ServerUrl> {
    announced(data).ok_or_else(|| {
        let sentence = format!("no gateway is running on `{}`", data.display());
        CommandFailure::new(sentence).hint(
            "start one with `candor serve`, or give the address of another with `--server URL`",
        )
    })
}

/// The gateway that was named, by the flag or by the variable, if the command can use one.
fn server(used: ServerUse, flags: &RouteFlags) -> CommandResult<Option<ServerUrl>> {
    let named = match &flags.server {
        Some(server) => Some((server.clone(), "--server")),
        None if used == ServerUse::Never => None,
        None => of_variable()?.map(|server| (server, SERVER_VARIABLE)),
    };
    let Some((server, origin)) = named else {
        return Ok(None);
    };
    let (sentence, hint) = match used {
        ServerUse::Asked | ServerUse::Running => return Ok(Some(server)),
        ServerUse::Instead(instead) => (
            format!("this command works on the data directory, but `{origin}` names a gateway"),
            format!("leave out `{origin}`; the same through a gateway: {instead}"),
        ),
        ServerUse::Never => (
            format!("this command does not use a running gateway, but `{origin}` names one"),
            format!("leave out `{origin}`"),
        ),
    };
    Err(CommandFailure::new(sentence).hint(hint))
}

fn of_variable() -> CommandResult<Option<ServerUrl>> {
    let text = std::env::var(SERVER_VARIABLE).unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(None);
    }
    let read = ServerUrl::parse(&text).map_err(|error| {
        CommandFailure::new(format!(
            "`{SERVER_VARIABLE}` is no address of a gateway: {error}"
        ))
    })?;
    Ok(Some(read))
}

/// Uses the gateway that has this data directory open on this machine. Its owner needs no token, at
/// any listen address, because the secret does not leave the machine.
fn ask_own(own: ServerUrl, given: Option<GivenToken>, data: &Path) -> CommandResult<CommandActor> {
    let bearer = match given {
        Some(given) => Some(given.text),
        // A user who cannot read it sends none, and the gateway reports what is missing.
        None => credential::owner_secret(data).unwrap_or_default(),
    };
    Ok(CommandActor::remote(ApiClient::new(own, bearer)?))
}

/// Uses a named gateway, which identifies the user.
fn ask(
    server: ServerUrl,
    given: Option<GivenToken>,
    data: &Path,
    output: &CommandOutput,
) -> CommandResult<CommandActor> {
    let bearer = match given {
        Some(given) => Some(given.text),
        // The secret must not leave this machine. A user who cannot read it sends none, and the
        // gateway reports what is missing.
        None if server.is_local() => credential::owner_secret(data).unwrap_or_default(),
        None => None,
    };
    if bearer.is_some() && server.is_open() {
        output.say(&format!(
            "warning: the token is sent to {server} without encryption; use https"
        ));
    }
    Ok(CommandActor::remote(ApiClient::new(server, bearer)?))
}

/// The holder of a token, on the data directory.
async fn holder(
    given: &GivenToken,
    role: Role,
    settings: &Settings,
) -> CommandResult<CommandActor> {
    let presented = given.presented()?;
    let store = open_store(settings).await.map_err(not_ours)?;
    let tokens = store.tokens().await;
    store.close().await;
    let now = timestamp::now();
    let mut tokens = tokens?.into_iter();
    let found = tokens.find(|token| presented.is(token) && token.works_at(now));
    let token = found.ok_or_else(|| given.unknown())?;
    let actor = CommandActor::holder(&token, given.text.clone());
    if actor.may(role) {
        return Ok(actor);
    }
    let (name, roles) = (&token.name, &token.roles);
    let sentence = format!("this needs the role `{role}`; the token `{name}` has `{roles}`");
    Err(CommandFailure::new(sentence).hint("use a token that has the role"))
}

/// The owner of the data directory, who can read its secret.
async fn owner(settings: &Settings) -> CommandResult<CommandActor> {
    let data = &settings.server.data;
    let secret = credential::owner_secret(data)?;
    if secret.is_some() || TokenNeed::of(settings).is_none() {
        return Ok(CommandActor::owner());
    }
    if has_tokens(settings).await? {
        let shown = data.display();
        let sentence = format!("a credential is needed, and `{shown}` holds no owner's secret");
        let hint = format!(
            "{}, or start `candor serve` there, which makes one",
            credential::HOW
        );
        return Err(CommandFailure::new(sentence).hint(hint));
    }
    // The very first command: the user who creates the data directory owns it.
    OwnerSecret::open_or_create(data)?;
    Ok(CommandActor::owner())
}

/// Whether tokens were ever created in this store, which then already has an owner.
async fn has_tokens(settings: &Settings) -> CommandResult<bool> {
    let store = open_store(settings).await.map_err(not_ours)?;
    let tokens: StoreResult<_> = store.tokens().await;
    store.close().await;
    Ok(!tokens?.is_empty())
}

fn not_ours(error: impl Into<CommandFailure>) -> CommandFailure {
    error
        .into()
        .hint("if the data directory is another user's, ask its gateway with `--server URL`")
}
