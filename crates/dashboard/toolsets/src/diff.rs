//! The differences between two states of a toolset: after an edit conflict, and between versions.

use std::collections::HashSet;

use crate::draft::ToolsetDraft;

/// The most lines that are shown of each side.
const LINES: usize = 200;

pub(crate) struct ToolsetDiff {
    pub(crate) fields: Vec<ToolsetFieldDiff>,
    /// Members only in the current state.
    pub(crate) only_now: Vec<String>,
    /// Members only in the submitted state.
    pub(crate) only_typed: Vec<String>,
}

pub(crate) struct ToolsetFieldDiff {
    pub(crate) label: &'static str,
    pub(crate) now: String,
    pub(crate) typed: String,
}

// === impl ToolsetDiff ===

impl ToolsetDiff {
    /// Compares the current state with the submitted one.
    pub(crate) fn of(now: &ToolsetDraft, typed: &ToolsetDraft) -> Self {
        let asks = |draft: &ToolsetDraft| {
            let asks = draft
                .asks
                .iter()
                .map(|(about, when)| format!("{about}: {when}"));
            asks.collect::<Vec<_>>().join(", ")
        };
        let served = |draft: &ToolsetDraft| {
            let said = if draft.tools_only {
                "Not served"
            } else {
                "Served"
            };
            said.to_owned()
        };
        let pairs = [
            ("Name", now.name.clone(), typed.name.clone()),
            (
                "Description",
                now.description.clone(),
                typed.description.clone(),
            ),
            ("Confirmation rules", asks(now), asks(typed)),
            (
                "Annotation profile",
                now.profile.clone(),
                typed.profile.clone(),
            ),
            (
                "Where hints come from",
                now.provenance.clone(),
                typed.provenance.clone(),
            ),
            (
                "Maximum description length",
                now.budget.clone(),
                typed.budget.clone(),
            ),
            ("Prompts and resources", served(now), served(typed)),
        ];
        let fields = pairs.into_iter().filter(|(_, now, typed)| now != typed);
        Self {
            fields: fields
                .map(|(label, now, typed)| ToolsetFieldDiff { label, now, typed })
                .collect(),
            only_now: without(&now.members, &typed.members),
            only_typed: without(&typed.members, &now.members),
        }
    }

    /// Whether both states are the same.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.only_now.is_empty() && self.only_typed.is_empty()
    }
}

/// The lines of one text that are not in the other.
pub(crate) fn without(text: &str, other: &str) -> Vec<String> {
    let known: HashSet<&str> = other.lines().map(str::trim).collect();
    let own = text.lines().map(str::trim);
    let own = own.filter(|line| !line.is_empty() && !known.contains(line));
    own.take(LINES).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let now = ToolsetDraft {
            name: "reading".to_owned(),
            members: "shop.a\nshop.b\n".to_owned(),
            ..ToolsetDraft::default()
        };
        assert!(ToolsetDiff::of(&now, &now).is_empty());
        let typed = ToolsetDraft {
            description: "new".to_owned(),
            members: "shop.b\n shop.c".to_owned(),
            ..now.clone()
        };
        let clash = ToolsetDiff::of(&now, &typed);
        assert_eq!(
            (clash.only_now, clash.only_typed),
            (vec!["shop.a".to_owned()], vec!["shop.c".to_owned()])
        );
        let fields: Vec<_> = clash.fields.iter().map(|field| field.label).collect();
        assert_eq!(fields, ["Description"]);
    }
}
