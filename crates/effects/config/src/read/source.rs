//! Completes a draft: interpolates variables and checks the results.

mod address;
mod confine;
mod functions;
mod mcp;
mod openapi;
mod pack;
mod split;

use std::fmt;
use std::path::PathBuf;

use candor_confine::ConfineLevel;
use candor_model::{Secret, Severity, VariableName};

use super::context::ReadContext;
use super::draft::{DraftKind, EntryDraft, SpannedTemplate};
use super::fill::fill;
use super::table::TableReader;
use super::{source_table, variables};
use crate::interpolate::masked;
use crate::problem::ValueProblem;
use crate::report::bad_value;
use crate::settings::{SourceSettings, TransportSettings};
use crate::text::TemplateText;
use crate::tree::ByteSpan;

/// Fills in every draft that can be filled in.
pub(super) fn settings<T: Into<DraftKind>>(
    context: &mut ReadContext<'_>,
    drafts: Vec<EntryDraft<'_, T>>,
) -> Vec<SourceSettings> {
    drafts
        .into_iter()
        .filter_map(|draft| filled(context, draft))
        .collect()
}

/// A source being completed. All its problems are reported before it is given up.
struct SourceFilling<'t, 'c, 'a> {
    /// Settings without interpolation are read from the table, which is free of errors.
    reader: TableReader<'t, 'c, 'a>,
    severity: Severity,
    failed: bool,
}

fn filled<T: Into<DraftKind>>(
    context: &mut ReadContext<'_>,
    draft: EntryDraft<'_, T>,
) -> Option<SourceSettings> {
    // A source that is switched off may well lack its variables.
    let severity = if draft.is_enabled() {
        Severity::Error
    } else {
        Severity::Warning
    };
    let before = context.origins.len();
    let path = format!("sources.{}", draft.name);
    let mut filling = SourceFilling {
        reader: TableReader::new(context, path, &draft.entries),
        severity,
        failed: false,
    };
    // Only MCP servers have roots and an era.
    let (mut roots, mut era) = (Vec::new(), None);
    let (mut confine, mut split) = (ConfineLevel::Off.into(), None);
    let transport = match draft.transport.into() {
        DraftKind::Mcp(transport) => {
            let transport = filling.transport(transport);
            roots = filling.roots();
            confine = filling.confine();
            split = filling.split();
            era = filling.reader.setting("era", &source_table::era(), None);
            transport
        }
        DraftKind::OpenApi => {
            let api = filling.openapi().map(Box::new);
            api.map(TransportSettings::OpenApi)
        }
        DraftKind::Functions => filling.functions().map(TransportSettings::Functions),
        DraftKind::Pack => filling.pack(&draft.name).map(TransportSettings::Pack),
    };
    let usual = SourceSettings {
        era,
        roots,
        confine,
        split,
        ..SourceSettings::new(draft.name, transport.unwrap_or_else(nowhere))
    };
    let settings = source_table::options(&mut filling.reader, usual);
    if filling.failed {
        context.origins.truncate(before);
        return None;
    }
    Some(settings)
}

/// Stands in for the transport of a source that is about to be given up.
pub(super) fn nowhere() -> TransportSettings {
    let command = TemplateText::verbatim("");
    TransportSettings::Stdio {
        command,
        args: Vec::new(),
        env: Vec::new(),
        inherit_env: Vec::new(),
        cwd: None,
    }
}

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// A text of the table, filled in and checked by a function.
    fn text<T>(
        &mut self,
        key: &str,
        fill: impl FnOnce(&mut Self, &SpannedTemplate) -> Option<T>,
    ) -> Option<T> {
        let template = self.reader.template(key)?;
        fill(self, &template)
    }

    fn variables(&mut self) -> Vec<(VariableName, Secret<String>)> {
        let variables = variables::read(&mut self.reader);
        self.secrets("variables", variables, |c| c != '\0')
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

    /// A file or folder, relative to the configuration's folder.
    fn file(&mut self, key: &str, template: &SpannedTemplate, value: &str) -> Option<PathBuf> {
        self.visible(key, template, value)
            .then(|| self.reader.context.directory.join(value))
    }

    /// Whether a value has visible characters; reports if not.
    fn visible(&mut self, key: &str, template: &SpannedTemplate, value: &str) -> bool {
        let visible = !value.trim().is_empty() && !value.contains('\0');
        if visible {
            self.show(key, &template.text, Some(&template.span));
        } else {
            self.fail(&template.span, key, "is empty or holds a NUL character");
        }
        visible
    }

    fn fill(&mut self, key: &str, template: &SpannedTemplate) -> Option<String> {
        let key = format!("{}.{key}", self.reader.path);
        let filled = fill(self.reader.context, self.severity, &key, template);
        self.failed |= filled.is_none();
        filled
    }

    fn fail(&mut self, span: &ByteSpan, key: &str, says: &str) {
        self.refuse(span, key, ValueProblem::new(says));
    }

    fn refuse(&mut self, span: &ByteSpan, key: &str, problem: ValueProblem) {
        self.failed = true;
        let mut diagnostic = bad_value(&format!("{}.{key}", self.reader.path), problem);
        diagnostic.severity = self.severity;
        self.reader.context.report.push_at(span, diagnostic);
    }

    fn show(&mut self, key: &str, value: &str, span: Option<&ByteSpan>) {
        self.reader.show(key, value, span);
    }
}
