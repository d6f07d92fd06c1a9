//! Starts and restarts the server of a run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::VerifyError;
use crate::hosted::HostedServer;
use crate::options::VerifyOptions;
use crate::server::ToolServer;
use crate::world::World;

/// How to start the server.
pub(crate) enum ServerStart {
    /// As a confined child.
    Child {
        command: Vec<String>,
        environment: Vec<(String, String)>,
        launcher: (PathBuf, Vec<String>),
    },
    /// It is in this process already.
    Hosted(Arc<dyn HostedServer>),
}

// === impl ServerStart ===

impl ServerStart {
    /// The options, with sandbox folders substituted.
    pub(crate) fn of(
        options: &VerifyOptions,
        world: &World,
        environment: Vec<(String, String)>,
    ) -> Result<Self, VerifyError> {
        if let Some(hosted) = &options.hosted {
            return Ok(Self::Hosted(Arc::clone(hosted)));
        }
        let words = if options.command.is_empty() {
            &options.scenario.command
        } else {
            &options.command
        };
        let words = words.iter().map(|word| world.word(word));
        Ok(Self::Child {
            command: words.collect::<Result<_, _>>()?,
            environment,
            launcher: options.launcher.clone(),
        })
    }

    /// Starts it, or opens one more conversation with it.
    pub(crate) async fn start(
        &self,
        world: &World,
        limit: Duration,
    ) -> Result<ToolServer, VerifyError> {
        match self {
            Self::Child {
                command,
                environment,
                launcher,
            } => ToolServer::start(command, environment, world, launcher.clone(), limit).await,
            Self::Hosted(hosted) => ToolServer::connect(hosted.connect(), world, limit).await,
        }
    }
}
