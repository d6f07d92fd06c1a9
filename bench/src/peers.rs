//! Gateways of others: which they are, at which versions, and where they are installed.

mod install;
mod start;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use candor_testkit::peers;
use serde::Serialize;

pub(crate) use install::command;
pub(crate) use start::start;

/// A gateway of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BenchPeer {
    McpProxy,
    FastMcp,
    ContextForge,
}

// === impl BenchPeer ===

impl BenchPeer {
    pub(crate) const ALL: [Self; 3] = [Self::McpProxy, Self::FastMcp, Self::ContextForge];

    /// What it is called in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::McpProxy => "mcp-proxy",
            Self::FastMcp => "FastMCP proxy",
            Self::ContextForge => "ContextForge",
        }
    }

    /// What its Python package is called.
    fn package(self) -> &'static str {
        match self {
            Self::McpProxy => "mcp-proxy",
            Self::FastMcp => "fastmcp",
            Self::ContextForge => "mcp-contextforge-gateway",
        }
    }

    fn version(self) -> &'static str {
        match self {
            Self::McpProxy => "0.13.0",
            Self::FastMcp => "4.1.0",
            Self::ContextForge => "1.0.7.post20260921",
        }
    }

    /// The Python environment it is installed in.
    fn folder(self) -> Result<PathBuf> {
        Ok(peers::folder()?.join("bench").join(self.package()))
    }

    /// A program of its environment, which must be there.
    fn program(self, name: &str) -> Result<PathBuf> {
        let path = self.folder()?.join("bin").join(name);
        ensure!(
            path.is_file(),
            "not installed in `{}`; `candor-bench peers` installs it",
            self.folder()?.display()
        );
        Ok(path)
    }
}
