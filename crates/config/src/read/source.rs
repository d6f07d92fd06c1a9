//! From a draft to settings: variables are filled in and what they give is checked.

use std::path::PathBuf;

use candor_model::{Diagnostic, Era, Secret, Severity, SourceName};
use url::Url;

use super::context::Context;
use super::draft::{Draft, DraftTransport, Template};
use super::fill::fill;
use crate::duration;
use crate::endpoint::{self, Endpoint};
use crate::interpolate::masked;
use crate::quote::quote;
use crate::settings::{DriftMode, Flavour, SourceSettings, Transport, Trust};
use crate::text::Text;
use crate::tree::Span;

/// Fills in every draft that can be filled in.
pub(super) fn settings(context: &mut Context<'_>, drafts: Vec<Draft>) -> Vec<SourceSettings> {
    drafts
        .into_iter()
        .filter_map(|draft| filled(context, draft))
        .collect()
}

/// One source being filled in. All its problems are told before it is given up.
struct Filling<'c, 'a> {
    context: &'c mut Context<'a>,
    name: SourceName,
    severity: Severity,
    failed: bool,
}

fn filled(context: &mut Context<'_>, draft: Draft) -> Option<SourceSettings> {
    // A source that is switched off may well lack its variables.
    let severity = if draft.is_enabled() {
        Severity::Error
    } else {
        Severity::Warning
    };
    let before = context.origins.len();
    let mut filling = Filling {
        context,
        name: draft.name.clone(),
        severity,
        failed: false,
    };
    let transport = filling.transport(draft.transport);
    let roots = filling.roots(&draft.roots);
    let name = draft.name;
    let settings = SourceSettings {
        era: filling.given("era", draft.era, None, |era| {
            era.map_or("auto", Era::as_str).into()
        }),
        trust: filling.given("trust", draft.trust, Trust::Untrusted, |trust| {
            trust.as_str().into()
        }),
        enabled: filling.given("enabled", draft.enabled, true, ToString::to_string),
        validate_arguments: filling.given(
            "validate_arguments",
            draft.validate_arguments,
            true,
            ToString::to_string,
        ),
        call_timeout: filling.over("call_timeout", draft.call_timeout, |time| {
            duration::show(*time)
        }),
        concurrent_calls: filling.over(
            "concurrent_calls",
            draft.concurrent_calls,
            ToString::to_string,
        ),
        roots,
        destructive: filling.over("destructive", draft.destructive, ToString::to_string),
        open_world: filling.over("open_world", draft.open_world, ToString::to_string),
        drift: filling.given("drift", draft.drift, DriftMode::Quarantine, |mode| {
            mode.as_str().into()
        }),
        ..SourceSettings::new(name, transport.unwrap_or_else(nowhere))
    };
    if filling.failed {
        context.origins.truncate(before);
        return None;
    }
    Some(settings)
}

/// Stands in for the transport of a source that is about to be given up.
fn nowhere() -> Transport {
    let command = Text::verbatim("");
    Transport::Stdio {
        command,
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
    }
}

// === impl Filling ===

impl Filling<'_, '_> {
    fn transport(&mut self, draft: DraftTransport) -> Option<Transport> {
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
                Some(Transport::Stdio {
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
                let headers = self.secrets("headers", headers, |c| c == '\t' || !c.is_control());
                let show = |flavour: &Flavour| flavour.as_str().to_owned();
                let flavour = self.given("transport", flavour, Flavour::Auto, show);
                Some(Transport::Http {
                    url: url?,
                    headers,
                    flavour,
                })
            }
        }
    }

    fn command(&mut self, template: &Template) -> Option<Text> {
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
        Some(Text::interpolated(&template.text, value))
    }

    fn args(&mut self, templates: &[Template]) -> Vec<Text> {
        let mut args = Vec::with_capacity(templates.len());
        for (index, template) in templates.iter().enumerate() {
            let key = format!("args[{index}]");
            match self.fill(&key, template) {
                Some(value) if value.contains('\0') => {
                    self.fail(&template.span, &key, "holds a NUL character");
                }
                Some(value) => args.push(Text::interpolated(&template.text, value)),
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

    fn secrets(
        &mut self,
        table: &str,
        pairs: Vec<(String, Template)>,
        allowed: impl Fn(char) -> bool,
    ) -> Vec<(String, Secret<String>)> {
        let mut secrets = Vec::with_capacity(pairs.len());
        for (name, template) in pairs {
            let key = format!("{table}.{name}");
            match self.fill(&key, &template) {
                Some(value) if value.chars().all(&allowed) => {
                    self.show(&key, &masked(&template.text), Some(&template.span));
                    secrets.push((name, Secret::new(value)));
                }
                Some(_) => {
                    let says = if allowed('\n') {
                        "has a value with a NUL character in it"
                    } else {
                        "has a value with a control character in it, such as a line break"
                    };
                    self.fail(&template.span, &key, says);
                }
                None => {}
            }
        }
        secrets
    }

    fn cwd(&mut self, template: &Template) -> Option<PathBuf> {
        let value = self.fill("cwd", template)?;
        if value.is_empty() || value.contains('\0') {
            self.fail(&template.span, "cwd", "is empty or holds a NUL character");
            return None;
        }
        self.show("cwd", &template.text, Some(&template.span));
        Some(PathBuf::from(value))
    }

    fn url(&mut self, template: &Template) -> Option<Endpoint> {
        let value = self.fill("url", template)?;
        let shown = endpoint::shown(&template.text);
        match Endpoint::interpolated(&template.text, &value) {
            Ok(endpoint) => {
                self.show("url", &shown, Some(&template.span));
                Some(endpoint)
            }
            Err(error) => {
                self.fail(
                    &template.span,
                    "url",
                    &format!("({}) {error}", quote(&shown)),
                );
                None
            }
        }
    }

    fn roots(&mut self, templates: &[Template]) -> Vec<String> {
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

    /// A value that has a default.
    fn given<T>(
        &mut self,
        key: &str,
        given: Option<(T, Span)>,
        default: T,
        show: impl Fn(&T) -> String,
    ) -> T {
        let (value, span) = given.map_or((default, None), |(value, span)| (value, Some(span)));
        self.show(key, &show(&value), span.as_ref());
        value
    }

    /// A value that overrides one set elsewhere, shown only where it does.
    fn over<T>(
        &mut self,
        key: &str,
        given: Option<(T, Span)>,
        show: impl Fn(&T) -> String,
    ) -> Option<T> {
        let (value, span) = given?;
        self.show(key, &show(&value), Some(&span));
        Some(value)
    }

    fn fill(&mut self, key: &str, template: &Template) -> Option<String> {
        let key = format!("sources.{}.{key}", self.name);
        let filled = fill(self.context, self.severity, &key, template);
        self.failed |= filled.is_none();
        filled
    }

    fn fail(&mut self, span: &Span, key: &str, says: &str) {
        self.failed = true;
        let key = quote(&format!("sources.{}.{key}", self.name));
        let message = format!("{key} {says}");
        let diagnostic = Diagnostic::new(self.severity, "config::bad-value", message);
        self.context.report.push_at(span, diagnostic);
    }

    fn show(&mut self, key: &str, value: &str, span: Option<&Span>) {
        let origin = self.context.origin_of(span);
        self.context
            .show(&format!("sources.{}.{key}", self.name), value, origin);
    }
}
