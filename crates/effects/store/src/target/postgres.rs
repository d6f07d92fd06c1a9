//! A PostgreSQL server.

use std::{str::FromStr, sync::LazyLock, time::Duration};

use candor_model::Secret;
use sqlx::{
    Connection as _, PgConnection,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{OpenedDatabase, explain, migrations};
use crate::{StoreError, StoreResult, pool::DatabasePool};

/// The timeout for the first connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a statement waits for a free connection.
const ACQUIRE: Duration = Duration::from_secs(10);
/// Servers allow 100 by default, and several replicas share them.
const CONNECTIONS: u32 = 8;

static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| migrations::migrator(migrations::POSTGRES));

pub(super) async fn open(url: &Secret<String>) -> StoreResult<OpenedDatabase> {
    let options = read(url.expose())?;
    let place = place(&options);
    let unreachable = |cause| StoreError::Unreachable {
        place: place.trim_matches('`').to_owned(),
        cause,
    };

    // Try a single connection first: the pool would retry a refused address until its deadline and
    // lose the reason.
    let first = tokio::time::timeout(CONNECT, PgConnection::connect_with(&options)).await;
    let first = first.map_err(|_| unreachable(format!("no answer within {CONNECT:?}").into()))?;
    let mut connection = first.map_err(|cause| unreachable(cause.into()))?;
    // Not `run`: its future is not `Send` with a borrowed connection.
    let migrated = MIGRATIONS.run_direct(None, &mut connection, false).await;
    // Closing also releases the lock that a failed migration leaves behind.
    let closed = connection.close().await;
    migrated.map_err(|cause| explain(cause, &MIGRATIONS, &place))?;
    closed.map_err(|cause| unreachable(cause.into()))?;

    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(ACQUIRE)
        .connect_lazy_with(options);
    Ok(OpenedDatabase {
        pool: DatabasePool::Postgres(pool),
        place: place.into(),
    })
}

fn read(url: &str) -> StoreResult<PgConnectOptions> {
    let (scheme, rest) = url
        .split_once("://")
        .unwrap_or_else(|| (scheme_of(url), ""));
    if !matches!(scheme, "postgres" | "postgresql") {
        return Err(StoreError::Scheme {
            scheme: scheme.to_owned(),
        });
    }
    // With an unencoded `/`, `?` or `#` in the password, part of it would be parsed as the host,
    // the database or a parameter, which are displayed.
    let after_authority = rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]);
    if after_authority.contains('@') {
        let cause = "an `@` stands after the host".into();
        return Err(StoreError::Url { cause });
    }
    let options = PgConnectOptions::from_str(url);
    let options = options.map_err(|cause| StoreError::Url {
        cause: cause.into(),
    })?;
    Ok(options.application_name("candor"))
}

/// The part before the first colon. A text without a colon may be a bare password, and is therefore
/// not returned.
fn scheme_of(url: &str) -> &str {
    url.split_once(':').map_or("", |(scheme, _)| scheme)
}

/// Host, port and database in backticks, without user and password.
fn place(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or(options.get_username());
    match options.get_socket() {
        Some(socket) => format!("`{}/{database}`", socket.display()),
        None => format!("`{}:{}/{database}`", options.get_host(), options.get_port()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_user_and_password() {
        let check = |url: &str, expect: &str| match read(url) {
            Ok(options) => assert_eq!(place(&options), expect),
            Err(error) => {
                let sentence = error.to_string();
                assert!(sentence.starts_with(expect), "{sentence}");
                assert!(!sentence.contains("hunter2"), "{sentence}");
            }
        };
        let shown = "`db.example:6543/audit`";
        check("postgres://ann:hunter2@db.example:6543/audit", shown);
        let shown = "`db.example:5432/audit`";
        check("postgresql://ann:hunter2@db.example/audit", shown);
        let shown = "`/run/pg/audit`";
        check("postgres:///audit?host=/run/pg&password=hunter2", shown);
        let unknown = "the database URL begins with `mysql`;";
        check("mysql://ann:hunter2@db/audit", unknown);
        check("hunter2", "the database URL begins with ``;");
        for url in [
            "postgres://ann:12/hunter2@db/audit",
            "postgres://ann:12?hunter2@db/audit",
            "postgres://ann:x@db:port/audit",
            "postgres://ann:x@db/audit?sslmode=hunter2",
        ] {
            check(url, "the database URL cannot be read;");
        }
    }
}
