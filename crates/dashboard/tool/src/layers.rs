//! The table of all layers and the effective values.

use candor_dashboard_kit::{DisplayTime, ExternalText, HelpTip, now_micros};
use candor_gateway::Endpoint;
use candor_gateway::edit::ExplainedTool;
use candor_model::{
    AnnotationLayer, FieldValue, Hint, HintProfile, Opinion, OpinionField, Provenance,
};
use candor_resolve::{EffectiveValue, UnsetReason, write_annotations};

use crate::wording;

/// The maximum number of other annotations.
const EXTRAS: usize = 50;
/// The maximum length of a value, in characters.
const VALUE: usize = 300;
/// The maximum length of a sentence, in characters.
const SENTENCE: usize = 500;

/// The table of layers.
pub(crate) struct LayerTable {
    pub(crate) heads: Vec<LayerHeading>,
    pub(crate) rows: Vec<LayerFieldRow>,
    /// The number of other annotations that are not shown.
    pub(crate) more: usize,
    /// The hints that each profile sends.
    pub(crate) profiles: Vec<ProfileRow>,
}

/// The heading of a layer.
pub(crate) struct LayerHeading {
    pub(crate) word: &'static str,
    pub(crate) tip: HelpTip,
}

/// The row of a field.
pub(crate) struct LayerFieldRow {
    pub(crate) name: ExternalText,
    pub(crate) tip: Option<HelpTip>,
    /// The value in each layer, if any.
    pub(crate) cells: Vec<Option<LayerCell>>,
    /// The effective value.
    pub(crate) value: ExternalText,
    pub(crate) because: ExternalText,
    /// The value that policy uses, if different, and why.
    pub(crate) relied: Option<(&'static str, ExternalText)>,
}

/// The value of a field in a layer.
pub(crate) struct LayerCell {
    pub(crate) value: ExternalText,
    pub(crate) who: ExternalText,
    pub(crate) when: Option<DisplayTime>,
    pub(crate) why: Option<ExternalText>,
    /// Whether this value is in effect.
    pub(crate) decides: bool,
}

/// The hints that a profile sends.
pub(crate) struct ProfileRow {
    pub(crate) name: &'static str,
    pub(crate) hints: [&'static str; 4],
}

/// A layer and its values.
type LayerColumn<'a> = (AnnotationLayer, &'a Opinion);

// === impl LayerTable ===

impl LayerTable {
    pub(crate) fn of(explained: &ExplainedTool, endpoint: &Endpoint) -> Self {
        let columns = columns(explained, endpoint);
        let about = explained.tool.name.to_string();
        let hints = Hint::ALL.map(|hint| hint_row(explained, &columns, hint, &about));
        let mut rows = Vec::from(hints);
        rows.push(title_row(explained, &columns, &about));
        rows.push(confirm_row(explained, &columns, &about));
        let mut keys: Vec<&str> = columns
            .iter()
            .flat_map(|(_, opinion)| opinion.extra.keys().map(|key| &**key))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let more = keys.len().saturating_sub(EXTRAS);
        let extras = keys.into_iter().take(EXTRAS);
        rows.extend(extras.map(|key| extra_row(&columns, key, &about)));
        Self {
            heads: columns
                .iter()
                .map(|(layer, _)| LayerHeading::of(*layer))
                .collect(),
            rows,
            more,
            profiles: HintProfile::ALL
                .iter()
                .map(|profile| ProfileRow::of(explained, *profile))
                .collect(),
        }
    }
}

/// The layers of an endpoint, lowest first. Without an environment or toolset there are fewer.
pub(crate) fn columns<'a>(
    explained: &'a ExplainedTool,
    endpoint: &Endpoint,
) -> Vec<LayerColumn<'a>> {
    let layers = explained.layers.iter();
    layers
        .filter(|(layer, _)| match layer {
            AnnotationLayer::Environment => endpoint.environment.is_some(),
            AnnotationLayer::Toolset => endpoint.toolset.is_some(),
            _ => true,
        })
        .map(|(layer, opinion)| (*layer, opinion))
        .collect()
}

