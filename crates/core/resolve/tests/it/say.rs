//! Opinions for tests, written briefly.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, AnnotationLayer, CallCondition, FieldValue, Hint, JsonText, Opinion,
    OpinionField, OpinionKey, OpinionScope, Provenance, QualifiedName, SourceName, SourceTrust,
    ToolPattern,
};
use candor_resolve::{EffectiveAnnotations, ToolLayers, resolve_layers};

/// An author in this layer: Candor, the source `shop`, or ada.
pub(crate) fn provenance(layer: AnnotationLayer) -> Arc<Provenance> {
    Arc::new(match layer {
        AnnotationLayer::Inferred => Provenance::candor("GET"),
        AnnotationLayer::Declared => Provenance::source(SourceName::parse("shop").expect("a name")),
        _ => Provenance {
            layer,
            author: AnnotationAuthor::Person("ada".into()),
            about: Some("shop.*".into()),
            at_micros: Some(1),
            why: None,
        },
    })
}

/// What a layer says about hints: `+R` true, `-R` false, `~R` cleared, and so for `D`, `I`, `O`.
pub(crate) fn says(layer: AnnotationLayer, words: &str) -> Opinion {
    let provenance = provenance(layer);
    let mut opinion = Opinion::default();
    for word in words.split_whitespace() {
        let (sign, letter) = word.split_at(1);
        let say = match sign {
            "+" => FieldValue::Set(true),
            "-" => FieldValue::Set(false),
            "~" => FieldValue::Clear,
            _ => panic!("`{word}` begins with none of `+`, `-`, `~`"),
        };
        let provenance = Arc::clone(&provenance);
        opinion.set_hint(
            hint(letter),
            Some(OpinionField {
                value: say,
                provenance,
            }),
        );
    }
    opinion
}

/// The same opinion with a title, or with its title cleared.
pub(crate) fn titled(mut opinion: Opinion, layer: AnnotationLayer, title: Option<&str>) -> Opinion {
    let say = title.map_or(FieldValue::Clear, |title| FieldValue::Set(title.into()));
    let provenance = provenance(layer);
    opinion.title = Some(OpinionField {
        value: say,
        provenance,
    });
    opinion
}

/// The same opinion with a further member, or with it cleared.
pub(crate) fn with_extra(
    mut opinion: Opinion,
    layer: AnnotationLayer,
    key: &str,
    json: Option<&str>,
) -> Opinion {
    let say = json.map_or(FieldValue::Clear, |json| {
        FieldValue::Set(JsonText::new(json))
    });
    let provenance = provenance(layer);
    opinion.extra.insert(
        key.into(),
        OpinionField {
            value: say,
            provenance,
        },
    );
    opinion
}

/// The same opinion with a case: hints as in [`says`] for the calls that meet the condition.
pub(crate) fn with_case(
    mut opinion: Opinion,
    layer: AnnotationLayer,
    condition: &CallCondition,
    words: &str,
) -> Opinion {
    let said = says(layer, words);
    for hint in Hint::ALL {
        if let Some(statement) = said.hint(hint) {
            opinion.set_case_hint(condition.clone(), hint, statement.clone());
        }
    }
    opinion
}

/// Settles a tool about which one opinion is given per layer, by `words` as in [`says`].
pub(crate) fn settled(
    trust: SourceTrust,
    said: &[(AnnotationLayer, &str)],
) -> EffectiveAnnotations {
    let of = |layer| {
        said.iter()
            .find(|(one, _)| *one == layer)
            .map_or_else(Opinion::default, |(layer, words)| says(*layer, words))
    };
    let [inferred, declared, verified, over, environment, toolset] = AnnotationLayer::ALL.map(of);
    resolve_layers(&ToolLayers {
        inferred: &inferred,
        declared: &declared,
        above: &[&verified, &over, &environment, &toolset],
        trust,
    })
}

/// Hints in the notation of [`says`].
pub(crate) fn spelled(hints: candor_model::Hints) -> String {
    hints
        .iter()
        .map(|(hint, value)| format!("{}{}", if value { '+' } else { '-' }, letter(hint)))
        .collect::<Vec<_>>()
        .join(" ")
}

pub(crate) fn key(scope: &OpinionScope, about: &str) -> OpinionKey {
    OpinionKey {
        scope: scope.clone(),
        about: ToolPattern::parse(about).expect("a pattern"),
    }
}

pub(crate) fn name(text: &str) -> QualifiedName {
    QualifiedName::parse(text).expect("a name")
}

fn letter(hint: Hint) -> &'static str {
    ["R", "D", "I", "O"][hint.index()]
}

fn hint(of: &str) -> Hint {
    Hint::ALL
        .into_iter()
        .find(|hint| letter(*hint) == of)
        .unwrap_or_else(|| panic!("`{of}` is none of `R`, `D`, `I`, `O`"))
}
