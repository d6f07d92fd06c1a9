//! Cases of a tool, and which of them a call's arguments select.
//!
//! A tool that combines several operations is listed as its worst case: for each hint the most
//! dangerous value among its cases and the value for all calls. A call gets the case that its
//! arguments select, for hints that a trusted layer sets for that case.
//!
//! An argument that is missing, has another type or differs in case or by look-alike letters
//! selects no case and counts as the worst of the cases for that argument. If several arguments
//! select a case, the most dangerous value applies.

use std::collections::BTreeSet;
use std::sync::Arc;

use candor_model::{
    AnnotationLayer, CallCondition, ConditionValue, Hint, Hints, SourceTrust, SqlFlavour,
};
use serde_json::Value;

use crate::coherent_hints::CoherentHints;
use crate::effective_value::EffectiveValue;
use crate::statement::{HeardStatement, hear, is_spoken_of};
use crate::{EffectiveAnnotations, ToolLayers};

/// Whether a text in this SQL dialect parses completely and only reads.
pub type SqlReader<'a> = &'a dyn Fn(SqlFlavour, &str) -> bool;

/// The cases of a tool, grouped by argument.
#[derive(Clone, Debug, PartialEq)]
pub struct CallCases(Vec<ArgumentCases>);

/// The hints for calls in which one argument has one value.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCase {
    condition: CallCondition,
    shown: CaseView,
    relied: CaseView,
}

/// The cases for one argument.
#[derive(Clone, Debug, PartialEq)]
struct ArgumentCases {
    argument: Box<str>,
    cases: Vec<ToolCase>,
}

/// The hints of a case in one view.
#[derive(Clone, Debug, PartialEq)]
struct CaseView {
    hints: CoherentHints,
    /// Where each hint's value comes from, by [`Hint::index`].
    heard: [CaseVoice; 4],
}

/// Which kind of layer sets a hint for a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaseVoice {
    /// No layer sets it for this case in particular.
    Other,
    /// Evidence or an untrusted source: it may raise the risk of the case, but never makes it safer
    /// than the worst case.
    Warns,
    /// A person or a trusted source.
    Settles,
}

/// Selects one of the two views.
type PickView = fn(&ToolCase) -> &CaseView;

// === impl CallCases ===

impl CallCases {
    /// The cases that any layer mentions; `None` for a tool without cases.
    pub(crate) fn from_layers(layers: &ToolLayers<'_>) -> Option<Arc<Self>> {
        let above = layers.above.iter().copied();
        let opinions = || {
            [layers.inferred, layers.declared]
                .into_iter()
                .chain(above.clone())
        };
        let conditions: BTreeSet<_> = opinions().flat_map(|said| said.cases.keys()).collect();
        let mut arguments: Vec<ArgumentCases> = Vec::new();
        for condition in conditions {
            let case = ToolCase::from_layers(layers, condition);
            if !case.is_heard() {
                continue;
            }
            match arguments.last_mut() {
                Some(last) if last.argument == condition.argument => last.cases.push(case),
                _ => arguments.push(ArgumentCases {
                    argument: condition.argument.clone(),
                    cases: vec![case],
                }),
            }
        }
        (!arguments.is_empty()).then(|| Arc::new(Self(arguments)))
    }

    /// All cases, ordered by argument and value.
    pub fn iter(&self) -> impl Iterator<Item = &ToolCase> {
        self.0.iter().flat_map(|argument| &argument.cases)
    }

    /// The worst of all cases and of the hints for other calls, in the shown view.
    pub(crate) fn worst_shown(&self, otherwise: &CoherentHints) -> CoherentHints {
        self.worst(otherwise, |case| &case.shown)
    }

    /// The same in the relied-upon view.
    pub(crate) fn worst_relied(&self, otherwise: &CoherentHints) -> CoherentHints {
        self.worst(otherwise, |case| &case.relied)
    }

    fn worst(&self, otherwise: &CoherentHints, view: PickView) -> CoherentHints {
        let cases = self.iter().map(|case| &view(case).hints);
        cases.fold(
            otherwise.clone(),
            super::coherent_hints::CoherentHints::worse_of,
        )
    }

    /// Both views for a call with these arguments.
    fn select(
        &self,
        of: &EffectiveAnnotations,
        arguments: &Value,
        sql: SqlReader<'_>,
    ) -> (CoherentHints, CoherentHints) {
        let met: Vec<Vec<&ToolCase>> = self
            .0
            .iter()
            .map(|argument| argument.met(arguments, sql))
            .collect();
        (
            self.view(of.shown.view(), &met, |case| &case.shown),
            self.view(of.relied.view(), &met, |case| &case.relied),
        )
    }

