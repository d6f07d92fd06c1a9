//! What is known of a source's tools without any person: what the source declares, and what the
//! evidence suggests.

use std::sync::Arc;

use candor_infer::{
    CaseFinding, HintFinding, HttpMethod, InputSchema, SourceFacts, ToolFacts, ToolInference,
};
use candor_model::{
    ConfirmMode, DefinitionPin, DestructivePolicy, FieldValue, Hint, Hints, JsonText, Opinion,
    OpinionField, Provenance, QualifiedName, SourceName,
};
use candor_sources::{HttpFacts, Inventory, ToolEntry};
use candor_wire::RawObject;
use serde_json::Value;

use super::case_json;

/// How evidence is read for one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvidenceSettings {
    /// Whether evidence is used at all.
    pub enabled: bool,
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Whether the source reaches outside, if the operator has set it.
    pub open_world: Option<bool>,
    /// Whether tools without a title get one.
    pub titles: bool,
}

/// What is known of one tool.
#[derive(Debug)]
pub(crate) struct DiscoveredTool {
    pub(crate) declared: Arc<Opinion>,
    pub(crate) inferred: Arc<Opinion>,
    /// What Candor would infer if a person confirmed it.
    pub(crate) suggestions: Arc<[HintFinding]>,
    /// The pin of the current definition.
    pub(crate) found: DefinitionPin,
}

/// The texts of a definition.
struct ToolTexts {
    title: Option<String>,
    description: Option<String>,
    http: Option<HttpFacts>,
}

// === impl EvidenceSettings ===

impl Default for EvidenceSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            destructive: DestructivePolicy::default(),
            open_world: None,
            titles: true,
        }
    }
}

/// Discovers every tool of the inventory. `from_document`: whether Candor generated the definitions
/// itself, so that their HTTP facts can be trusted.
pub(crate) fn discover(
    source: &SourceName,
    inventory: &Inventory,
    reading: EvidenceSettings,
    from_document: bool,
    now_micros: i64,
) -> Vec<Arc<DiscoveredTool>> {
    let declared: Vec<_> = inventory
        .tools
        .iter()
        .map(|tool| {
            let mut opinion = declared(source, &tool.definition);
            if from_document {
                opinion.confirm = asks(source, &tool.definition);
            }
            opinion
        })
        .collect();
    let inferred = infer(source, inventory, &declared, reading, from_document);
    inventory
        .tools
        .iter()
        .zip(declared)
        .zip(inferred)
        .map(|((tool, declared), inference)| {
            let name = QualifiedName::new(source.clone(), tool.name.as_str());
            let (applied, suggestions): (Vec<_>, Vec<_>) = inference
                .findings
                .into_iter()
                .partition(|finding| finding.applies);
            Arc::new(DiscoveredTool {
                declared: Arc::new(declared),
                inferred: {
                    let title = inference.title.filter(|_| reading.titles);
                    let mut opinion = opinion(applied, title);
                    add_cases(&mut opinion, inference.cases);
                    Arc::new(opinion)
                },
                suggestions: suggestions.into(),
                found: candor_drift::pin(&name, &value(tool), now_micros),
            })
        })
        .collect()
}

/// A definition as a value. With thousands of tools only one is decoded at a time: values take many
/// times as much memory as their text.
fn value(tool: &ToolEntry) -> Value {
    // Validation has read every member, so this cannot fail.
    tool.definition.to_json().decode().unwrap_or_default()
}

fn infer(
    source: &SourceName,
    inventory: &Inventory,
    declared: &[Opinion],
    reading: EvidenceSettings,
    from_document: bool,
) -> Vec<ToolInference> {
    let texts: Vec<ToolTexts> = inventory
        .tools
        .iter()
        .map(|tool| ToolTexts::read(&tool.definition, from_document))
        .collect();
    let tools = inventory.tools.iter().zip(&texts).zip(declared);
    let facts: Vec<_> = tools
        .map(|((tool, texts), declared)| texts.facts(tool, hints(declared)))
        .collect();
    let mut inferred = candor_infer::infer(&SourceFacts {
        name: source.as_str(),
        tools: &facts,
        destructive: reading.destructive,
        open_world: reading.open_world,
    });
    if !reading.enabled {
        for inference in &mut inferred {
            inference.findings.clear();
            inference.cases.clear();
        }
    }
    inferred
}

// === impl ToolTexts ===

impl ToolTexts {
    fn read(definition: &RawObject, from_document: bool) -> Self {
        let title = || annotations(definition).get_string("title");
        Self {
            title: definition.get_string("title").or_else(title),
            description: definition.get_string("description"),
            http: HttpFacts::read(definition).filter(|_| from_document),
        }
    }

