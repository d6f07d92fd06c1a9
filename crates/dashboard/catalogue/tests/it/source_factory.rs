//! Where sources are made in these tests: read as the configuration reads them, and not started.

use candor_config::{SourceSettings, TransportSettings, source_text};
use candor_gatetest::source_setup;
use candor_gateway::{SourceFactory, SourceFuture, SourcePlan};
use candor_model::{Diagnostic, SourceInput, SourceText, SourceTrust};
use candor_sources::OriginSpec;

/// Makes sources that are never started.
pub(crate) struct TestSourceFactory {
    /// Whether programs may be added.
    pub(crate) allow_commands: bool,
}

impl SourceFactory for TestSourceFactory {
    fn allows_commands(&self) -> bool {
        self.allow_commands
    }

    fn write(&self, input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
        source_text::write(input)
    }

    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        source_text::from_mcp_json(text, trust)
    }

    fn with_trust(&self, text: &SourceText, trust: SourceTrust) -> SourceText {
        source_text::with_trust(text, trust)
    }

    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>> {
        let (source, findings) = read(text)?;
        let reaches = match &source.transport {
            TransportSettings::Http { url, .. } => Some(url.to_string()),
            _ => None,
        };
        Ok(SourcePlan {
            kind: source.transport.kind(),
            runs: source_text::command_line(&source),
            reaches,
            reads: None,
            paths: Vec::new(),
            cwd: None,
            variables: Vec::new(),
            headers: Vec::new(),
            trust: source.trust,
            findings,
            toml: source_text::masked(text),
        })
    }

    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a> {
        Box::pin(async move {
            let (source, _) = read(text)?;
            let origin = OriginSpec::NotStarted {
                definitions: Vec::new(),
                from_document: false,
            };
            Ok(source_setup(source.name, source.trust, origin))
        })
    }
}

fn read(text: &SourceText) -> Result<(SourceSettings, Vec<Diagnostic>), Vec<Diagnostic>> {
    source_text::settings(text, &|name| {
        (name == "WEATHER_KEY").then(|| "from-outside".to_owned())
    })
}
