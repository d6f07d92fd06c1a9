//! PostgreSQL for the gateways: the database that was named, or a server of its own.

use anyhow::{Context, Result};
use candor_testkit::PostgresServer;

/// Where gateways on PostgreSQL keep what they know. Dropping it ends the server.
#[derive(Debug)]
pub(crate) enum RunDatabase {
    /// One database, which all gateways of the run use one after the other or together.
    Named(String),
    /// A server, on which every use has a database of its own.
    Own(Box<PostgresServer>),
}

// === impl RunDatabase ===

impl RunDatabase {
    /// The named database, or a server that is started; nothing where there is no PostgreSQL.
    pub(crate) async fn start(named: Option<&str>) -> Result<Option<Self>> {
        if let Some(url) = named {
            return Ok(Some(Self::Named(url.to_owned())));
        }
        let server = tokio::task::spawn_blocking(PostgresServer::start).await;
        let server = server.context("PostgreSQL does not start")?;
        Ok(server.map(Box::new).map(Self::Own))
    }

    /// The URL of a database for one use.
    pub(crate) fn of(&self, name: &str) -> String {
        match self {
            Self::Named(url) => url.clone(),
            Self::Own(server) => {
                server.query(&format!("CREATE DATABASE {name}"));
                let url = server.url();
                url.replacen("/postgres?", &format!("/{name}?"), 1)
            }
        }
    }
}
