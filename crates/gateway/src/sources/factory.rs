//! The interface for creating sources from what people write. The implementation is outside this
//! crate, which knows no configuration format.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use candor_model::{Diagnostic, SourceInput, SourceText, SourceTrust};

use crate::sources::spec::SourceSetup;

/// A source that is being created.
pub type SourceFuture<'a> =
    Pin<Box<dyn Future<Output = Result<SourceSetup, Vec<Diagnostic>>> + Send + 'a>>;

/// What would be done for a source.
#[derive(Clone, Debug)]
pub struct SourcePlan {
    /// `stdio`, `http`, `openapi`, `functions` or `pack`.
    pub kind: &'static str,
    /// The command line that would run, in shell syntax; variables are not filled in.
    pub runs: Option<String>,
    /// The address that would be contacted, without credentials.
    pub reaches: Option<String>,
    /// The file or folder that would be read.
    pub reads: Option<String>,
    /// The files and folders on the gateway's machine that it names.
    pub paths: Vec<String>,
    /// The working directory of the command.
    pub cwd: Option<String>,
    /// The names of the variables that it is given.
    pub variables: Vec<String>,
    /// The names of the headers that are sent with every request.
    pub headers: Vec<String>,
    /// Whether its hints would be relied on.
    pub trust: SourceTrust,
    /// Diagnostics about the source.
    pub findings: Vec<Diagnostic>,
    /// The table as it would appear in `candor.toml`, without credentials.
    pub toml: String,
}

/// Creates sources from what people add.
pub trait SourceFactory: Send + Sync + 'static {
    /// Whether sources may be added that start a program or use a path of this machine.
    fn allows_commands(&self) -> bool;

    /// Turns a filled-in form into the text of a source.
    fn write(&self, input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>>;

    /// The servers of an `.mcp.json`, and diagnostics about those that are left out.
    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>>;

    /// The same source with another trust.
    fn with_trust(&self, text: &SourceText, trust: SourceTrust) -> SourceText;

    /// The plan of a source. Nothing is started.
    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>>;

    /// Creates the source, ready to be started.
    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a>;
}

/// A factory that creates nothing: sources come only from the configuration file.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosedFactory;

impl ClosedFactory {
    fn sorry() -> Vec<Diagnostic> {
        vec![
            Diagnostic::error("source::closed", "no sources can be added to this gateway")
                .with_hint("write it into `candor.toml` and start the gateway again"),
        ]
    }
}

impl SourceFactory for ClosedFactory {
    fn allows_commands(&self) -> bool {
        false
    }

    fn write(&self, _: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn of_mcp_json(
        &self,
        _: &str,
        _: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn with_trust(&self, text: &SourceText, _: SourceTrust) -> SourceText {
        text.clone()
    }

    fn plan(&self, _: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn make<'a>(&'a self, _: &'a SourceText) -> SourceFuture<'a> {
        Box::pin(async { Err(Self::sorry()) })
    }
}

impl fmt::Debug for dyn SourceFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workshop")
    }
}
