//! Opinions: what one layer says about a tool, field by field, and how a person edits it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::call_case::{CallCondition, CaseHints, CaseOpinion};
use crate::{ConfirmMode, Hint, Provenance};

/// The value an opinion gives a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue<T> {
    /// The field has this value.
    Set(T),
    /// The field has no value, whatever lower layers say.
    Clear,
}

/// A field's value and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpinionField<T> {
    /// The value given to the field.
    pub value: FieldValue<T>,
    /// Who set the value, where and why.
    pub provenance: Arc<Provenance>,
}

/// A JSON value as text, for keys of `annotations` that Candor does not know. The caller of
/// [`JsonText::new`] guarantees valid JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(Box<str>);

/// One layer's opinion about a tool. Unmentioned fields are inherited from lower layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    hints: [Option<OpinionField<bool>>; 4],
    /// The title of the tool.
    pub title: Option<OpinionField<Box<str>>>,
    /// When approval is required before a call.
    pub confirm: Option<OpinionField<ConfirmMode>>,
    /// Further keys of `annotations`.
    pub extra: BTreeMap<Box<str>, OpinionField<JsonText>>,
    /// Hints for calls that meet a condition.
    pub cases: BTreeMap<CallCondition, CaseOpinion>,
}

/// An edit to one field of an opinion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldEdit<T> {
    /// Sets this value.
    Set(T),
    /// Sets the field to no value, overriding lower layers.
    Clear,
    /// Removes the field from the opinion, so that lower layers apply again.
    Withdraw,
}

/// An edit to an opinion. Unmentioned fields stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpinionEdit {
    hints: [Option<FieldEdit<bool>>; 4],
    /// The title of the tool.
    pub title: Option<FieldEdit<Box<str>>>,
    /// When approval is required before a call.
    pub confirm: Option<FieldEdit<ConfirmMode>>,
    /// Further keys of `annotations`.
    pub extra: BTreeMap<Box<str>, FieldEdit<JsonText>>,
    /// Hints for calls that meet a condition.
    pub cases: BTreeMap<CallCondition, CaseHints<FieldEdit<bool>>>,
}

