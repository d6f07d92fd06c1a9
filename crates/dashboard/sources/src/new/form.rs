//! The page with the form, and above it the result of the last step.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageLayout, SiteSection, query, render_page,
};
use candor_model::SourceTrust;
use http::StatusCode;

use super::field::{TextField, fields, later};
use super::input::{AddSourceForm, FieldErrors};
use super::kind::AddSourceKind;
use super::mcp_json::McpJsonServer;
use super::pairs::PairRow;
use super::preview::SourcePreviewPanel;
use crate::findings::FindingsPanel;
use crate::paths::NEW;
use crate::plan::{SourcePlanView, TrustLabel};

/// The result of a step.
#[derive(Default)]
pub(super) struct AddSourceOutcome {
    pub(super) status: StatusCode,
    /// What is wrong, in a sentence.
    pub(super) problem: Option<String>,
    pub(super) errors: FieldErrors,
    pub(super) findings: FindingsPanel,
    pub(super) plan: Option<SourcePlanView>,
    pub(super) brought: Option<SourcePreviewPanel>,
    /// The servers of an import.
    pub(super) servers: Vec<McpJsonServer>,
    /// The trust in all servers of an import.
    pub(super) trust: Option<TrustLabel>,
}

#[derive(Template)]
#[template(path = "source_new.html")]
struct AddSourcePage<'a> {
    frame: PageLayout,
    kinds: Vec<KindLink>,
    kind: AddSourceKind,
    /// What cannot be added here, and the way out.
    restriction: Option<&'static str>,
    /// Whether anything of this kind can be added.
    open: bool,
    to: &'static str,
    form: String,
    fields: Vec<TextField>,
    /// The field after the text area.
    later: Option<TextField>,
    pairs: Option<PairForm>,
    text: Option<TextForm<'a>>,
    allow_private: Option<bool>,
    trust: [TrustLevelOption; 3],
    why: &'a str,
    outcome: AddSourceOutcome,
    problem: Option<String>,
}

/// A link to the form for a kind of source.
struct KindLink {
    to: String,
    words: &'static str,
    /// The value of `aria-current`.
    current: &'static str,
}

/// Rows of names and values.
struct PairForm {
    key: &'static str,
    legend: &'static str,
    what: &'static str,
    hint: &'static str,
    rows: Vec<PairRow>,
    error: Option<String>,
}

/// A text area with an optional upload.
struct TextForm<'a> {
    label: &'static str,
    file_label: &'static str,
    accept: &'static str,
    name: &'a str,
    text: &'a str,
    error: Option<String>,
}

/// A trust level to choose.
struct TrustLevelOption {
    value: &'static str,
    id: &'static str,
    word: &'static str,
    meaning: &'static str,
    chosen: bool,
}

// === impl AddSourceOutcome ===

impl AddSourceOutcome {
    /// A step that was refused.
    pub(super) fn refused(status: StatusCode, problem: impl Into<String>) -> Self {
        Self {
            status,
            problem: Some(problem.into()),
            ..Self::default()
        }
    }

    /// Whether there is a result to show above the form.
    fn shows(&self) -> bool {
        self.plan.is_some() || !self.servers.is_empty()
    }
}

/// The page with all input.
pub(super) fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: &AddSourceForm,
    outcome: AddSourceOutcome,
) -> Response {
    let errors = &outcome.errors;
    let allowed = pages.gateway.editor().allows_commands();
    let view = AddSourcePage {
        frame: PageLayout::of("Add a source", SiteSection::Sources, visitor),
        kinds: AddSourceKind::ALL
            .into_iter()
            .map(|kind| KindLink::of(kind, said.kind))
            .collect(),
        kind: said.kind,
        restriction: said.kind.restriction().filter(|_| !allowed),
        open: allowed || !said.kind.is_local(),
        to: NEW,
        form: visitor.field(NEW),
        fields: fields(said, errors),
        later: later(said, errors),
        pairs: PairForm::of(said, errors),
        text: TextForm::of(said, errors),
        allow_private: (said.kind == AddSourceKind::OpenApi).then_some(said.allow_private),
        trust: choices(said),
        why: &said.why,
        problem: outcome.problem.clone(),
        outcome,
    };
    render_page(view.outcome.status, &view)
}

// === impl KindLink ===

impl KindLink {
    fn of(kind: AddSourceKind, now: AddSourceKind) -> Self {
        Self {
            to: query::with(NEW, "kind", kind.key()),
            words: kind.words(),
            current: if kind == now { "page" } else { "false" },
        }
    }
}

// === impl PairForm ===

impl PairForm {
    fn of(said: &AddSourceForm, errors: &FieldErrors) -> Option<Self> {
        match said.kind {
            AddSourceKind::Command => Some(Self {
                key: "env",
                legend: "Environment variables",
                what: "Variable",
                hint: "Added to the program’s environment. Use ${VAR} to take a secret from the \
                       gateway’s environment.",
                rows: said.env.rows(),
                error: errors.of("env"),
            }),
            AddSourceKind::Url => Some(Self {
                key: "header",
                legend: "Headers",
                what: "Header",
                hint: "Sent with every request, such as Authorization. Use ${VAR} to take a \
                       secret from the gateway’s environment.",
                rows: said.headers.rows(),
                error: errors.of("header"),
            }),
            AddSourceKind::McpJson | AddSourceKind::OpenApi | AddSourceKind::Functions => None,
        }
    }
}

// === impl TextForm ===

impl<'a> TextForm<'a> {
    fn of(said: &'a AddSourceForm, errors: &FieldErrors) -> Option<Self> {
        let (label, file_label, accept) = match said.kind {
            AddSourceKind::McpJson => ("Or paste its contents", "File", ".json"),
            AddSourceKind::OpenApi => (
                "Or paste the document",
                "Or upload the document",
                ".json,.yaml,.yml",
            ),
            AddSourceKind::Command | AddSourceKind::Url | AddSourceKind::Functions => return None,
        };
        Some(Self {
            label,
            file_label,
            accept,
            name: &said.text_name,
            text: &said.text,
            error: errors.of("text"),
        })
    }
}

fn choices(said: &AddSourceForm) -> [TrustLevelOption; 3] {
    let choice = |value, id, trust: SourceTrust| {
        let TrustLabel { word, meaning, .. } = TrustLabel::of(trust);
        TrustLevelOption {
            value,
            id,
            word,
            meaning,
            chosen: said.trust == Some(trust),
        }
    };
    [
        TrustLevelOption {
            value: "",
            id: "usual",
            word: said.kind.default_trust(),
            meaning: said.kind.usual_trust(),
            chosen: said.trust.is_none(),
        },
        choice("untrusted", "untrusted", SourceTrust::Untrusted),
        choice("trusted", "trusted", SourceTrust::Trusted),
    ]
}
