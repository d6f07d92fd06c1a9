//! From a draft to settings: variables are filled in and what they give is checked.

mod address;
mod functions;
mod mcp;
mod openapi;
mod pack;

use std::fmt;
use std::path::PathBuf;

use candor_model::{Secret, Severity, SourceName};
use candor_text::format_duration;

use super::context::ReadContext;
use super::draft::{DraftKind, DraftOptions, EntryDraft, SpannedOption, SpannedTemplate};
use super::fill::fill;
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::report::bad_value;
use crate::settings::{SourceSettings, TransportSettings};
use crate::text::TemplateText;
use crate::tree::ByteSpan;

/// Fills in every draft that can be filled in.
pub(super) fn settings<T: Into<DraftKind>>(
    context: &mut ReadContext<'_>,
    drafts: Vec<EntryDraft<T>>,
) -> Vec<SourceSettings> {
    drafts
        .into_iter()
        .filter_map(|draft| filled(context, draft))
        .collect()
}

/// One source being filled in. All its problems are told before it is given up.
struct SourceFilling<'c, 'a> {
    context: &'c mut ReadContext<'a>,
    name: SourceName,
    severity: Severity,
    failed: bool,
}

fn filled<T: Into<DraftKind>>(
    context: &mut ReadContext<'_>,
    draft: EntryDraft<T>,
) -> Option<SourceSettings> {
    // A source that is switched off may well lack its variables.
    let severity = if draft.is_enabled() {
        Severity::Error
    } else {
        Severity::Warning
    };
    let before = context.origins.len();
    let mut filling = SourceFilling {
        context,
        name: draft.name.clone(),
        severity,
        failed: false,
    };
    let (transport, roots, era) = match draft.transport.into() {
        DraftKind::Mcp(transport) => (
            filling.transport(transport),
            filling.roots(&draft.options.roots),
            filling.era(draft.options.era.clone()),
        ),
        // The others have no session in which a server asks for roots, and no era.
        DraftKind::OpenApi(api) => {
            let api = filling.openapi(*api).map(Box::new);
            (api.map(TransportSettings::OpenApi), Vec::new(), None)
        }
        DraftKind::Functions(functions) => {
            let functions = filling.functions(functions);
            (
                functions.map(TransportSettings::Functions),
                Vec::new(),
                None,
            )
        }
        DraftKind::Pack(pack) => {
            let pack = TransportSettings::Pack(filling.pack(pack));
            (Some(pack), Vec::new(), None)
        }
    };
    let default = SourceSettings {
        era,
        roots,
        ..SourceSettings::new(draft.name, transport.unwrap_or_else(nowhere))
    };
    let settings = filling.options(draft.options, default);
    if filling.failed {
        context.origins.truncate(before);
        return None;
    }
    Some(settings)
}

/// Stands in for the transport of a source that is about to be given up.
fn nowhere() -> TransportSettings {
    let command = TemplateText::verbatim("");
    TransportSettings::Stdio {
        command,
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
    }
}

// === impl SourceFilling ===

impl SourceFilling<'_, '_> {
    /// What every kind of source may say.
    fn options(&mut self, options: DraftOptions, default: SourceSettings) -> SourceSettings {
        let flag = |yes: &bool| yes.to_string();
        SourceSettings {
            trust: self.given("trust", options.trust, default.trust, |trust| {
                trust.as_str().into()
            }),
            enabled: self.given("enabled", options.enabled, default.enabled, flag),
            validate_arguments: self.given(
                "validate_arguments",
                options.validate_arguments,
                default.validate_arguments,
                flag,
            ),
            call_timeout: self.over("call_timeout", options.call_timeout, |time| {
                format_duration(*time)
            }),
            concurrent_calls: self.calls(options.concurrent_calls, default.concurrent_calls),
            destructive: self.over("destructive", options.destructive, ToString::to_string),
            open_world: self.over("open_world", options.open_world, flag),
            drift: self.given("drift", options.drift, default.drift, |mode| {
                mode.as_str().into()
            }),
            unset: self.over("unset", options.unset, |unset| unset.as_str().into()),
            ..default
        }
    }

    /// How many calls at a time. Most sources leave that to the limits.
    fn calls(&mut self, given: SpannedOption<usize>, default: Option<usize>) -> Option<usize> {
        match default {
            Some(default) => {
                Some(self.given("concurrent_calls", given, default, ToString::to_string))
            }
            None => self.over("concurrent_calls", given, ToString::to_string),
        }
    }

    fn headers(&mut self, pairs: Vec<(String, SpannedTemplate)>) -> Vec<(String, Secret<String>)> {
        self.secrets("headers", pairs, |c| c == '\t' || !c.is_control())
    }

    fn secrets<N: fmt::Display>(
        &mut self,
        table: &str,
        pairs: Vec<(N, SpannedTemplate)>,
        allowed: impl Fn(char) -> bool,
    ) -> Vec<(N, Secret<String>)> {
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

    /// A file or a folder, seen from the folder of the configuration.
    fn file(&mut self, key: &str, template: &SpannedTemplate, value: &str) -> Option<PathBuf> {
        if value.trim().is_empty() || value.contains('\0') {
            self.fail(&template.span, key, "is empty or holds a NUL character");
            return None;
        }
        self.show(key, &template.text, Some(&template.span));
        Some(self.context.directory.join(value))
    }

    /// A value that has a default.
    fn given<T>(
        &mut self,
        key: &str,
        given: Option<(T, ByteSpan)>,
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
        given: Option<(T, ByteSpan)>,
        show: impl Fn(&T) -> String,
    ) -> Option<T> {
        let (value, span) = given?;
        self.show(key, &show(&value), Some(&span));
        Some(value)
    }

    fn fill(&mut self, key: &str, template: &SpannedTemplate) -> Option<String> {
        let key = format!("sources.{}.{key}", self.name);
        let filled = fill(self.context, self.severity, &key, template);
        self.failed |= filled.is_none();
        filled
    }

    fn fail(&mut self, span: &ByteSpan, key: &str, says: &str) {
        self.refuse(span, key, ValueProblem::new(says));
    }

    fn refuse(&mut self, span: &ByteSpan, key: &str, problem: ValueProblem) {
        self.failed = true;
        let mut diagnostic = bad_value(&format!("sources.{}.{key}", self.name), problem);
        diagnostic.severity = self.severity;
        self.context.report.push_at(span, diagnostic);
    }

    fn show(&mut self, key: &str, value: &str, span: Option<&ByteSpan>) {
        let origin = self.context.origin_of(span);
        self.context
            .show(&format!("sources.{}.{key}", self.name), value, origin);
    }
}
