//! The factory for sources that are added at run time, with the same rules as for the configuration
//! file.

use std::sync::{Arc, PoisonError, RwLock};

use candor_config::{DocumentLocation, Settings, SourceSettings, TransportSettings, source_text};
use candor_gateway::{SourceFactory as Bench, SourceFuture, SourcePlan, SourceSetup};
use candor_model::{Diagnostic, SourceInput, SourceText, SourceTrust};
use candor_sources::{DocumentOrigin as Served, OriginSpec};

use crate::assemble;
use crate::setup::{self, SourceDependencies};

/// Creates sources from submitted text, with the rules of the configuration file.
pub(crate) struct SettingsSourceFactory {
    pub(crate) settings: Arc<SharedSettings>,
    pub(crate) dependencies: SourceDependencies,
    /// Whether sources are served from their cached listing without being started.
    pub(crate) asleep: bool,
}

/// The settings that count now.
pub(crate) struct SharedSettings(RwLock<Arc<Settings>>);

// === impl SharedSettings ===

impl SharedSettings {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self(RwLock::new(Arc::new(settings.clone())))
    }

    /// From now on these count.
    pub(crate) fn replace(&self, settings: &Settings) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings.clone());
    }

    fn now(&self) -> Arc<Settings> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

// === impl SettingsSourceFactory ===

impl SettingsSourceFactory {
    async fn made(&self, text: &SourceText) -> Result<SourceSetup, Vec<Diagnostic>> {
        let (source, _) = read(text)?;
        let setup = assemble::setup(&source, &self.settings.now(), &self.dependencies).await;
        let failed = |error: &dyn std::error::Error| {
            vec![Diagnostic::error("source::not-made", error.to_string())]
        };
        let mut setup = setup.map_err(|error| failed(&error))?;
        if let (OriginSpec::OpenApi(spec), Some((name, text))) =
            (&mut setup.spec.origin, &text.document)
        {
            let mut own = (**spec).clone();
            own.document = Served::Text {
                name: name.as_str().into(),
                text: text.as_str().into(),
            };
            own.refresh = None;
            *spec = Arc::new(own);
        }
        if self.asleep {
            let sleepers = std::slice::from_mut(&mut setup);
            let slept = setup::use_remembered_definitions(sleepers, &self.dependencies.store).await;
            slept.map_err(|error| failed(&error))?;
        }
        Ok(setup)
    }
}

impl Bench for SettingsSourceFactory {
    fn allows_commands(&self) -> bool {
        self.settings.now().server.allow_commands
    }

    fn write(&self, input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
        let text = source_text::write(input)?;
        read(&text)?;
        Ok(text)
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
        let (variables, headers) = names(&source.transport);
        Ok(SourcePlan {
            kind: source.transport.kind(),
            runs: source_text::command_line(&source),
            reaches: reaches(&source.transport),
            reads: reads(&source.transport, text),
            paths: source_text::local_paths(&source, text),
            cwd: match &source.transport {
                TransportSettings::Stdio { cwd, .. } => {
                    cwd.as_ref().map(|path| path.display().to_string())
                }
                _ => None,
            },
            variables,
            headers,
            trust: source.trust,
            findings,
            toml: source_text::masked(text),
        })
    }

    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a> {
        Box::pin(self.made(text))
    }
}

fn read(text: &SourceText) -> Result<(SourceSettings, Vec<Diagnostic>), Vec<Diagnostic>> {
    source_text::settings(text, &|name| {
        offered(name).then(|| std::env::var(name).ok()).flatten()
    })
}

/// Whether a source that was added over HTTP may use a variable of the gateway's environment.
/// Its own are not for others: with `${CANDOR_SECRET_KEY}` in a header, an editor could have the
/// keys sent anywhere.
fn offered(variable: &str) -> bool {
    !variable.starts_with("CANDOR_")
}

/// The address that requests are sent to.
fn reaches(transport: &TransportSettings) -> Option<String> {
    match transport {
        TransportSettings::Http { url, .. } => Some(url.to_string()),
        TransportSettings::OpenApi(api) => api.base_url.as_ref().map(ToString::to_string),
        TransportSettings::Stdio { .. }
        | TransportSettings::Functions(_)
        | TransportSettings::Pack(_) => None,
    }
}

/// The document or file that defines the tools.
fn reads(transport: &TransportSettings, text: &SourceText) -> Option<String> {
    match transport {
        TransportSettings::OpenApi(api) => Some(match (&text.document, &api.document) {
            (Some((name, _)), _) => format!("{name} (uploaded)"),
            (None, DocumentLocation::File(path)) => path.display().to_string(),
            (None, DocumentLocation::Url(url)) => url.to_string(),
        }),
        TransportSettings::Functions(functions) => Some(functions.path.display().to_string()),
        TransportSettings::Stdio { .. }
        | TransportSettings::Http { .. }
        | TransportSettings::Pack(_) => None,
    }
}

/// The names of variables and of headers.
fn names(transport: &TransportSettings) -> (Vec<String>, Vec<String>) {
    let (mut variables, mut headers) = (Vec::new(), Vec::new());
    match transport {
        TransportSettings::Stdio { env, .. } => {
            variables.extend(env.iter().map(|(name, _)| name.clone()));
        }
        TransportSettings::Http { headers: own, .. } => {
            headers.extend(own.iter().map(|(name, _)| name.clone()));
        }
        TransportSettings::OpenApi(api) => {
            variables.extend(api.variables.iter().map(|(name, _)| name.to_string()));
            headers.extend(api.headers.iter().map(|(name, _)| name.clone()));
        }
        TransportSettings::Functions(functions) => {
            variables.extend(functions.variables.iter().map(|(name, _)| name.to_string()));
        }
        TransportSettings::Pack(_) => {}
    }
    (variables, headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(value: &str) -> SourceText {
        let url = "url = \"https://shop.example/mcp\"";
        SourceText {
            name: candor_model::SourceName::parse("shop").expect("a name"),
            toml: format!("[sources.shop]\n{url}\nheaders = {{ X-Key = \"{value}\" }}\n"),
            document: None,
        }
    }

    #[test]
    fn the_gateways_own_variables_are_not_filled_in() {
        // Set wherever tests are run by cargo.
        assert!(read(&header("${CARGO_PKG_NAME}")).is_ok());
        assert!(std::env::var("CARGO_PKG_NAME").is_ok());
        for name in ["CANDOR_SECRET_KEY", "CANDOR_TOKEN", "CANDOR_DATABASE"] {
            assert!(!offered(name));
            let problems = read(&header(&format!("${{{name}}}"))).unwrap_err();
            assert!(problems[0].message.contains(name), "{problems:?}");
        }
    }
}
