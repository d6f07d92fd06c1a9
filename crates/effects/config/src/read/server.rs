//! The `[server]` table.

use std::path::PathBuf;

use candor_model::{Diagnostic, Secret, SourceName};

use super::context::ReadContext;
use super::precedence::{NONE, SettingCodec, SettingOverrides, resolve_setting};
use super::{secret_key, values};
use crate::env;
use crate::interpolate::{interpolate, masked};
use crate::origin::{SettingOrigin, ShownSetting};
use crate::problem::ValueProblem;
use crate::quote::quote;
use crate::settings::{AuthMode, LogFormat, ServerSettings};
use crate::tree::{ConfigEntry, ConfigNode};

/// The known keys.
pub(super) const KEYS: [&str; 11] = [
    "listen",
    "auth",
    "public_url",
    "data",
    "database_url",
    "allowed_hosts",
    "allowed_origins",
    "log_format",
    "log_level",
    "transparent",
    "secret_key_file",
];

/// Settles every setting of the table.
pub(super) fn settings(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> ServerSettings {
    let listen = listen(context, table);
    let data = data(context, table);
    ServerSettings {
        listen,
        auth: auth(context, table),
        public_url: public_url(context, table),
        secret_key: secret_key::settle_key(context, table, &data),
        data,
        database_url: database_url(context, table),
        allowed_hosts: names(context, table, "server.allowed_hosts", &values::hosts),
        allowed_origins: names(context, table, "server.allowed_origins", &values::origins),
        log_format: log_format(context, table),
        log_level: log_level(context, table),
        transparent: transparent(context, table),
    }
}

fn listen(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> std::net::SocketAddr {
    let flag = ("--listen", context.flags.listen.as_deref());
    let overrides = Some(SettingOverrides {
        env: Some(env::LISTEN),
        flag,
    });
    let default = std::net::SocketAddr::from(([127, 0, 0, 1], 7333));
    let read = |node: &ConfigNode, _: &SettingOrigin| values::address(node.as_text()?);
    let how = SettingCodec {
        read: &read,
        show: &ToString::to_string,
    };
    resolve_setting(context, table, "server.listen", overrides, default, &how)
}

fn auth(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> AuthMode {
    let overrides = Some(SettingOverrides {
        env: Some(env::AUTH),
        flag: ("", None),
    });
    let read = |node: &ConfigNode, _: &SettingOrigin| values::auth(node.as_text()?);
    let how = SettingCodec {
        read: &read,
        show: &|mode: &AuthMode| mode.as_str().to_owned(),
    };
    let default = AuthMode::Auto;
    resolve_setting(context, table, "server.auth", overrides, default, &how)
}

fn public_url(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> Option<String> {
    let environment = context.env;
    let read = |node: &ConfigNode, origin: &SettingOrigin| {
        let written = node.as_text()?;
        values::public_url(written, &filled(written, origin, environment)?).map(Some)
    };
    let show = |url: &Option<String>| url.clone().unwrap_or_else(|| NONE.to_owned());
    let overrides = Some(SettingOverrides {
        env: Some(env::PUBLIC_URL),
        flag: ("", None),
    });
    let how = SettingCodec {
        read: &read,
        show: &show,
    };
    resolve_setting(context, table, "server.public_url", overrides, None, &how)
}

/// A path need not be Unicode, so the flag is not read as text like the others.
fn data(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> PathBuf {
    const PATH: &str = "server.data";
    let base = env::base_dir(context.env, env::XDG_DATA_HOME, ".local/share");
    let default = base
        .as_ref()
        .map_or_else(|| PathBuf::from("data"), |base| base.join("candor"));
    let environment = context.env;
    let read = |node: &ConfigNode, origin: &SettingOrigin| path(node, origin, environment);
    let how = SettingCodec {
        read: &read,
        show: &|path: &PathBuf| path.display().to_string(),
    };
    let overrides = Some(SettingOverrides {
        env: Some(env::DATA),
        flag: ("--data", None),
    });
    let settled = resolve_setting(context, table, PATH, overrides, default, &how);
    if let Some(path) = &context.flags.data {
        context.origins.pop();
        let origin = SettingOrigin::Flag { name: "--data" };
        context.show(PATH, &path.display().to_string(), origin);
        return path.clone();
    }
    let stated = context
        .origins
        .last()
        .is_some_and(|ShownSetting { origin, .. }| *origin != SettingOrigin::Default);
    if base.is_none() && !stated && !context.refused {
        homeless(context);
    }
    settled
}

/// Nothing says where state may be kept.
fn homeless(context: &mut ReadContext<'_>) {
    context.refused = true;
    let message = "there is no data directory: neither `XDG_DATA_HOME` nor `HOME` is set";
    let hint = "say where state is kept with `--data DIR`, `CANDOR_DATA` or `server.data`";
    context
        .report
        .push(Diagnostic::error("config::no-data", message).with_hint(hint));
}

fn database_url(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> Option<Secret<String>> {
    let environment = context.env;
    let read = |node: &ConfigNode, origin: &SettingOrigin| {
        let text = node
            .as_text()
            .map_err(|_| ValueProblem::new("must be a text"))?;
        let value = filled(text, origin, environment)?;
        values::database_url(&value)?;
        let shown = match origin {
            SettingOrigin::File { .. } => masked(text),
            _ => "****".to_owned(),
        };
        Ok(Some((Secret::new(value), shown)))
    };
    let show = |url: &Option<(Secret<String>, String)>| {
        url.as_ref()
            .map_or_else(|| NONE.to_owned(), |(_, shown)| shown.clone())
    };
    let flag = context
        .flags
        .database_url
        .as_ref()
        .map(|url| url.expose().as_str());
    let overrides = Some(SettingOverrides {
        env: Some(env::DATABASE_URL),
        flag: ("--database-url", flag),
    });
    let how = SettingCodec {
        read: &read,
        show: &show,
    };
    resolve_setting(context, table, "server.database_url", overrides, None, &how)
        .map(|(url, _)| url)
}

fn names(
    context: &mut ReadContext<'_>,
    table: &[ConfigEntry],
    path: &'static str,
    read: &dyn Fn(&ConfigNode) -> Result<Vec<String>, ValueProblem>,
) -> Vec<String> {
    let read = |node: &ConfigNode, _: &SettingOrigin| read(node);
    let how = SettingCodec {
        read: &read,
        show: &|names: &Vec<String>| format!("{names:?}"),
    };
    resolve_setting(context, table, path, None, Vec::new(), &how)
}

fn log_format(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> LogFormat {
    let flag = ("--log-format", context.flags.log_format.as_deref());
    let overrides = Some(SettingOverrides {
        env: Some(env::LOG_FORMAT),
        flag,
    });
    let read = |node: &ConfigNode, _: &SettingOrigin| values::log_format(node.as_text()?);
    let how = SettingCodec {
        read: &read,
        show: &|format: &LogFormat| format.as_str().to_owned(),
    };
    resolve_setting(
        context,
        table,
        "server.log_format",
        overrides,
        LogFormat::Text,
        &how,
    )
}

fn log_level(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> String {
    let flag = ("--log-level", context.flags.log_level.as_deref());
    let overrides = Some(SettingOverrides {
        env: Some(env::LOG),
        flag,
    });
    let read = |node: &ConfigNode, _: &SettingOrigin| values::log_level(node.as_text()?);
    let how = SettingCodec {
        read: &read,
        show: &String::clone,
    };
    resolve_setting(
        context,
        table,
        "server.log_level",
        overrides,
        "info".to_owned(),
        &how,
    )
}

fn transparent(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> Option<SourceName> {
    let read =
        |node: &ConfigNode, _: &SettingOrigin| values::source_name(node.as_text()?).map(Some);
    let show = |name: &Option<SourceName>| {
        name.as_ref()
            .map_or_else(|| NONE.to_owned(), ToString::to_string)
    };
    let flag = ("--transparent", context.flags.transparent.as_deref());
    let how = SettingCodec {
        read: &read,
        show: &show,
    };
    let overrides = Some(SettingOverrides { env: None, flag });
    resolve_setting(context, table, "server.transparent", overrides, None, &how)
}

/// A path, with its variables filled in. A bad one is repeated as it was written: what a
/// variable holds is not shown.
pub(super) fn path(
    node: &ConfigNode,
    origin: &SettingOrigin,
    env: env::EnvLookup<'_>,
) -> Result<PathBuf, ValueProblem> {
    let written = node.as_text()?;
    let text = filled(written, origin, env)?;
    if text.is_empty() || text.contains('\0') {
        return Err(ValueProblem::new(format!(
            "is {}, which is not a path",
            quote(written)
        )));
    }
    Ok(PathBuf::from(text))
}

/// Text from the file with its variables filled in; other text as it is.
fn filled(
    text: &str,
    origin: &SettingOrigin,
    env: env::EnvLookup<'_>,
) -> Result<String, ValueProblem> {
    match origin {
        SettingOrigin::File { .. } => interpolate(text, env).map_err(|error| ValueProblem {
            says: error.to_string(),
            hint: error.hint(),
        }),
        _ => Ok(text.to_owned()),
    }
}