/// The name of a field of an opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldName<'a> {
    /// One of the four hints.
    Hint(Hint),
    /// The title that clients display.
    Title,
    /// When approval is required before a call.
    Confirm,
    /// A further key of `annotations`.
    Extra(&'a str),
    /// A hint for calls that meet a condition.
    Case(&'a CallCondition, Hint),
}

/// One field of an opinion with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldOpinion<'a> {
    /// One of the four hints.
    Hint(Hint, &'a OpinionField<bool>),
    /// The title that clients display.
    Title(&'a OpinionField<Box<str>>),
    /// When approval is required before a call.
    Confirm(&'a OpinionField<ConfirmMode>),
    /// A further key of `annotations`.
    Extra(&'a str, &'a OpinionField<JsonText>),
    /// A hint for calls that meet a condition.
    Case(&'a CallCondition, Hint, &'a OpinionField<bool>),
}

// === impl JsonText ===

impl JsonText {
    /// Wraps text that the caller guarantees to be valid JSON.
    pub fn new(valid: impl Into<Box<str>>) -> Self {
        Self(valid.into())
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

// === impl Opinion ===

impl Opinion {
    /// The opinion about a hint.
    pub fn hint(&self, hint: Hint) -> Option<&OpinionField<bool>> {
        self.hints[hint.index()].as_ref()
    }

    /// Sets or removes the opinion about a hint.
    pub fn set_hint(&mut self, hint: Hint, statement: Option<OpinionField<bool>>) {
        self.hints[hint.index()] = statement;
    }

    /// Sets the opinion about a hint for calls that meet a condition.
    pub fn set_case_hint(
        &mut self,
        condition: CallCondition,
        hint: Hint,
        statement: OpinionField<bool>,
    ) {
        let case = self.cases.entry(condition).or_default();
        case.set_hint(hint, Some(statement));
    }

    /// Every field the opinion sets: hints, title, confirm, further keys, cases.
    pub fn fields(&self) -> impl Iterator<Item = FieldOpinion<'_>> {
        let hint = |hint| Some(FieldOpinion::Hint(hint, self.hint(hint)?));
        let extra = self.extra.iter();
        let hints = Hint::ALL.into_iter().filter_map(hint);
        hints
            .chain(self.title.as_ref().map(FieldOpinion::Title))
            .chain(self.confirm.as_ref().map(FieldOpinion::Confirm))
            .chain(extra.map(|(key, said)| FieldOpinion::Extra(key, said)))
            .chain(self.cases.iter().flat_map(|(condition, case)| {
                let said = case.iter();
                said.map(move |(hint, said)| FieldOpinion::Case(condition, hint, said))
            }))
    }

    /// Whether no field is set.
    pub fn is_empty(&self) -> bool {
        self.fields().next().is_none()
    }

    /// Replaces the provenance of every field.
    #[must_use]
    pub fn map_provenance(mut self, map: impl Fn(&Provenance) -> Arc<Provenance>) -> Self {
        let hints = self.hints.iter_mut().flatten();
        let cases = self.cases.values_mut().flat_map(CaseHints::iter_mut);
        let provenances = hints
            .chain(cases)
            .map(|said| &mut said.provenance)
            .chain(self.title.as_mut().map(|said| &mut said.provenance))
            .chain(self.confirm.as_mut().map(|said| &mut said.provenance))
            .chain(self.extra.values_mut().map(|said| &mut said.provenance));
        for provenance in provenances {
            *provenance = map(provenance);
        }
        self
    }

    /// Merges two opinions; `higher` wins where both set a field. A hint that `higher` sets for all
    /// calls also overrides this opinion's cases for that hint.
    #[must_use]
    pub fn under(self, higher: &Self) -> Self {
        let pick = |hint: Hint| higher.hint(hint).or(self.hint(hint)).cloned();
        let hints = Hint::ALL.map(pick);
        let title = higher.title.clone().or(self.title);
        let confirm = higher.confirm.clone().or(self.confirm);
        let mut extra = self.extra;
        for (key, statement) in &higher.extra {
            extra.insert(key.clone(), statement.clone());
        }
        let mut cases = self.cases;
        for hint in Hint::ALL {
            if higher.hint(hint).is_some() {
                let cases = cases.values_mut();
                cases.for_each(|case| case.set_hint(hint, None));
            }
        }
        for (condition, case) in &higher.cases {
            let merged = cases.entry(condition.clone()).or_default();
            for (hint, statement) in case.iter() {
                merged.set_hint(hint, Some(statement.clone()));
            }
        }
        cases.retain(|_, case| !case.is_empty());
        Self {
            hints,
            title,
            confirm,
            extra,
            cases,
        }
    }

    /// Applies a person's edit.
    #[must_use]
    pub fn amended(mut self, amendment: &OpinionEdit, provenance: &Arc<Provenance>) -> Self {
        for hint in Hint::ALL {
            if let Some(amend) = amendment.hint(hint) {
                self.set_hint(hint, amend.statement(provenance));
            }
        }
        if let Some(amend) = &amendment.title {
            self.title = amend.statement(provenance);
        }
        if let Some(amend) = &amendment.confirm {
            self.confirm = amend.statement(provenance);
        }
        for (key, amend) in &amendment.extra {
            match amend.statement(provenance) {
                Some(statement) => self.extra.insert(key.clone(), statement),
                None => self.extra.remove(key),
            };
        }
        for (condition, edits) in &amendment.cases {
            let case = self.cases.entry(condition.clone()).or_default();
            for (hint, amend) in edits.iter() {
                case.set_hint(hint, amend.statement(provenance));
            }
        }
        self.cases.retain(|_, case| !case.is_empty());
        self
    }
}

// === impl FieldName ===

impl<'a> FieldName<'a> {
    /// The key in configuration files and in the API.
    pub fn key(self) -> &'a str {
        match self {
            Self::Hint(hint) => hint.key(),
            Self::Title => "title",
            Self::Confirm => "confirm",
            Self::Extra(key) => key,
            Self::Case(..) => "when",
        }
    }
}

// === impl FieldOpinion ===

impl<'a> FieldOpinion<'a> {
    /// The name of the field.
    pub fn name(self) -> FieldName<'a> {
        match self {
            Self::Hint(hint, _) => FieldName::Hint(hint),
            Self::Title(_) => FieldName::Title,
            Self::Confirm(_) => FieldName::Confirm,
            Self::Extra(key, _) => FieldName::Extra(key),
            Self::Case(condition, hint, _) => FieldName::Case(condition, hint),
        }
    }

    /// The provenance of the field's value.
    pub fn provenance(self) -> &'a Arc<Provenance> {
        match self {
            Self::Hint(_, said) | Self::Case(_, _, said) => &said.provenance,
            Self::Title(said) => &said.provenance,
            Self::Confirm(said) => &said.provenance,
            Self::Extra(_, said) => &said.provenance,
        }
    }
}

// === impl FieldEdit ===

impl<T: Clone> From<&OpinionField<T>> for FieldEdit<T> {
    fn from(said: &OpinionField<T>) -> Self {
        match &said.value {
            FieldValue::Set(value) => Self::Set(value.clone()),
            FieldValue::Clear => Self::Clear,
        }
    }
}

impl<T> FieldEdit<T> {
    /// Whether the edit sets something rather than removes it.
    fn says(&self) -> bool {
        !matches!(self, Self::Withdraw)
    }
}

impl<T: Clone> FieldEdit<T> {
    /// The field after the edit.
    fn statement(&self, provenance: &Arc<Provenance>) -> Option<OpinionField<T>> {
        let say = match self {
            Self::Set(value) => FieldValue::Set(value.clone()),
            Self::Clear => FieldValue::Clear,
            Self::Withdraw => return None,
        };
        let provenance = Arc::clone(provenance);
        Some(OpinionField {
            value: say,
            provenance,
        })
    }
}

// === impl OpinionEdit ===

impl OpinionEdit {
    /// The edit to a hint.
    pub fn hint(&self, hint: Hint) -> Option<&FieldEdit<bool>> {
        self.hints[hint.index()].as_ref()
    }

    /// Sets the edit to a hint.
    pub fn set_hint(&mut self, hint: Hint, amend: Option<FieldEdit<bool>>) {
        self.hints[hint.index()] = amend;
    }

    /// Every edited field, and whether the edit sets something rather than removes it.
    fn edits(&self) -> impl Iterator<Item = (FieldName<'_>, bool)> {
        let hint = |hint| Some((FieldName::Hint(hint), self.hint(hint)?.says()));
        let title = self.title.as_ref();
        let confirm = self.confirm.as_ref();
        let extra = self.extra.iter();
        let hints = Hint::ALL.into_iter().filter_map(hint);
        hints
            .chain(title.map(|edit| (FieldName::Title, edit.says())))
            .chain(confirm.map(|edit| (FieldName::Confirm, edit.says())))
            .chain(extra.map(|(key, edit)| (FieldName::Extra(key), edit.says())))
            .chain(self.cases.iter().flat_map(|(condition, case)| {
                let edits = case.iter();
                edits.map(move |(hint, edit)| (FieldName::Case(condition, hint), edit.says()))
            }))
    }

    /// Sets the edit to a hint for calls that meet a condition.
    pub fn set_case_hint(&mut self, condition: CallCondition, hint: Hint, edit: FieldEdit<bool>) {
        let case = self.cases.entry(condition).or_default();
        case.set_hint(hint, Some(edit));
    }

    /// Every edited field: hints, title, confirm, further keys, cases.
    pub fn fields(&self) -> impl Iterator<Item = FieldName<'_>> {
        self.edits().map(|(name, _)| name)
    }

    /// Whether the edit changes nothing.
    pub fn is_empty(&self) -> bool {
        self.edits().next().is_none()
    }

    /// Whether the edit sets at least one field rather than only removing some.
    pub fn says_something(&self) -> bool {
        self.edits().any(|(_, says)| says)
    }
}

