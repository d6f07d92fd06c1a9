//! Where the keys are that seal secrets: given by the environment, or in a file.

use std::path::{Path, PathBuf};

use candor_model::{Diagnostic, Place, Secret};

use super::context::Context;
use super::server::path;
use super::settle::{How, Overrides, settle};
use crate::env;
use crate::origin::Origin;
use crate::settings::SecretKey;
use crate::tree::{Entry, Node};

/// The keys themselves go before a file with keys, wherever that was named.
pub(super) fn settle_key(context: &mut Context<'_>, table: &[Entry], data: &Path) -> SecretKey {
    let file = file(context, table, data);
    let Some(keys) = env::non_empty(context.env, env::SECRET_KEY) else {
        return SecretKey::File(file);
    };
    if env::non_empty(context.env, env::SECRET_KEY_FILE).is_some() {
        warn_of_both(context);
    }
    context.origins.pop();
    let origin = Origin::Env {
        name: env::SECRET_KEY,
    };
    context.show("server.secret_key", "****", origin);
    SecretKey::Given(Secret::new(keys))
}

fn file(context: &mut Context<'_>, table: &[Entry], data: &Path) -> PathBuf {
    let environment = context.env;
    let read = |node: &Node, origin: &Origin| path(node, origin, environment);
    let how = How {
        read: &read,
        show: &|path: &PathBuf| path.display().to_string(),
    };
    let overrides = Some(Overrides {
        env: Some(env::SECRET_KEY_FILE),
        flag: ("", None),
    });
    let default = data.join("secret.key");
    settle(
        context,
        table,
        "server.secret_key_file",
        overrides,
        default,
        &how,
    )
}

/// Two variables for one thing: somebody may be surprised by which one counts.
fn warn_of_both(context: &mut Context<'_>) {
    let message = format!(
        "`{}` is ignored: `{}` is set, too",
        env::SECRET_KEY_FILE,
        env::SECRET_KEY
    );
    let place = Place {
        file: env::SECRET_KEY_FILE.to_owned(),
        position: None,
    };
    let warning = Diagnostic::warning("config::ignored-key", message)
        .with_hint("unset the one that is not meant");
    context.report.push(warning.at(place));
}
