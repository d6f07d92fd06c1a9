//! What is known of a source's tools before any person is heard: what the source declares and
//! what the evidence suggests.

use std::sync::Arc;

use candor_infer::{CaseFinding, HintFinding, HttpMethod, SourceFacts, ToolFacts, ToolInference};
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
    /// Whether evidence counts at all.
    pub enabled: bool,
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Whether the source reaches outside, where the operator said.
    pub open_world: Option<bool>,
    /// Whether tools without a title get one.
    pub titles: bool,
}

/// What is known of one tool.
#[derive(Debug)]
pub(crate) struct DiscoveredTool {
    pub(crate) declared: Opinion,
    pub(crate) inferred: Opinion,
    /// What Candor would say if a person agreed.
    pub(crate) suggestions: Vec<HintFinding>,
    /// The definition as it is now.
    pub(crate) found: DefinitionPin,
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

/// One nature per tool of the inventory. `from_document`: whether the definitions are Candor's
/// own, so that what they tell about HTTP can be believed.
pub(crate) fn discover(
    source: &SourceName,
    inventory: &Inventory,
    reading: EvidenceSettings,
    from_document: bool,
    now_micros: i64,
) -> Vec<Arc<DiscoveredTool>> {
    let values: Vec<Value> = inventory.tools.iter().map(value).collect();
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
    let inferred = infer(
        source,
        inventory,
        &values,
        &declared,
        reading,
        from_document,
    );
    inventory
        .tools
        .iter()
        .zip(values)
        .zip(declared)
        .zip(inferred)
        .map(|(((tool, value), declared), inference)| {
            let name = QualifiedName::new(source.clone(), tool.name.as_str());
            let (applied, suggestions) = inference
                .findings
                .into_iter()
                .partition(|finding| finding.applies);
            Arc::new(DiscoveredTool {
                declared,
                inferred: {
                    let title = inference.title.filter(|_| reading.titles);
                    let mut opinion = opinion(applied, title);
                    add_cases(&mut opinion, inference.cases);
                    opinion
                },
                suggestions,
                found: candor_drift::pin(&name, &value, now_micros),
            })
        })
        .collect()
}

fn value(tool: &ToolEntry) -> Value {
    // The judge has read every member, so that this cannot fail.
    tool.definition.to_json().decode().unwrap_or_default()
}

fn infer(
    source: &SourceName,
    inventory: &Inventory,
    values: &[Value],
    declared: &[Opinion],
    reading: EvidenceSettings,
    from_document: bool,
) -> Vec<ToolInference> {
    let text = |value: &Value, key| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let titles: Vec<_> = values
        .iter()
        .map(|value| text(value, "title").or_else(|| text(value.get("annotations")?, "title")))
        .collect();
    let requests: Vec<Option<HttpFacts>> = inventory
        .tools
        .iter()
        .map(|tool| HttpFacts::read(&tool.definition).filter(|_| from_document))
        .collect();
    let facts: Vec<_> = inventory
        .tools
        .iter()
        .zip(values)
        .zip(declared)
        .zip(&titles)
        .zip(&requests)
        .map(|((((tool, value), declared), title), http)| ToolFacts {
            name: &tool.name,
            title: title.as_deref().filter(|title| !title.trim().is_empty()),
            description: value.get("description").and_then(Value::as_str),
            input_schema: value.get("inputSchema"),
            method: http
                .as_ref()
                .and_then(|http| HttpMethod::parse(&http.method)),
            path: http.as_ref().map(|http| http.path.as_str()),
            scopes: http.as_ref().map_or(&[], |http| &http.scopes),
            tags: http.as_ref().map_or(&[], |http| &http.tags),
            declared: hints(declared),
        })
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

/// What Candor says by itself.
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

/// What Candor says by itself of some calls; the rest waits for a person.
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

/// What the source says. The judge has seen to it that hints are booleans and titles are text.
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

/// When a document wants a person to be asked.
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
