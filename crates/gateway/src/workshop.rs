//! Where sources are made from what people write. How that is done is not the gateway's business:
//! it knows no configuration.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use candor_model::{Diagnostic, SourceText, SourceWish, Trust};

use crate::spec::SourceSetup;

/// A source that is being made.
pub type Making<'a> =
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
    /// The folder in which the command starts.
    pub cwd: Option<String>,
    /// The names of the variables that it is given.
    pub variables: Vec<String>,
    /// The names of the headers that go with every request.
    pub headers: Vec<String>,
    /// Whether its hints would be relied upon.
    pub trust: Trust,
    /// What there is to say about it.
    pub findings: Vec<Diagnostic>,
    /// The table as it would stand in `candor.toml`, without credentials.
    pub toml: String,
}

/// See the module.
pub trait Workshop: Send + Sync + 'static {
    /// Writes down what somebody filled in.
    fn write(&self, wish: &SourceWish) -> Result<SourceText, Vec<Diagnostic>>;

    /// The servers of an `.mcp.json`, and what there is to say about the others.
    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<Trust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>>;

    /// The same source, trusted or not.
    fn with_trust(&self, text: &SourceText, trust: Trust) -> SourceText;

    /// What would be done. Nothing is.
    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>>;

    /// Makes the source, ready to be started.
    fn make<'a>(&'a self, text: &'a SourceText) -> Making<'a>;
}

/// A workshop in which nothing is made: sources come from the configuration file alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closed;

impl Closed {
    fn sorry() -> Vec<Diagnostic> {
        vec![
            Diagnostic::error("source::closed", "no sources can be added to this gateway")
                .with_hint("write it into `candor.toml` and start the gateway again"),
        ]
    }
}

impl Workshop for Closed {
    fn write(&self, _: &SourceWish) -> Result<SourceText, Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn of_mcp_json(
        &self,
        _: &str,
        _: Option<Trust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn with_trust(&self, text: &SourceText, _: Trust) -> SourceText {
        text.clone()
    }

    fn plan(&self, _: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>> {
        Err(Self::sorry())
    }

    fn make<'a>(&'a self, _: &'a SourceText) -> Making<'a> {
        Box::pin(async { Err(Self::sorry()) })
    }
}

impl fmt::Debug for dyn Workshop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workshop")
    }
}