// === impl LayerHeading ===

impl LayerHeading {
    fn of(layer: AnnotationLayer) -> Self {
        let meaning = match layer {
            AnnotationLayer::Inferred => {
                "Inferred by Candor from evidence. Applied only if it makes a call stricter."
            }
            AnnotationLayer::Declared => "Declared by the source.",
            AnnotationLayer::Verified => "Observed when the tool was verified.",
            AnnotationLayer::Override => "Set by a person, everywhere.",
            AnnotationLayer::Environment => "Set by a person, in this environment.",
            AnnotationLayer::Toolset => "Set by a person, in this toolset.",
        };
        let id = format!("tip-layer-{layer}");
        Self {
            word: layer.as_str(),
            tip: HelpTip::new(id, format!("layer {layer}"), meaning),
        }
    }
}

// === impl LayerCell ===

impl LayerCell {
    fn of<T>(
        statement: &OpinionField<T>,
        word: impl Fn(&T) -> ExternalText,
        about: &str,
        decides: bool,
    ) -> Self {
        let provenance = &statement.provenance;
        Self {
            value: match &statement.value {
                FieldValue::Set(value) => word(value),
                FieldValue::Clear => ExternalText::line(wording::hint_value(None)),
            },
            who: wording::who(provenance, about),
            when: provenance
                .at_micros
                .map(|at| DisplayTime::seen(at, now_micros())),
            why: wording::why(provenance),
            decides,
        }
    }
}

// === impl ProfileRow ===

impl ProfileRow {
    fn of(explained: &ExplainedTool, profile: HintProfile) -> Self {
        let written = write_annotations(&explained.effective.shown, profile);
        Self {
            name: profile.as_str(),
            hints: written.hints.map(|value| match value {
                Some(true) => "true",
                Some(false) => "false",
                None => "omitted",
            }),
        }
    }
}

fn hint_row(
    explained: &ExplainedTool,
    columns: &[LayerColumn<'_>],
    hint: Hint,
    about: &str,
) -> LayerFieldRow {
    let (shown, relied) = (&explained.effective.shown, &explained.effective.relied);
    let decider = match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => fact
            .origin
            .is_said()
            .then(|| fact.origin.provenance().layer),
        (None, Some(UnsetReason::Cleared(provenance))) => Some(provenance.layer),
        (None, _) => None,
    };
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.hint(hint)?;
        let word = |value: &bool| ExternalText::line(wording::hint_value(Some(*value)));
        Some(LayerCell::of(
            statement,
            word,
            about,
            decider == Some(*layer),
        ))
    });
    let value = shown.hint(hint).map(|fact| fact.value);
    let counts = relied.hint(hint).map(|fact| fact.value);
    LayerFieldRow {
        name: ExternalText::line(wording::hint_label(hint)),
        tip: Some(HelpTip::new(
            format!("tip-layers-{}", hint.word()),
            wording::hint_label(hint),
            wording::meaning(hint),
        )),
        cells: cells.collect(),
        value: ExternalText::line(wording::hint_value(value)),
        because: because(shown.hint(hint), shown.unset(hint)),
        relied: (counts != value).then(|| {
            let because = because(relied.hint(hint), relied.unset(hint));
            (wording::hint_value(counts), because)
        }),
    }
}

/// The origin of a hint's value, or why it is not set.
fn because(fact: Option<&EffectiveValue<bool>>, unset: Option<&UnsetReason>) -> ExternalText {
    match fact {
        Some(fact) => wording::origin(&fact.origin),
        None => ExternalText::sentence(&wording::unset_reason(unset), SENTENCE),
    }
}

