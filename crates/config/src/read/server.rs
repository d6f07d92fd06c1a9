//! The `[server]` table.

use std::path::PathBuf;

use candor_model::{Diagnostic, Secret, SourceName};

use super::context::Context;
use super::settle::{How, NONE, Overrides, settle};
use super::{secret_key, values};
use crate::env;
use crate::interpolate::{interpolate, masked};
use crate::origin::{Origin, Shown};
use crate::problem::Problem;
use crate::quote::quote;
use crate::settings::{AuthMode, LogFormat, ServerSettings};
use crate::tree::{Entry, Node};

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
pub(super) fn settings(context: &mut Context<'_>, table: &[Entry]) -> ServerSettings {
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

fn listen(context: &mut Context<'_>, table: &[Entry]) -> std::net::SocketAddr {
    let flag = ("--listen", context.flags.listen.as_deref());
    let overrides = Some(Overrides {
        env: Some(env::LISTEN),
        flag,
    });
    let default = std::net::SocketAddr::from(([127, 0, 0, 1], 7333));
    let read = |node: &Node, _: &Origin| values::address(node.as_text()?);
    let how = How {
        read: &read,
        show: &ToString::to_string,
    };
    settle(context, table, "server.listen", overrides, default, &how)
}

fn auth(context: &mut Context<'_>, table: &[Entry]) -> AuthMode {
    let overrides = Some(Overrides {
        env: Some(env::AUTH),
        flag: ("", None),
    });
    let read = |node: &Node, _: &Origin| values::auth(node.as_text()?);
    let how = How {
        read: &read,
        show: &|mode: &AuthMode| mode.as_str().to_owned(),
    };
    let default = AuthMode::Auto;
    settle(context, table, "server.auth", overrides, default, &how)
}

fn public_url(context: &mut Context<'_>, table: &[Entry]) -> Option<String> {
    let environment = context.env;
    let read = |node: &Node, origin: &Origin| {
        let written = node.as_text()?;
        values::public_url(written, &filled(written, origin, environment)?).map(Some)
    };
    let show = |url: &Option<String>| url.clone().unwrap_or_else(|| NONE.to_owned());
    let overrides = Some(Overrides {
        env: Some(env::PUBLIC_URL),
        flag: ("", None),
    });
    let how = How {
        read: &read,
        show: &show,
    };
    settle(context, table, "server.public_url", overrides, None, &how)
}

/// A path need not be Unicode, so the flag is not read as text like the others.
fn data(context: &mut Context<'_>, table: &[Entry]) -> PathBuf {
    const PATH: &str = "server.data";
    let base = env::base_dir(context.env, env::XDG_DATA_HOME, ".local/share");
    let default = base
        .as_ref()
        .map_or_else(|| PathBuf::from("data"), |base| base.join("candor"));
    let environment = context.env;
    let read = |node: &Node, origin: &Origin| path(node, origin, environment);
    let how = How {
        read: &read,
        show: &|path: &PathBuf| path.display().to_string(),
    };
    let overrides = Some(Overrides {
        env: Some(env::DATA),
        flag: ("--data", None),
    });
    let settled = settle(context, table, PATH, overrides, default, &how);
    if let Some(path) = &context.flags.data {
        context.origins.pop();
        let origin = Origin::Flag { name: "--data" };
        context.show(PATH, &path.display().to_string(), origin);
        return path.clone();
    }
    let stated = context
        .origins
        .last()
        .is_some_and(|Shown { origin, .. }| *origin != Origin::Default);
    if base.is_none() && !stated && !context.refused {
        homeless(context);
    }
    settled
}

/// Nothing says where state may be kept.
fn homeless(context: &mut Context<'_>) {
    context.refused = true;
    let message = "there is no data directory: neither `XDG_DATA_HOME` nor `HOME` is set";
    let hint = "say where state is kept with `--data DIR`, `CANDOR_DATA` or `server.data`";
    context
        .report
        .push(Diagnostic::error("config::no-data", message).with_hint(hint));
}

fn database_url(context: &mut Context<'_>, table: &[Entry]) -> Option<Secret<String>> {
    let environment = context.env;
    let read = |node: &Node, origin: &Origin| {
        let text = node.as_text().map_err(|_| Problem::new("must be a text"))?;
        let value = filled(text, origin, environment)?;
        values::database_url(&value)?;
        let shown = match origin {
            Origin::File { .. } => masked(text),
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
    let overrides = Some(Overrides {
        env: Some(env::DATABASE_URL),
        flag: ("--database-url", flag),
    });
    let how = How {
        read: &read,
        show: &show,
    };
    settle(context, table, "server.database_url", overrides, None, &how).map(|(url, _)| url)
}

fn names(
    context: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    read: &dyn Fn(&Node) -> Result<Vec<String>, Problem>,
) -> Vec<String> {
    let read = |node: &Node, _: &Origin| read(node);
    let how = How {
        read: &read,
        show: &|names: &Vec<String>| format!("{names:?}"),
    };
    settle(context, table, path, None, Vec::new(), &how)
}

fn log_format(context: &mut Context<'_>, table: &[Entry]) -> LogFormat {
    let flag = ("--log-format", context.flags.log_format.as_deref());
    let overrides = Some(Overrides {
        env: Some(env::LOG_FORMAT),
        flag,
    });
    let read = |node: &Node, _: &Origin| values::log_format(node.as_text()?);
    let how = How {
        read: &read,
        show: &|format: &LogFormat| format.as_str().to_owned(),
    };
    settle(
        context,
        table,
        "server.log_format",
        overrides,
        LogFormat::Text,
        &how,
    )
}

fn log_level(context: &mut Context<'_>, table: &[Entry]) -> String {
    let flag = ("--log-level", context.flags.log_level.as_deref());
    let overrides = Some(Overrides {
        env: Some(env::LOG),
        flag,
    });
    let read = |node: &Node, _: &Origin| values::log_level(node.as_text()?);
    let how = How {
        read: &read,
        show: &String::clone,
    };
    settle(
        context,
        table,
        "server.log_level",
        overrides,
        "info".to_owned(),
        &how,
    )
}

fn transparent(context: &mut Context<'_>, table: &[Entry]) -> Option<SourceName> {
    let read = |node: &Node, _: &Origin| values::source_name(node.as_text()?).map(Some);
    let show = |name: &Option<SourceName>| {
        name.as_ref()
            .map_or_else(|| NONE.to_owned(), ToString::to_string)
    };
    let flag = ("--transparent", context.flags.transparent.as_deref());
    let how = How {
        read: &read,
        show: &show,
    };
    let overrides = Some(Overrides { env: None, flag });
    settle(context, table, "server.transparent", overrides, None, &how)
}

/// A path, with its variables filled in. A bad one is repeated as it was written: what a
/// variable holds is not shown.
pub(super) fn path(
    node: &Node,
    origin: &Origin,
    env: env::Environment<'_>,
) -> Result<PathBuf, Problem> {
    let written = node.as_text()?;
    let text = filled(written, origin, env)?;
    if text.is_empty() || text.contains('\0') {
        return Err(Problem::new(format!(
            "is {}, which is not a path",
            quote(written)
        )));
    }
    Ok(PathBuf::from(text))
}

/// Text from the file with its variables filled in; other text as it is.
fn filled(text: &str, origin: &Origin, env: env::Environment<'_>) -> Result<String, Problem> {
    match origin {
        Origin::File { .. } => interpolate(text, env).map_err(|error| Problem {
            says: error.to_string(),
            hint: error.hint(),
        }),
        _ => Ok(text.to_owned()),
    }
}
