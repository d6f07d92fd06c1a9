//! Settings of the gateway itself.

use std::net::SocketAddr;
use std::path::PathBuf;

use candor_model::{Diagnostic, FilePosition, Secret, SourceName};

use crate::declare::declare_settings;
use crate::env::{self, EnvLookup};
use crate::interpolate::masked;
use crate::origin::SettingOrigin;
use crate::problem::ValueProblem;
use crate::read::context::ReadContext;
use crate::read::setting_type::{
    Maybe, SettingType, WrittenValue, file_path, flag, names, read_path, text, word, written,
};
use crate::read::table::TableReader;
use crate::read::values;
use crate::tree::ConfigEntry;

declare_settings! {
    /// How the gateway itself runs.
    pub struct ServerSettings = "server", |reader| {
        /// The address to listen on.
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 7333)),
            text(values::address, ToString::to_string), env: Some(env::LISTEN), flag: Some("--listen");
        /// Who must present a token. "auto": everyone, unless only this machine can reach the
        /// address. "required": everyone. Tokens are made with `candor token`.
        auth: AuthMode = AuthMode::Auto, word(), env: Some(env::AUTH);
        /// The base of links that are sent to people: a URL without a `/` at its end. By default
        /// http:// and the address above. ${VAR} is filled in.
        public_url: Option<String> = None, Maybe(public_url()), env: Some(env::PUBLIC_URL),
            example: Some("\"https://candor.example\"");
        /// Where state is kept: approvals, tokens, toolsets, secrets and the audit. By default every
        /// folder with a configuration has its own, in `candor/workspaces` in the user's data
        /// directory: `$XDG_DATA_HOME`, or ~/.local/share. Configurations that name the same
        /// directory share it. `candor data` shows and moves it. ${VAR} is filled in.
        data: PathBuf = default_data(reader.context), file_path(), env: Some(env::DATA),
            flag: Some("--data"), example: Some("\"/var/lib/candor\""), varies: true;
        /// The database. By default an SQLite file in the data directory. ${VAR} is filled in.
        database_url: Option<Secret<String>> = None, Maybe(DatabaseUrl), env: Some(env::DATABASE_URL),
            flag: Some("--database-url"),
            example: Some("\"postgres://candor:${DB_PASSWORD}@db.example/candor\"");
        /// Names under which clients may call, besides localhost, the address above and the host of
        /// `public_url`. A name without a port allows every port.
        allowed_hosts: Vec<String> = Vec::new(), names(values::hosts),
            example: Some("[\"candor.example\", \"candor.example:8443\"]");
        /// Origins of web pages that may call, besides those on loopback.
        allowed_origins: Vec<String> = Vec::new(), names(values::origins),
            example: Some("[\"https://app.example\"]");
        /// Whether sources that start a program or use a path of this machine may be added and
        /// changed over HTTP: through the API and on the dashboard. Those in this file always may.
        allow_commands: bool = false, flag();
        /// How log lines are written: "text" or "json".
        log_format: LogFormat = LogFormat::Text, word(), env: Some(env::LOG_FORMAT),
            flag: Some("--log-format");
        /// How much is logged: "off", "error", "warn", "info", "debug", "trace", or several
        /// directives such as `"info,candor_wire=trace"`.
        log_level: String = "info".to_owned(), text(values::log_level, String::clone),
            env: Some(env::LOG), flag: Some("--log-level");
        /// Serve this one source, with its own names, instead of all.
        transparent: Option<SourceName> = None,
            Maybe(text(values::source_name, ToString::to_string)), flag: Some("--transparent"),
            example: Some("\"files\"");
        /// The file with the keys that encrypt secrets in the database. By default `secret.key` in
        /// the data directory. ${VAR} is filled in. `CANDOR_SECRET_KEY` has the keys themselves.
        secret_key: SecretKey = SecretKey::File(data.join("secret.key")), key_file(),
            key: "secret_key_file", env: Some(env::SECRET_KEY_FILE),
            example: Some("\"/etc/candor/secret.key\""), varies: true;
    }
}

/// The address of a database, which is never shown.
struct DatabaseUrl;

/// Which callers need a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthMode {
    /// Everyone, unless only this machine can reach the listening address.
    Auto,
    /// Everyone must present a token.
    Required,
}

/// The location of the keys that seal secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretKey {
    /// In this file. By default it is made when it is first needed.
    File(PathBuf),
    /// These, as the environment gave them: unread and not empty.
    Given(Secret<String>),
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines of plain text.
    Text,
    /// One JSON object per line.
    Json,
}

