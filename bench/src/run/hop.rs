//! One target, ready to be called: where it is, what it calls the tool, and its processes.

use anyhow::{Context, Result, bail};
use http::Uri;
use tempfile::TempDir;

use crate::gateway::{SOURCE, ServedGateway, this_program, trusted_source};
use crate::peers;
use crate::run::RunSetup;
use crate::run::candor;
use crate::run::plan::StackPlan;
use crate::run::scenario::UpstreamTransport;
use crate::run::target::RunTarget;
use crate::server_process::ServerProcess;

/// A target with the processes that work for it alone. Dropping it ends them.
#[derive(Debug)]
pub(crate) struct RunHop {
    pub(crate) target: RunTarget,
    /// The endpoints, of which each client uses one.
    pub(crate) urls: Vec<Uri>,
    /// What the tool is called there, if not as the upstream calls it.
    pub(crate) tool: Option<String>,
    servers: Vec<ServerProcess>,
    gateways: Vec<ServedGateway>,
    /// What a peer keeps on disk, gone with it.
    _folder: Option<TempDir>,
}

// === impl RunHop ===

impl RunHop {
    /// Starts a target in front of the upstream, which is there unless it is a child of the hop.
    pub(crate) async fn start(
        target: RunTarget,
        plan: &StackPlan,
        setup: &RunSetup,
        upstream: Option<&Uri>,
    ) -> Result<Self> {
        let behind = || upstream.context("the upstream has no address");
        match target {
            RunTarget::Direct => Ok(Self::at(target, behind()?.clone())),
            RunTarget::Relay if plan.transport == UpstreamTransport::Stdio => {
                let mut relay = this_program(&["stdio-relay", "--with-parent", "--"])?;
                relay.args(candor::stdio_command(plan.era, plan.tools)?);
                Ok(Self::of_server(
                    target,
                    ServerProcess::start(relay, &[]).await?,
                ))
            }
            RunTarget::Relay => Self::relay(target, &["relay"], behind()?).await,
            RunTarget::WholeRelay => Self::relay(target, &["relay", "--whole"], behind()?).await,
            RunTarget::RmcpRelay => Self::relay(target, &["rmcp-relay"], behind()?).await,
            RunTarget::Transparent => {
                let gateway = candor::transparent(setup.candor()?, behind()?).await?;
                let url = gateway.url().clone();
                Ok(Self {
                    gateways: vec![gateway],
                    ..Self::at(target, url)
                })
            }
            RunTarget::Everything
            | RunTarget::EverythingPostgres
            | RunTarget::OneReplica
            | RunTarget::TwoReplicas => Self::everything(target, plan, setup, upstream).await,
            RunTarget::Peer(peer) => {
                let started = peers::start(peer, behind()?, plan.tools).await?;
                Ok(Self {
                    tool: started.tool,
                    servers: vec![started.process],
                    _folder: Some(started.folder),
                    ..Self::at(target, started.url)
                })
            }
        }
    }

    fn at(target: RunTarget, url: Uri) -> Self {
        Self {
            target,
            urls: vec![url],
            tool: None,
            servers: Vec::new(),
            gateways: Vec::new(),
            _folder: None,
        }
    }

    fn of_server(target: RunTarget, server: ServerProcess) -> Self {
        let url = server.url().clone();
        Self {
            servers: vec![server],
            ..Self::at(target, url)
        }
    }

    async fn relay(target: RunTarget, words: &[&str], to: &Uri) -> Result<Self> {
        let to = to.to_string();
        let relay = this_program(&[words, &["--with-parent", "--to", &to]].concat())?;
        let others = crate::server_process::loopback_ports(&to).collect::<Vec<_>>();
        let server = ServerProcess::start(relay, &others).await?;
        Ok(Self::of_server(target, server))
    }

    /// One gateway with everything on, or two on one database.
    async fn everything(
        target: RunTarget,
        plan: &StackPlan,
        setup: &RunSetup,
        upstream: Option<&Uri>,
    ) -> Result<Self> {
        let source = match upstream {
            Some(url) => trusted_source(SOURCE, url),
            None => candor::stdio_source(plan.era, plan.tools)?,
        };
        let (count, database) = match target {
            RunTarget::EverythingPostgres => (1, Some("everything")),
            RunTarget::OneReplica => (1, Some("one")),
            RunTarget::TwoReplicas => (2, Some("two")),
            _ => (1, None),
        };
        let database = match (database, &setup.database) {
            (Some(name), Some(database)) => Some(database.of(name)),
            (Some(_), None) => bail!("there is no PostgreSQL; `./scripts/test` installs it"),
            (None, _) => None,
        };
        let mut gateways = Vec::new();
        for _ in 0..count {
            let binary = setup.candor()?;
            gateways.push(candor::everything(binary, &source, database.as_deref()).await?);
        }
        let urls = gateways.iter().map(|gateway| {
            let authority = gateway.url().authority().map_or("", |it| it.as_str());
            format!("http://{authority}{}", candor::TOOLSET_PATH).parse()
        });
        Ok(Self {
            target,
            urls: urls.collect::<Result<_, _>>()?,
            tool: Some(candor::toolset_echo()),
            servers: Vec::new(),
            gateways,
            _folder: None,
        })
    }

    /// The processes whose CPU time is that of the hop.
    pub(crate) fn pids(&self) -> Vec<u32> {
        let gateways = self.gateways.iter().map(|gateway| gateway.process.pid());
        let servers = self.servers.iter().map(ServerProcess::pid);
        gateways.chain(servers).collect()
    }

    /// Ends its processes.
    pub(crate) async fn stop(self) {
        for gateway in self.gateways {
            gateway.stop().await;
        }
        for server in self.servers {
            server.stop().await;
        }
    }
}
