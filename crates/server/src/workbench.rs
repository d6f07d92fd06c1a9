//! Where sources are made that people add while the gateway runs: by the same rules as those of
//! the configuration file.

use std::sync::Arc;

use candor_config::{DocumentAt, Settings, SourceSettings, Transport, sketch};
use candor_gateway::{Making, SourcePlan, SourceSetup, Workshop as Bench};
use candor_model::{Diagnostic, SourceText, SourceWish, Trust};
use candor_sources::{DocumentAt as Served, OriginSpec};

use crate::assemble;
use crate::setup::{self, Workshop};

/// See the module.
pub(crate) struct Workbench {
    pub(crate) settings: Settings,
    pub(crate) workshop: Workshop,
    /// Whether sources are as they were when they were last seen, and not started.
    pub(crate) asleep: bool,
}

// === impl Workbench ===

impl Workbench {
    async fn made(&self, text: &SourceText) -> Result<SourceSetup, Vec<Diagnostic>> {
        let (source, _) = read(text)?;
        let setup = assemble::setup(&source, &self.settings, &self.workshop).await;
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
            let slept = setup::put_to_sleep(sleepers, &self.workshop.store).await;
            slept.map_err(|error| failed(&error))?;
        }
        Ok(setup)
    }
}

impl Bench for Workbench {
    fn write(&self, wish: &SourceWish) -> Result<SourceText, Vec<Diagnostic>> {
        let text = sketch::write(wish)?;
        read(&text)?;
        Ok(text)
    }

    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<Trust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        sketch::from_mcp_json(text, trust)
    }

    fn with_trust(&self, text: &SourceText, trust: Trust) -> SourceText {
        sketch::with_trust(text, trust)
    }

    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>> {
        let (source, findings) = read(text)?;
        let (variables, headers) = names(&source.transport);
        Ok(SourcePlan {
            kind: source.transport.kind(),
            runs: sketch::command_line(&source),
            reaches: reaches(&source.transport),
            reads: reads(&source.transport, text),
            cwd: match &source.transport {
                Transport::Stdio { cwd, .. } => cwd.as_ref().map(|path| path.display().to_string()),
                _ => None,
            },
            variables,
            headers,
            trust: source.trust,
            findings,
            toml: sketch::masked(text),
        })
    }

    fn make<'a>(&'a self, text: &'a SourceText) -> Making<'a> {
        Box::pin(self.made(text))
    }
}

fn read(text: &SourceText) -> Result<(SourceSettings, Vec<Diagnostic>), Vec<Diagnostic>> {
    sketch::settings(text, &|name| std::env::var(name).ok())
}

/// Where requests go.
fn reaches(transport: &Transport) -> Option<String> {
    match transport {
        Transport::Http { url, .. } => Some(url.to_string()),
        Transport::OpenApi(api) => api.base_url.as_ref().map(ToString::to_string),
        Transport::Stdio { .. } | Transport::Functions(_) | Transport::Pack(_) => None,
    }
}

/// What is read to know the tools.
fn reads(transport: &Transport, text: &SourceText) -> Option<String> {
    match transport {
        Transport::OpenApi(api) => Some(match (&text.document, &api.document) {
            (Some((name, _)), _) => format!("{name} (uploaded)"),
            (None, DocumentAt::File(path)) => path.display().to_string(),
            (None, DocumentAt::Url(url)) => url.to_string(),
        }),
        Transport::Functions(functions) => Some(functions.path.display().to_string()),
        Transport::Stdio { .. } | Transport::Http { .. } | Transport::Pack(_) => None,
    }
}

/// The names of variables and of headers.
fn names(transport: &Transport) -> (Vec<String>, Vec<String>) {
    let (mut variables, mut headers) = (Vec::new(), Vec::new());
    match transport {
        Transport::Stdio { env, .. } => {
            variables.extend(env.iter().map(|(name, _)| name.clone()));
        }
        Transport::Http { headers: own, .. } => {
            headers.extend(own.iter().map(|(name, _)| name.clone()));
        }
        Transport::OpenApi(api) => {
            variables.extend(api.variables.iter().map(|(name, _)| name.to_string()));
            headers.extend(api.headers.iter().map(|(name, _)| name.clone()));
        }
        Transport::Functions(functions) => {
            variables.extend(functions.variables.iter().map(|(name, _)| name.to_string()));
        }
        Transport::Pack(_) => {}
    }
    (variables, headers)
}