// === impl ServerSettings ===

impl ServerSettings {
    /// Reads the table, and checks settings that depend on each other.
    pub(crate) fn resolve(context: &mut ReadContext<'_>, entries: &[ConfigEntry]) -> Self {
        let first = context.origins.len();
        let mut settings = Self::read(&mut TableReader::new(context, Self::TABLE, entries));
        let data = context.origins[first..]
            .iter()
            .find(|shown| shown.key == "server.data");
        let is_default = data.is_none_or(|shown| shown.origin == SettingOrigin::Default);
        if is_default && !context.refused && data_home(context.env).is_none() {
            no_data(context);
        }
        if let Some(keys) = env::non_empty(context.env, env::SECRET_KEY) {
            keys_from_env(context);
            settings.secret_key = SecretKey::Given(Secret::new(keys));
        }
        settings
    }

    /// Whether only this machine can reach the listening address.
    pub fn is_loopback(&self) -> bool {
        self.listen.ip().to_canonical().is_loopback()
    }
}

/// The user's data directory.
pub fn data_home(env: EnvLookup<'_>) -> Option<PathBuf> {
    env::base_dir(env, env::XDG_DATA_HOME, ".local/share")
}

fn default_data(context: &ReadContext<'_>) -> PathBuf {
    let home = data_home(context.env);
    home.map_or_else(
        || PathBuf::from("data"),
        |home| context.scope.directory(&home),
    )
}

/// Reports that there is no data directory.
fn no_data(context: &mut ReadContext<'_>) {
    context.refused = true;
    let message = "there is no data directory: neither `XDG_DATA_HOME` nor `HOME` is set";
    let hint = "say where state is kept with `--data DIR`, `CANDOR_DATA` or `server.data`";
    let error = Diagnostic::error("config::no-data", message).with_hint(hint);
    context.report.push(error);
}

/// The keys themselves go before a file with keys, wherever that was named.
fn keys_from_env(context: &mut ReadContext<'_>) {
    if env::non_empty(context.env, env::SECRET_KEY_FILE).is_some() {
        let message = format!(
            "`{}` is ignored: `{}` is set, too",
            env::SECRET_KEY_FILE,
            env::SECRET_KEY
        );
        let place = FilePosition {
            file: env::SECRET_KEY_FILE.to_owned(),
            position: None,
        };
        let warning = Diagnostic::warning("config::ignored-key", message)
            .with_hint("unset the one that is not meant");
        context.report.push(warning.at(place));
    }
    context
        .origins
        .retain(|shown| shown.key != "server.secret_key_file");
    let origin = SettingOrigin::Env {
        name: env::SECRET_KEY,
    };
    context.show("server.secret_key", "****", origin);
}

/// A URL that links begin with.
fn public_url() -> impl SettingType<Value = String> {
    written(
        |url| values::public_url(url.node.as_text()?, &url.filled()?),
        String::clone,
    )
}

/// A file with keys.
fn key_file() -> impl SettingType<Value = SecretKey> {
    written(
        |file| read_path(file).map(SecretKey::File),
        |key| match key {
            SecretKey::File(path) => path.display().to_string(),
            SecretKey::Given(_) => "****".to_owned(),
        },
    )
}

// === impl DatabaseUrl ===

impl SettingType for DatabaseUrl {
    type Value = Secret<String>;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Secret<String>, ValueProblem> {
        let is_text = written.node.as_text().is_ok();
        let value = is_text.then(|| written.filled());
        let value = value.unwrap_or_else(|| Err(ValueProblem::new("must be a text")))?;
        values::database_url(&value)?;
        Ok(Secret::new(value))
    }

    fn show(&self, _: &Secret<String>, written: Option<&WrittenValue<'_>>) -> Option<String> {
        let in_file = written
            .filter(|written| matches!(written.origin, SettingOrigin::File { .. }))
            .and_then(|written| written.node.as_text().ok());
        Some(in_file.map_or_else(|| "****".to_owned(), masked))
    }
}

// === impl AuthMode ===

candor_text::string_enum! {
    /// `auto` or `required`.
    AuthMode {
        Auto => "auto",
        Required => "required",
    }
}

// === impl LogFormat ===

candor_text::string_enum! {
    /// `text` or `json`.
    LogFormat {
        Text => "text",
        Json => "json",
    }
}
