//! Filling in how a server is reached.

use std::path::PathBuf;

use candor_model::McpEra;
use candor_text::quote;
use url::Url;

use super::SourceFilling;
use crate::endpoint::EndpointUrl;
use crate::read::draft::{DraftTransport, SpannedOption, SpannedTemplate};
use crate::settings::{HttpFlavour, TransportSettings};
use crate::text::TemplateText;

// === impl SourceFilling ===

impl SourceFilling<'_, '_> {
    /// The transport, unless it leads nowhere.
    pub(super) fn transport(&mut self, draft: DraftTransport) -> Option<TransportSettings> {
        match draft {
            DraftTransport::Stdio {
                command,
                args,
                env,
                cwd,
            } => {
                let command = self.command(&command);
                let args = self.args(&args);
                let env = self.secrets("env", env, |c| c != '\0');
                let cwd = cwd.and_then(|cwd| self.cwd(&cwd));
                Some(TransportSettings::Stdio {
                    command: command?,
                    args,
                    env,
                    cwd,
                })
            }
            DraftTransport::Http {
                url,
                headers,
                flavour,
            } => {
                let url = self.url(&url);
                let headers = self.headers(headers);
                let show = |flavour: &HttpFlavour| flavour.as_str().to_owned();
                let flavour = self.given("transport", flavour, HttpFlavour::Auto, show);
                Some(TransportSettings::Http {
                    url: url?,
                    headers,
                    flavour,
                })
            }
        }
    }

    fn command(&mut self, template: &SpannedTemplate) -> Option<TemplateText> {
        let value = self.fill("command", template)?;
        if value.trim().is_empty() || value.contains('\0') {
            self.fail(
                &template.span,
                "command",
                "is empty or holds a NUL character",
            );
            return None;
        }
        self.show("command", &template.text, Some(&template.span));
        Some(TemplateText::interpolated(&template.text, value))
    }

    fn args(&mut self, templates: &[SpannedTemplate]) -> Vec<TemplateText> {
        let mut args = Vec::with_capacity(templates.len());
        for (index, template) in templates.iter().enumerate() {
            let key = format!("args[{index}]");
            match self.fill(&key, template) {
                Some(value) if value.contains('\0') => {
                    self.fail(&template.span, &key, "holds a NUL character");
                }
                Some(value) => args.push(TemplateText::interpolated(&template.text, value)),
                None => {}
            }
        }
        self.show(
            "args",
            &format!("{args:?}"),
            templates.first().map(|first| &first.span),
        );
        args
    }

    fn cwd(&mut self, template: &SpannedTemplate) -> Option<PathBuf> {
        let value = self.fill("cwd", template)?;
        if value.is_empty() || value.contains('\0') {
            self.fail(&template.span, "cwd", "is empty or holds a NUL character");
            return None;
        }
        self.show("cwd", &template.text, Some(&template.span));
        Some(PathBuf::from(value))
    }

    fn url(&mut self, template: &SpannedTemplate) -> Option<EndpointUrl> {
        let value = self.fill("url", template)?;
        let endpoint = self.endpoint("url", template, &value, None)?;
        self.show("url", &endpoint.to_string(), Some(&template.span));
        Some(endpoint)
    }

    /// What is told to a server that asks.
    pub(super) fn roots(&mut self, templates: &[SpannedTemplate]) -> Vec<String> {
        let mut roots = Vec::with_capacity(templates.len());
        for (index, template) in templates.iter().enumerate() {
            let key = format!("roots[{index}]");
            let Some(value) = self.fill(&key, template) else {
                continue;
            };
            if Url::parse(&value).is_ok_and(|url| url.scheme() == "file") {
                roots.push(value);
            } else {
                let says = format!("is {}, which is not a `file:` URI", quote(&template.text));
                self.fail(&template.span, &key, &says);
            }
        }
        let shown: Vec<&str> = templates
            .iter()
            .map(|template| template.text.as_str())
            .collect();
        self.show(
            "roots",
            &format!("{shown:?}"),
            templates.first().map(|first| &first.span),
        );
        roots
    }

    /// The era; none is to find out.
    pub(super) fn era(&mut self, era: SpannedOption<Option<McpEra>>) -> Option<McpEra> {
        let show = |era: &Option<McpEra>| era.map_or("auto", McpEra::as_str).to_owned();
        self.given("era", era, None, show)
    }
}