    /// For each hint, the worst of the selected cases. An argument that selects none counts as the
    /// worst of its cases; if no argument selects a case, the tool's worst case applies.
    fn view(&self, worst: &CoherentHints, met: &[Vec<&ToolCase>], view: PickView) -> CoherentHints {
        let mut selected = worst.clone();
        for hint in Hint::ALL {
            let voice = |case: &ToolCase| view(case).heard[hint.index()];
            let settles = |case: &&ToolCase| voice(case) == CaseVoice::Settles;
            let is_settled = |met: &Vec<&ToolCase>| !met.is_empty() && met.iter().all(settles);
            if !met.iter().any(is_settled) {
                continue;
            }
            let speaks = |case: &&ToolCase| voice(case) != CaseVoice::Other;
            let pairs = || self.0.iter().zip(met);
            // Settled cases come first, so that among equals their author is reported.
            let settled = pairs().filter(|(_, met)| is_settled(met));
            let settled = settled.flat_map(|(_, met)| met.iter().copied());
            let open = pairs().filter(|(_, met)| !is_settled(met));
            let open = open
                .flat_map(|(argument, _)| &argument.cases)
                .filter(speaks);
            let possible = settled.chain(open).map(|case| &view(case).hints);
            selected.set_worst(hint, possible);
        }
        selected.or_not_read_only(worst)
    }
}

// === impl ArgumentCases ===

impl ArgumentCases {
    /// The cases whose condition the arguments meet.
    fn met(&self, arguments: &Value, sql: SqlReader<'_>) -> Vec<&ToolCase> {
        let Some(value) = argument(arguments, &self.argument) else {
            return Vec::new();
        };
        let meets = |case: &&ToolCase| meets(&case.condition.value, value, sql);
        self.cases.iter().filter(meets).collect()
    }
}

/// The value of an argument: a top-level member, or the target of a pointer through objects.
fn argument<'a>(arguments: &'a Value, name: &str) -> Option<&'a Value> {
    let Some(pointer) = name.strip_prefix('/') else {
        return arguments.as_object()?.get(name);
    };
    let steps = pointer.split('/');
    let mut steps = steps.map(|step| step.replace("~1", "/").replace("~0", "~"));
    steps.try_fold(arguments, |value, step| value.as_object()?.get(&step))
}

/// Whether a value is exactly the one a condition requires.
fn meets(condition: &ConditionValue, value: &Value, sql: SqlReader<'_>) -> bool {
    match (condition, value) {
        (ConditionValue::Text(text), Value::String(given)) => **text == **given,
        (ConditionValue::Truth(yes), Value::Bool(given)) => yes == given,
        (ConditionValue::ReadingSql(flavour), Value::String(given)) => sql(*flavour, given),
        _ => false,
    }
}

// === impl ToolCase ===

impl ToolCase {
    fn from_layers(layers: &ToolLayers<'_>, condition: &CallCondition) -> Self {
        let view = |trust| {
            let heard = |hint| hear(layers, trust, Some(condition), hint);
            CaseView {
                hints: CoherentHints::from_statements(heard),
                heard: Hint::ALL.map(|hint| match CaseVoice::of(heard(hint).as_ref(), trust) {
                    CaseVoice::Other if is_spoken_of(layers, trust, condition, hint) => {
                        CaseVoice::Warns
                    }
                    voice => voice,
                }),
            }
        };
        Self {
            condition: condition.clone(),
            shown: view(SourceTrust::Trusted),
            relied: view(layers.trust),
        }
    }

    /// Whether it differs from the hints for all calls; a higher layer may override the case.
    fn is_heard(&self) -> bool {
        let mut voices = self.shown.heard.iter().chain(&self.relied.heard);
        voices.any(|voice| *voice != CaseVoice::Other)
    }

    /// The condition of the case.
    pub fn condition(&self) -> &CallCondition {
        &self.condition
    }

    /// The shown value of a hint in this case, if a layer sets it for the case.
    pub fn shown(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        self.shown
            .hints
            .fact(hint)
            .filter(|fact| fact.origin.is_in_case())
    }

    /// The relied-upon value of a hint in this case, if a trusted layer sets it for the case.
    pub fn relied(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        self.relied
            .hints
            .fact(hint)
            .filter(|fact| fact.origin.is_in_case())
    }

    /// All hints for which [`ToolCase::shown`] has a value.
    pub fn shown_hints(&self) -> Hints {
        let hints = Hint::ALL.into_iter();
        hints
            .filter_map(|hint| Some((hint, self.shown(hint)?.value)))
            .collect()
    }
}

// === impl CaseVoice ===

impl CaseVoice {
    fn of(heard: Option<&HeardStatement<'_>>, trust: SourceTrust) -> Self {
        let Some(statement) = heard.filter(|statement| statement.condition.is_some()) else {
            return Self::Other;
        };
        match statement.provenance.layer {
            AnnotationLayer::Inferred => Self::Warns,
            AnnotationLayer::Declared if trust == SourceTrust::Untrusted => Self::Warns,
            _ => Self::Settles,
        }
    }
}

// === impl EffectiveAnnotations ===

impl EffectiveAnnotations {
    /// The annotations for a call with these arguments; `None` for a tool without cases, for which
    /// all calls are alike.
    pub fn for_call(&self, arguments: &Value, sql: SqlReader<'_>) -> Option<Self> {
        let cases = self.cases.as_ref()?;
        let (shown, relied) = cases.select(self, arguments, sql);
        let mut selected = self.clone();
        selected.shown.set_view(shown);
        selected.relied.set_view(relied);
        selected.rely_on_enforcement();
        Some(selected)
    }
}
