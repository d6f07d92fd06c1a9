//! Suggestions for mistyped names.

/// The maximum number of suggestions.
const SUGGESTIONS: usize = 3;
/// Longer names are no misspellings, and comparing costs the product of the lengths.
const LONGEST: usize = 128;

/// A name and its alternative spellings.
pub(crate) struct KnownName {
    /// The name as it is suggested.
    pub(crate) shown: String,
    /// Alternative spellings that also match.
    pub(crate) others: Vec<String>,
}

/// ``did you mean `a` or `b`?``, if anything is near enough.
pub(crate) fn did_you_mean(name: &str, known: impl Iterator<Item = KnownName>) -> Option<String> {
    let near = nearest(name, known);
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

/// The names that are near enough, nearest first.
fn nearest(name: &str, known: impl Iterator<Item = KnownName>) -> Vec<String> {
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
            let spellings = known.others.iter().chain([&known.shown]);
            let best = spellings.filter_map(distance).min()?;
            Some((best, known.shown))
        })
        .collect();
    scored.sort();
    // At most one edit more than the best: with a long common prefix, everything looks similar.
    let enough = scored.first().map_or(0, |(best, _)| best + 1);
    let near = scored.into_iter();
    let near = near.take_while(|(distance, _)| *distance <= enough);
    near.take(SUGGESTIONS).map(|(_, name)| name).collect()
}

// === impl KnownName ===

impl From<String> for KnownName {
    fn from(shown: String) -> Self {
        Self {
            shown,
            others: Vec::new(),
        }
    }
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
            .map(|(shown, exposed, own)| KnownName {
                shown: shown.to_owned(),
                others: vec![exposed.to_owned(), own.to_owned()],
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