impl From<&Opinion> for OpinionEdit {
    /// The edit that produces this opinion.
    fn from(opinion: &Opinion) -> Self {
        let extra = opinion.extra.iter();
        Self {
            hints: Hint::ALL.map(|hint| opinion.hint(hint).map(Into::into)),
            title: opinion.title.as_ref().map(Into::into),
            confirm: opinion.confirm.as_ref().map(Into::into),
            extra: extra
                .map(|(key, said)| (key.clone(), said.into()))
                .collect(),
            cases: opinion.cases.iter().map(same_case).collect(),
        }
    }
}

/// The edit that produces the hints of one case.
fn same_case(
    (condition, case): (&CallCondition, &CaseOpinion),
) -> (CallCondition, CaseHints<FieldEdit<bool>>) {
    let mut edits = CaseHints::default();
    for (hint, said) in case.iter() {
        edits.set_hint(hint, Some(said.into()));
    }
    (condition.clone(), edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn withdrawing_leaves_the_field_to_others() {
        let provenance = Arc::new(Provenance::candor("a test"));
        let mut amendment = OpinionEdit::default();
        amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Set(true)));
        amendment.set_hint(Hint::Destructive, Some(FieldEdit::Clear));
        let opinion = Opinion::default().amended(&amendment, &provenance);
        let say = |opinion: &Opinion, hint| opinion.hint(hint).map(|said| said.value.clone());
        assert_eq!(say(&opinion, Hint::ReadOnly), Some(FieldValue::Set(true)));
        assert_eq!(say(&opinion, Hint::Destructive), Some(FieldValue::Clear));

        let mut amendment = OpinionEdit::default();
        amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Withdraw));
        let opinion = opinion.amended(&amendment, &provenance);
        assert_eq!(say(&opinion, Hint::ReadOnly), None);
        assert_eq!(say(&opinion, Hint::Destructive), Some(FieldValue::Clear));
        assert!(!opinion.is_empty());
    }

    #[test]
    fn every_field_is_walked_once_and_in_order() {
        let provenance = Arc::new(Provenance::candor("a test"));
        let mut edit = OpinionEdit::default();
        assert!(edit.is_empty());
        for hint in Hint::ALL {
            edit.set_hint(hint, Some(FieldEdit::Set(true)));
        }
        edit.title = Some(FieldEdit::Clear);
        edit.confirm = Some(FieldEdit::Set(ConfirmMode::Always));
        edit.extra
            .insert("cost".into(), FieldEdit::Set(JsonText::new("1")));
        let listing = CallCondition::text("action", "list");
        edit.set_case_hint(listing.clone(), Hint::ReadOnly, FieldEdit::Set(true));
        let names: Vec<_> = edit.fields().collect();
        let mut expect: Vec<_> = Hint::ALL.map(FieldName::Hint).into();
        expect.extend([FieldName::Title, FieldName::Confirm]);
        expect.push(FieldName::Extra("cost"));
        expect.push(FieldName::Case(&listing, Hint::ReadOnly));
        assert_eq!(names, expect);
        let opinion = Opinion::default().amended(&edit, &provenance);
        let fields = || opinion.fields();
        assert_eq!(fields().map(FieldOpinion::name).collect::<Vec<_>>(), expect);
        assert!(fields().all(|field| Arc::ptr_eq(field.provenance(), &provenance)));
        assert_eq!(OpinionEdit::from(&opinion), edit);
        let other = Arc::new(Provenance::candor("another"));
        let moved = opinion.clone().map_provenance(|_| Arc::clone(&other));
        assert!(
            moved
                .fields()
                .all(|field| Arc::ptr_eq(field.provenance(), &other))
        );
    }

    #[test]
    fn a_case_of_which_all_is_taken_back_is_gone() {
        let provenance = Arc::new(Provenance::candor("a test"));
        let condition = CallCondition::truth("dry_run", true);
        let mut edit = OpinionEdit::default();
        edit.set_case_hint(condition.clone(), Hint::ReadOnly, FieldEdit::Set(true));
        let opinion = Opinion::default().amended(&edit, &provenance);
        assert!(!opinion.is_empty());
        edit.set_case_hint(condition, Hint::ReadOnly, FieldEdit::Withdraw);
        assert_eq!(opinion.amended(&edit, &provenance), Opinion::default());
    }

    #[test]
    fn taking_something_back_says_nothing() {
        let mut edit = OpinionEdit {
            title: Some(FieldEdit::Withdraw),
            ..OpinionEdit::default()
        };
        assert!(!edit.says_something() && !edit.is_empty());
        edit.confirm = Some(FieldEdit::Clear);
        assert!(edit.says_something());
    }
}
