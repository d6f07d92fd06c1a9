//! Where sources are made from what people write. How that is done is not the gateway's business:
//! it knows no configuration.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use candor_model::{Diagnostic, SourceInput, SourceText, SourceTrust};

use crate::sources::spec::SourceSetup;

/// A source that is being made.
pub type SourceFuture<'a> =
    Pin<Box<dyn Future<Output = Result<SourceSetup, Vec<Diagnostic>>> + Send + 'a>>;

/// What would be done for a source, told before anything is.
#[derive(Clone, Debug)]
pub struct SourcePlan {
    /// `stdio`, `http`, `openapi`, `functions` or `pack`.
    pub kind: &'static str,
    /// The command line that would run, as a shell would take it; variables are not filled in.
    pub runs: Option<String>,
    /// The address that would be asked, without credentials.
    pub reaches: Option<String>,
    /// The file or folder that would be read.
    pub reads: Option<String>,
    /// The files and folders of the gateway's machine that it names.
    pub paths: Vec<String>,
    /// The folder in which the command starts.
    pub cwd: Option<String>,
    /// The names of the variables that it is given.
    pub variables: Vec<String>,
    /// The names of the headers that go with every request.
    pub headers: Vec<String>,
    /// Whether its hints would be relied upon.
    pub trust: SourceTrust,
    /// What there is to say about it.
    pub findings: Vec<Diagnostic>,
    /// The table as it would stand in `candor.toml`, without credentials.
    pub toml: String,
}

/// Makes sources from what people add.
pub trait SourceFactory: Send + Sync + 'static {
    /// Whether sources may be added that start a program or use a path of this machine.
    fn allows_commands(&self) -> bool;

    /// Turns a filled-in form into the text of a source.
    fn write(&self, input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>>;

    /// The servers of an `.mcp.json`, and what there is to say about the others.
    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>>;

    /// The same source, trusted or not.
    fn with_trust(&self, text: &SourceText, trust: SourceTrust) -> SourceText;

    /// What would be done. Nothing is.
    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>>;

    /// Makes the source, ready to be started.
    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a>;
}

/// A factory that makes nothing: sources come from the configuration file alone.
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