    fn facts<'a>(&'a self, tool: &'a ToolEntry, declared: Hints) -> ToolFacts<'a> {
        let http = self.http.as_ref();
        let title = self.title.as_deref();
        let schema = tool.definition.get("inputSchema");
        ToolFacts {
            name: &tool.name,
            title: title.filter(|title| !title.trim().is_empty()),
            description: self.description.as_deref(),
            input_schema: schema.map(|schema| InputSchema::Text(schema.as_bytes())),
            method: http.and_then(|http| HttpMethod::parse(&http.method)),
            path: http.map(|http| http.path.as_str()),
            scopes: http.map_or(&[], |http| &http.scopes),
            tags: http.map_or(&[], |http| &http.tags),
            declared,
        }
    }
}

/// The opinion that Candor infers.
fn opinion(findings: Vec<HintFinding>, title: Option<Box<str>>) -> Opinion {
    let mut opinion = Opinion::default();
    for finding in findings {
        let provenance = Arc::new(Provenance::candor(finding.because()));
        let say = FieldValue::Set(finding.value);
        opinion.set_hint(
            finding.hint,
            Some(OpinionField {
                value: say,
                provenance,
            }),
        );
    }
    opinion.title = title.map(|title| OpinionField {
        value: FieldValue::Set(title),
        provenance: Arc::new(Provenance::candor("made from the name")),
    });
    opinion
}

/// Adds the case findings that apply by themselves; the others need a person's confirmation.
fn add_cases(opinion: &mut Opinion, cases: Vec<CaseFinding>) {
    for CaseFinding { condition, finding } in cases {
        if finding.applies {
            let statement = OpinionField {
                value: FieldValue::Set(finding.value),
                provenance: Arc::new(Provenance::candor(finding.because())),
            };
            opinion.set_case_hint(condition, finding.hint, statement);
        }
    }
}

/// The opinion that the source declares. Validation has ensured that hints are booleans and titles
/// are strings.
pub(super) fn declared(source: &SourceName, definition: &RawObject) -> Opinion {
    let provenance = Arc::new(Provenance::source(source.clone()));
    let annotations = annotations(definition);
    let mut opinion = Opinion::default();
    for (key, value) in annotations.iter() {
        say(&mut opinion, key, &value.to_string(), &provenance);
    }
    case_json::declare(definition, &mut opinion, &provenance);
    let title = definition
        .get_string("title")
        .filter(|title| !title.trim().is_empty());
    if let Some(title) = title {
        opinion.title = Some(OpinionField {
            value: FieldValue::Set(title.into()),
            provenance,
        });
    }
    opinion
}

/// The confirmation mode that an OpenAPI document sets.
fn asks(source: &SourceName, definition: &RawObject) -> Option<OpinionField<ConfirmMode>> {
    let confirm = HttpFacts::read(definition)?.confirm?;
    Some(OpinionField {
        value: FieldValue::Set(confirm),
        provenance: Arc::new(Provenance::source(source.clone())),
    })
}

/// Adds one member of `annotations` to an opinion.
pub(super) fn say(opinion: &mut Opinion, key: &str, json: &str, provenance: &Arc<Provenance>) {
    let provenance = || Arc::clone(provenance);
    if let Some(hint) = Hint::ALL.into_iter().find(|hint| hint.wire() == key) {
        if let Ok(value) = json.parse() {
            let say = FieldValue::Set(value);
            opinion.set_hint(
                hint,
                Some(OpinionField {
                    value: say,
                    provenance: provenance(),
                }),
            );
        }
    } else if key == "title" {
        let title = serde_json::from_str::<String>(json).unwrap_or_default();
        if !title.trim().is_empty() {
            let say = FieldValue::Set(title.into());
            opinion.title = Some(OpinionField {
                value: say,
                provenance: provenance(),
            });
        }
    } else {
        let say = FieldValue::Set(JsonText::new(json));
        let statement = OpinionField {
            value: say,
            provenance: provenance(),
        };
        opinion.extra.insert(key.into(), statement);
    }
}

/// The members of `annotations`.
pub(super) fn annotations(definition: &RawObject) -> RawObject {
    definition
        .get("annotations")
        .and_then(|annotations| RawObject::parse(annotations).ok())
        .unwrap_or_default()
}

fn hints(opinion: &Opinion) -> Hints {
    Hint::ALL
        .into_iter()
        .filter_map(|hint| match opinion.hint(hint)?.value {
            FieldValue::Set(value) => Some((hint, value)),
            FieldValue::Clear => None,
        })
        .collect()
}
