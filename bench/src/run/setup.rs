//! What the run has to measure with: the binary, and a database server.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::args::RunArgs;
use crate::gateway::find_binary;
use crate::run::database::RunDatabase;
use crate::run::target::RunTarget;

/// The binary unless the run does without it, and PostgreSQL if it is there.
#[derive(Debug)]
pub(crate) struct RunSetup {
    candor: Option<PathBuf>,
    pub(crate) database: Option<RunDatabase>,
}

// === impl RunSetup ===

impl RunSetup {
    /// Finds the binary and starts the database.
    pub(crate) async fn prepare(args: &RunArgs) -> Result<Self> {
        if args.baseline {
            return Ok(Self {
                candor: None,
                database: None,
            });
        }
        Ok(Self {
            candor: Some(find_binary(args.candor.as_deref())?),
            database: RunDatabase::start(args.database_url.as_deref()).await?,
        })
    }

    pub(crate) fn candor(&self) -> Result<&Path> {
        self.candor.as_deref().context("this run is without Candor")
    }

    /// Whether a target takes part in this run.
    pub(crate) fn has(&self, target: RunTarget) -> bool {
        self.candor.is_some() || !target.is_candor()
    }

    /// Whether a target may be missing on this machine; any other must be there.
    pub(crate) fn may_lack(&self, target: RunTarget) -> bool {
        target.is_peer() || (target.needs_postgres() && self.database.is_none())
    }
}
