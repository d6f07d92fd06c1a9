//! Facts for tests, written briefly.

use std::sync::Arc;

use candor_card::{ApprovalCard, CardFacts, PreviousApproval};
use candor_model::{
    FieldValue, Hint, Opinion, OpinionField, Provenance, QualifiedName, SourceName, SourceTrust,
};
use candor_resolve::{EffectiveAnnotations, ToolLayers, resolve_layers};
use serde_json::Value;

/// A minute, in microseconds.
const MINUTE: i64 = 60_000_000;

/// When the questions of these tests are asked: 2026-07-28T12:00:00Z.
pub(crate) const NOW: i64 = 1_785_240_000_000_000;

/// A call to draw a card of.
#[derive(Clone)]
pub(crate) struct CardDrawing {
    pub(crate) tool: QualifiedName,
    pub(crate) title: Option<String>,
    pub(crate) trust: SourceTrust,
    pub(crate) effective: EffectiveAnnotations,
    pub(crate) arguments: Value,
    pub(crate) schema: Option<Value>,
    pub(crate) client: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) previous: Option<ApprovalCard>,
    pub(crate) definition_changed: bool,
    pub(crate) warnings: bool,
    pub(crate) pattern: String,
}

// === impl CardDrawing ===

impl CardDrawing {
    /// A DELETE of a trusted API.
    pub(crate) fn delete(arguments: Value) -> Self {
        let said = "the HTTP method is DELETE";
        let inferred = says(&Arc::new(Provenance::candor(said)), "-R +D +I");
        Self {
            tool: QualifiedName::parse("shop.delete_book").expect("a name"),
            title: Some("Delete a book".into()),
            trust: SourceTrust::Trusted,
            effective: effective(&inferred, &Opinion::default(), SourceTrust::Trusted),
            arguments,
            schema: None,
            client: Some("Desk 1.0".into()),
            message: None,
            previous: None,
            definition_changed: false,
            warnings: true,
            pattern: "/id = 42\n".into(),
        }
    }

    /// A tool of an untrusted server with these annotations.
    pub(crate) fn untrusted(words: &str, arguments: Value) -> Self {
        let tool = QualifiedName::parse("web.fetch").expect("a name");
        let provenance = Arc::new(Provenance::source(tool.source().clone()));
        Self {
            tool,
            title: None,
            trust: SourceTrust::Untrusted,
            effective: effective(
                &Opinion::default(),
                &says(&provenance, words),
                SourceTrust::Untrusted,
            ),
            client: None,
            ..Self::delete(arguments)
        }
    }

    /// The same call after this one was approved.
    pub(crate) fn after(self, earlier: &Self) -> Self {
        let previous = Some(earlier.card());
        Self { previous, ..self }
    }

    pub(crate) fn card(&self) -> ApprovalCard {
        self.drawn(ApprovalCard::draw)
    }

    /// The card with nothing masked.
    pub(crate) fn revealed(&self) -> ApprovalCard {
        self.drawn(|facts| ApprovalCard::draw(facts).revealed(facts))
    }

    fn drawn(&self, draw: impl FnOnce(&CardFacts<'_>) -> ApprovalCard) -> ApprovalCard {
        let previous = self.previous.as_ref().map(|card| PreviousApproval {
            card,
            at_micros: NOW - 60 * MINUTE,
            by: "ann",
        });
        draw(&CardFacts {
            tool: &self.tool,
            exposed: &self.tool.to_string().replace('.', "__"),
            title: self.title.as_deref(),
            trust: self.trust,
            effective: &self.effective,
            arguments: &self.arguments,
            input_schema: self.schema.as_ref(),
            because: "destructive: inferred: the HTTP method is DELETE",
            message: self.message.as_deref(),
            principal: "bob",
            client: self.client.as_deref(),
            endpoint: "/mcp/reading",
            environment: Some("prod"),
            previous,
            definition_changed: self.definition_changed,
            expires_micros: NOW + 5 * MINUTE,
            created_micros: NOW,
            warnings: self.warnings,
            suggested_pattern: self.pattern.clone(),
            session: true,
        })
    }
}

/// What a layer says of hints: `+R` true, `-R` false, and so for `D`, `I`, `O`.
pub(crate) fn says(provenance: &Arc<Provenance>, words: &str) -> Opinion {
    let mut opinion = Opinion::default();
    for word in words.split_whitespace() {
        let hint = match &word[1..] {
            "R" => Hint::ReadOnly,
            "D" => Hint::Destructive,
            "I" => Hint::Idempotent,
            "O" => Hint::OpenWorld,
            other => panic!("`{other}` is none of `R`, `D`, `I`, `O`"),
        };
        let say = FieldValue::Set(word.starts_with('+'));
        let provenance = Arc::clone(provenance);
        opinion.set_hint(
            hint,
            Some(OpinionField {
                value: say,
                provenance,
            }),
        );
    }
    opinion
}

/// What is inferred and declared, heard together.
pub(crate) fn effective(
    inferred: &Opinion,
    declared: &Opinion,
    trust: SourceTrust,
) -> EffectiveAnnotations {
    resolve_layers(&ToolLayers {
        inferred,
        declared,
        above: &[],
        trust,
    })
}

/// The source `web` speaks.
pub(crate) fn web() -> Arc<Provenance> {
    Arc::new(Provenance::source(
        SourceName::parse("web").expect("a name"),
    ))
}
