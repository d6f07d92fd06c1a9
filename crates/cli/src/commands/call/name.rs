//! Which tool is meant.

use std::sync::Arc;

use candor_gateway::{Catalogue, SourceStatus, Tool};

use crate::problems::Failure;

/// How many names are suggested.
const SUGGESTIONS: usize = 3;
/// Longer names are no misspellings, and comparing costs the product of the lengths.
const LONGEST: usize = 128;

/// The tool of this name: what clients see, or `source.tool`.
pub(super) fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Option<&'a Arc<Tool>> {
    let qualified = || {
        catalogue
            .tools()
            .iter()
            .find(|tool| tool.name.to_string() == name)
    };
    catalogue.tool(name).or_else(qualified)
}

/// Why there is no such tool, as far as that can be known.
pub(super) fn unknown(name: &str, catalogue: &Catalogue, sources: &[SourceStatus]) -> Failure {
    let down: Vec<String> = sources
        .iter()
        .filter(|source| !source.state.is_ready())
        .map(|source| format!("source `{}` {}", source.name, source.state))
        .collect();
    let names = catalogue.tools().iter().map(|tool| Known {
        shown: tool.name.to_string(),
        others: [tool.exposed.to_string(), tool.name.own().to_owned()],
    });
    let near = nearest(name, names);
    let mut sentence = format!("there is no tool `{name}`");
    if !down.is_empty() {
        sentence = format!("{sentence}; {}", down.join("; "));
    }
    let hint = if near.is_empty() {
        "`candor tools` lists the tools there are".to_owned()
    } else {
        let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        format!("did you mean {}?", quoted.join(" or "))
    };
    Failure::new(sentence).hint(hint)
}

/// A name and what else people may write for it.
struct Known {
    shown: String,
    others: [String; 2],
}

/// The names that are near enough, nearest first.
fn nearest(name: &str, known: impl Iterator<Item = Known>) -> Vec<String> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let wanted = name.to_lowercase();
    let distance = |candidate: &String| {
        let near = candidate.len() <= LONGEST;
        near.then(|| strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase()))
            .filter(|distance| *distance <= wanted.len().max(candidate.len()) / 3)
    };
    let mut scored: Vec<(usize, String)> = known
        .filter_map(|known| {
            let best = known
                .others
                .iter()
                .chain([&known.shown])
                .filter_map(distance)
                .min()?;
            Some((best, known.shown))
        })
        .collect();
    scored.sort();
    // One slip more than the best: with a long prefix in common, everything looks similar.
    let enough = scored.first().map_or(0, |(best, _)| best + 1);
    let near = scored
        .into_iter()
        .take_while(|(distance, _)| *distance <= enough);
    near.take(SUGGESTIONS).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_of_a_tools_names_leads_to_it() {
        let known = || {
            [
                ("shop.list_books", "shop_list_books", "list_books"),
                ("shop.add", "shop_add", "add"),
            ]
            .into_iter()
            .map(|(shown, exposed, own)| Known {
                shown: shown.to_owned(),
                others: [exposed.to_owned(), own.to_owned()],
            })
        };
        for (name, expect) in [
            ("list_book", &["shop.list_books"][..]),
            ("shop-list-books", &["shop.list_books"]),
            ("Shop.List_Books", &["shop.list_books"]),
            ("ad", &["shop.add"]),
            ("adds", &["shop.add"]),
            ("zebra", &[]),
        ] {
            assert_eq!(nearest(name, known()), expect, "{name}");
        }
        assert!(nearest(&"x".repeat(1_000_000), known()).is_empty());
    }
}
