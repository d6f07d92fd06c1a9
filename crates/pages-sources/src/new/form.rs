//! The form on which a source is described, and above it what came of it.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Section, Visitor, page, query};
use candor_model::Trust;
use http::StatusCode;

use super::brought::Brought;
use super::field::{Field, fields, later};
use super::kind::Kind;
use super::pairs::Row;
use super::said::{Said, Slips};
use super::several::Server;
use crate::found::Findings;
use crate::place::NEW;
use crate::plan::{ShownPlan, TrustWords};

/// What came of what was sent; nothing, at first.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) status: StatusCode,
    /// What is wrong, in a sentence.
    pub(super) problem: Option<String>,
    /// What is wrong with which field.
    pub(super) slips: Slips,
    /// What is wrong, or worth knowing, one by one.
    pub(super) findings: Findings,
    /// What it would do.
    pub(super) plan: Option<ShownPlan>,
    /// What it brings.
    pub(super) brought: Option<Brought>,
    /// Of several, each one.
    pub(super) servers: Vec<Server>,
    /// What is meant for all of them.
    pub(super) trust: Option<TrustWords>,
}

#[derive(Template)]
#[template(path = "source_new.html")]
struct View<'a> {
    frame: Frame,
    kinds: Vec<KindLink>,
    kind: Kind,
    to: &'static str,
    form: String,
    fields: Vec<Field>,
    /// The one after the text.
    later: Option<Field>,
    pairs: Option<PairForm>,
    text: Option<TextForm<'a>>,
    allow_private: Option<bool>,
    trust: [Choice; 3],
    why: &'a str,
    outcome: Outcome,
    problem: Option<String>,
}

/// A link that chooses a kind.
struct KindLink {
    to: String,
    words: &'static str,
    /// As `aria-current` says it.
    current: &'static str,
}

/// Names and values.
struct PairForm {
    key: &'static str,
    legend: &'static str,
    what: &'static str,
    hint: &'static str,
    rows: Vec<Row>,
    slip: Option<String>,
}

/// A text that may come from a file.
struct TextForm<'a> {
    label: &'static str,
    file_label: &'static str,
    accept: &'static str,
    name: &'a str,
    text: &'a str,
    slip: Option<String>,
}

/// What trust may be.
struct Choice {
    value: &'static str,
    id: &'static str,
    word: &'static str,
    meaning: &'static str,
    chosen: bool,
}

// === impl Outcome ===

impl Outcome {
    /// Nothing was done.
    pub(super) fn refused(status: StatusCode, problem: impl Into<String>) -> Self {
        Self {
            status,
            problem: Some(problem.into()),
            ..Self::default()
        }
    }

    /// Whether there is something to show above the form.
    fn shows(&self) -> bool {
        self.plan.is_some() || !self.servers.is_empty()
    }
}

/// The page with everything that was said still in it.
pub(super) fn draw(visitor: &Visitor, said: &Said, outcome: Outcome) -> Response {
    let slips = &outcome.slips;
    let view = View {
        frame: Frame::of("Add a source", Section::Sources, visitor),
        kinds: Kind::ALL
            .into_iter()
            .map(|kind| KindLink::of(kind, said.kind))
            .collect(),
        kind: said.kind,
        to: NEW,
        form: visitor.field(NEW),
        fields: fields(said, slips),
        later: later(said, slips),
        pairs: PairForm::of(said, slips),
        text: TextForm::of(said, slips),
        allow_private: (said.kind == Kind::OpenApi).then_some(said.allow_private),
        trust: choices(said),
        why: &said.why,
        problem: outcome.problem.clone(),
        outcome,
    };
    page(view.outcome.status, &view)
}

// === impl KindLink ===

impl KindLink {
    fn of(kind: Kind, now: Kind) -> Self {
        Self {
            to: query::with(NEW, "kind", kind.key()),
            words: kind.words(),
            current: if kind == now { "page" } else { "false" },
        }
    }
}

// === impl PairForm ===

impl PairForm {
    fn of(said: &Said, slips: &Slips) -> Option<Self> {
        match said.kind {
            Kind::Command => Some(Self {
                key: "env",
                legend: "Variables",
                what: "Variable",
                hint: "Added to the environment of the program. ${VAR} takes a value from the \
                       gateway’s own environment, so that no secret need be typed here.",
                rows: said.env.rows(),
                slip: slips.of("env"),
            }),
            Kind::Url => Some(Self {
                key: "header",
                legend: "Headers",
                what: "Header",
                hint: "Sent with every request, such as Authorization. ${VAR} takes a value from \
                       the gateway’s environment, so that no secret need be typed here.",
                rows: said.headers.rows(),
                slip: slips.of("header"),
            }),
            Kind::McpJson | Kind::OpenApi | Kind::Functions => None,
        }
    }
}

// === impl TextForm ===

impl<'a> TextForm<'a> {
    fn of(said: &'a Said, slips: &Slips) -> Option<Self> {
        let (label, file_label, accept) = match said.kind {
            Kind::McpJson => ("Or paste what it says", "The file", ".json"),
            Kind::OpenApi => (
                "Or paste the document",
                "Or choose the document",
                ".json,.yaml,.yml",
            ),
            Kind::Command | Kind::Url | Kind::Functions => return None,
        };
        Some(Self {
            label,
            file_label,
            accept,
            name: &said.text_name,
            text: &said.text,
            slip: slips.of("text"),
        })
    }
}

fn choices(said: &Said) -> [Choice; 3] {
    let choice = |value, id, trust: Trust| {
        let TrustWords { word, meaning, .. } = TrustWords::of(trust);
        Choice {
            value,
            id,
            word,
            meaning,
            chosen: said.trust == Some(trust),
        }
    };
    [
        Choice {
            value: "",
            id: "usual",
            word: "As usual",
            meaning: said.kind.usual_trust(),
            chosen: said.trust.is_none(),
        },
        choice("untrusted", "untrusted", Trust::Untrusted),
        choice("trusted", "trusted", Trust::Trusted),
    ]
}
