//! Two gateways that share a database.

use crate::candor::unasked;
use crate::script::{ScriptFile, ServerScript};
use crate::{CandorProcess, PostgresServer, ServerEra, config};

/// Two gateways with one configuration on one PostgreSQL database, each with data of its own.
#[derive(Debug)]
pub struct Replicas {
    /// The first gateway.
    pub one: CandorProcess,
    /// The second gateway.
    pub two: CandorProcess,
    _database: PostgresServer,
}

// === impl Replicas ===

impl Replicas {
    /// Two gateways in front of the source `s`, a scripted child process, without approvals. The
    /// file is the script.
    pub async fn of_script(script: &ServerScript) -> Option<(Self, ScriptFile)> {
        let file = script.write().expect("a script");
        let text = config::script("s", &file, ServerEra::Legacy, "");
        Some((Self::start(&unasked(&text)).await?, file))
    }

    /// Starts both until all sources are ready; none where there is no PostgreSQL.
    pub async fn start(config: &str) -> Option<Self> {
        let database = PostgresServer::start()?;
        let url = database.url();
        let serve = || CandorProcess::serve(config, &["--database-url", &url]);
        let replicas = Self {
            one: serve(),
            two: serve(),
            _database: database,
        };
        replicas.one.all_ready().await;
        replicas.two.all_ready().await;
        Some(replicas)
    }
}