fn title_row(explained: &ExplainedTool, columns: &[LayerColumn<'_>], about: &str) -> LayerFieldRow {
    let fact = explained.effective.shown.title();
    let decider = fact.map(|fact| fact.origin.provenance().layer);
    let decider = decider.or_else(|| clearing(columns, |opinion| opinion.title.as_ref()));
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.title.as_ref()?;
        let counts = decider == Some(*layer);
        let cell = LayerCell::of(
            statement,
            |title| ExternalText::short(title, VALUE),
            about,
            counts,
        );
        Some(cell)
    });
    LayerFieldRow {
        name: ExternalText::line("Title"),
        tip: Some(HelpTip::new("tip-layers-title", "Title", wording::TITLE)),
        cells: cells.collect(),
        value: fact.map_or_else(
            || ExternalText::line(wording::hint_value(None)),
            |fact| ExternalText::short(&fact.value, VALUE),
        ),
        because: fact.map_or_else(
            || ExternalText::line(""),
            |fact| wording::origin(&fact.origin),
        ),
        relied: None,
    }
}

fn confirm_row(
    explained: &ExplainedTool,
    columns: &[LayerColumn<'_>],
    about: &str,
) -> LayerFieldRow {
    let fact = explained.effective.confirm.as_ref();
    let decider = fact.map(|fact| fact.origin.provenance().layer);
    let decider = decider.or_else(|| clearing(columns, |opinion| opinion.confirm.as_ref()));
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.confirm.as_ref()?;
        let word = |confirm: &_| ExternalText::line(wording::confirmation(Some(*confirm)));
        Some(LayerCell::of(
            statement,
            word,
            about,
            decider == Some(*layer),
        ))
    });
    LayerFieldRow {
        name: ExternalText::line("Confirmation"),
        tip: Some(HelpTip::new(
            "tip-layers-confirm",
            "Confirmation",
            wording::CONFIRM,
        )),
        cells: cells.collect(),
        value: ExternalText::line(fact.map_or(wording::confirmation(None), |fact| {
            wording::confirmation(Some(fact.value))
        })),
        because: fact.map_or_else(
            || ExternalText::line(""),
            |fact| wording::origin(&fact.origin),
        ),
        relied: None,
    }
}

/// The row of another annotation: the highest layer wins.
fn extra_row(columns: &[LayerColumn<'_>], key: &str, about: &str) -> LayerFieldRow {
    let highest = columns.iter().rev();
    let mut heard = highest.filter_map(|(layer, opinion)| Some((*layer, opinion.extra.get(key)?)));
    let heard = heard.next();
    let word = |json: &candor_model::JsonText| ExternalText::short(json.as_str(), VALUE);
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.extra.get(key)?;
        let decides = heard.is_some_and(|(heard, _)| heard == *layer);
        Some(LayerCell::of(statement, word, about, decides))
    });
    let value = heard.map(|(_, statement)| match &statement.value {
        FieldValue::Set(json) => word(json),
        FieldValue::Clear => ExternalText::line(wording::hint_value(None)),
    });
    let provenance = |statement: &OpinionField<_>| {
        let provenance: &Provenance = &statement.provenance;
        ExternalText::sentence(&provenance.to_string(), SENTENCE)
    };
    LayerFieldRow {
        name: ExternalText::short(key, 100),
        tip: None,
        cells: cells.collect(),
        value: value.unwrap_or_else(|| ExternalText::line(wording::hint_value(None))),
        because: heard.map_or_else(
            || ExternalText::line(""),
            |(_, statement)| provenance(statement),
        ),
        relied: None,
    }
}

/// The layer that clears a field, if it is the highest with a value.
fn clearing<'a, T: 'a>(
    columns: &[LayerColumn<'a>],
    field: impl Fn(&'a Opinion) -> Option<&'a OpinionField<T>>,
) -> Option<AnnotationLayer> {
    let highest = columns.iter().rev();
    let mut said = highest.filter_map(|(layer, opinion)| Some((*layer, field(opinion)?)));
    let (layer, statement) = said.next()?;
    matches!(statement.value, FieldValue::Clear).then_some(layer)
}
