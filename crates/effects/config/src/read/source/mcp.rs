//! Completes the transport of an MCP server.

use std::path::{Path, PathBuf};

use candor_text::quote;
use url::Url;

use super::SourceFilling;
use crate::endpoint::EndpointUrl;
use crate::read::draft::{DraftTransport, SpannedTemplate};
use crate::settings::{HttpFlavour, TransportSettings};
use crate::text::TemplateText;

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The transport, if it is valid.
    pub(super) fn transport(&mut self, draft: DraftTransport) -> Option<TransportSettings> {
        match draft {
            DraftTransport::Stdio {
                command,
                args,
                env,
                inherit_env,
                cwd,
            } => {
                let command = self.command(&command);
                let args = self.args(&args);
                let env = self.secrets("env", env, |c| c != '\0');
                let inherit_env = self.inherit_env(inherit_env);
                let cwd = match cwd {
                    Some(stated) => self.cwd(&stated),
                    None => self.usual_cwd(),
                };
                Some(TransportSettings::Stdio {
                    command: command?,
                    args,
                    env,
                    inherit_env,
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
                let (flavour, span) = flavour.unzip();
                let flavour = flavour.unwrap_or(HttpFlavour::Auto);
                self.show("transport", flavour.as_str(), span.as_ref());
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
        self.visible("command", template, &value)
            .then(|| TemplateText::interpolated(&template.text, value))
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

    fn inherit_env(&mut self, names: Vec<SpannedTemplate>) -> Vec<String> {
        let span = names.first().map(|first| first.span.clone());
        let names: Vec<String> = names.into_iter().map(|name| name.text).collect();
        if span.is_some() {
            self.show("inherit_env", &format!("{names:?}"), span.as_ref());
        }
        names
    }

    fn cwd(&mut self, template: &SpannedTemplate) -> Option<PathBuf> {
        let value = self.fill("cwd", template)?;
        if value.is_empty() || value.contains('\0') {
            self.fail(&template.span, "cwd", "is empty or holds a NUL character");
            return None;
        }
        self.show("cwd", &template.text, Some(&template.span));
        let context = &self.reader.context;
        let base = context.scope.folder().unwrap_or(context.directory);
        Some(base.join(value))
    }

    /// The folder of the configuration, so that it does not matter who starts the program where.
    /// The user's own configuration is in no folder that programs should work in.
    fn usual_cwd(&self) -> Option<PathBuf> {
        let folder = self.reader.context.scope.folder();
        folder.map(Path::to_owned)
    }

    fn url(&mut self, template: &SpannedTemplate) -> Option<EndpointUrl> {
        let value = self.fill("url", template)?;
        let endpoint = self.endpoint("url", template, &value, None)?;
        self.show("url", &endpoint.to_string(), Some(&template.span));
        Some(endpoint)
    }

    /// The roots for a server that requests them.
    pub(super) fn roots(&mut self) -> Vec<String> {
        let templates = self.reader.templates("roots");
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
        let shown: Vec<&str> = templates.iter().map(|root| root.text.as_str()).collect();
        let span = templates.first().map(|first| &first.span);
        self.show("roots", &format!("{shown:?}"), span);
        roots
    }
}
