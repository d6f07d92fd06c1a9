//! Two people changed a toolset at once: what is there now beside what the second one typed.

use std::collections::HashSet;

use crate::draft::Draft;

/// How many lines of each side are shown.
const LINES: usize = 200;

/// See the module.
pub(crate) struct Clash {
    /// The fields that differ.
    pub(crate) fields: Vec<Field>,
    /// Members that are there now and were not typed.
    pub(crate) only_now: Vec<String>,
    /// Members that were typed and are not there now.
    pub(crate) only_typed: Vec<String>,
}

/// A field that differs.
pub(crate) struct Field {
    pub(crate) label: &'static str,
    pub(crate) now: String,
    pub(crate) typed: String,
}

// === impl Clash ===

impl Clash {
    /// Of what is there now and what was typed.
    pub(crate) fn of(now: &Draft, typed: &Draft) -> Self {
        let asks = |draft: &Draft| {
            let asks = draft
                .asks
                .iter()
                .map(|(about, when)| format!("{about}: {when}"));
            asks.collect::<Vec<_>>().join(", ")
        };
        let pairs = [
            ("Name", now.name.clone(), typed.name.clone()),
            (
                "What it is for",
                now.description.clone(),
                typed.description.clone(),
            ),
            ("Asks", asks(now), asks(typed)),
            ("Hints", now.profile.clone(), typed.profile.clone()),
            (
                "Where hints come from",
                now.provenance.clone(),
                typed.provenance.clone(),
            ),
            ("Budget", now.budget.clone(), typed.budget.clone()),
        ];
        let fields = pairs.into_iter().filter(|(_, now, typed)| now != typed);
        Self {
            fields: fields
                .map(|(label, now, typed)| Field { label, now, typed })
                .collect(),
            only_now: without(&now.members, &typed.members),
            only_typed: without(&typed.members, &now.members),
        }
    }

    /// Whether both say the same.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.only_now.is_empty() && self.only_typed.is_empty()
    }
}

/// The lines of one text that another one lacks.
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
        let now = Draft {
            name: "reading".to_owned(),
            members: "shop.a\nshop.b\n".to_owned(),
            ..Draft::default()
        };
        assert!(Clash::of(&now, &now).is_empty());
        let typed = Draft {
            description: "new".to_owned(),
            members: "shop.b\n shop.c".to_owned(),
            ..now.clone()
        };
        let clash = Clash::of(&now, &typed);
        assert_eq!(
            (clash.only_now, clash.only_typed),
            (vec!["shop.a".to_owned()], vec!["shop.c".to_owned()])
        );
        let fields: Vec<_> = clash.fields.iter().map(|field| field.label).collect();
        assert_eq!(fields, ["What it is for"]);
    }
}
