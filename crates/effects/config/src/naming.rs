//! Names of `.mcp.json` entries, which may be anything, turned into names of sources.

use std::collections::HashSet;

use candor_model::SourceName;
use candor_model::name::EXPOSED_MAX;

/// One name for each text, in order and all different. Texts that are names already keep
/// theirs, wherever they stand; the others get the nearest free one.
pub(crate) fn source_names(texts: &[&str]) -> Vec<SourceName> {
    let mut taken: HashSet<String> = HashSet::new();
    let kept: Vec<Option<SourceName>> = texts
        .iter()
        .map(|text| {
            SourceName::parse(text)
                .ok()
                .filter(|_| taken.insert((*text).to_owned()))
        })
        .collect();
    let mut counters = std::collections::HashMap::new();
    kept.into_iter()
        .zip(texts)
        .map(|(kept, text)| kept.unwrap_or_else(|| free_name(text, &mut taken, &mut counters)))
        .collect()
}

/// The cleaned text, with the first number that makes it free. The counters remember how far
/// each base has come, so that many equal names do not cost the square of their number.
fn free_name(
    text: &str,
    taken: &mut HashSet<String>,
    counters: &mut std::collections::HashMap<String, usize>,
) -> SourceName {
    let base = cleaned(text);
    let counter = counters.entry(base.clone()).or_insert(0);
    loop {
        *counter += 1;
        let candidate = match *counter {
            1 => base.clone(),
            number => {
                let ending = format!("-{number}");
                format!(
                    "{}{ending}",
                    &base[..base.len().min(EXPOSED_MAX - ending.len())]
                )
            }
        };
        if taken.insert(candidate.clone())
            && let Ok(name) = SourceName::parse(&candidate)
        {
            return name;
        }
    }
}

/// Every other character becomes `-`; `source` where nothing is left.
fn cleaned(text: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    let dashed: String = text.chars().map(plain).take(EXPOSED_MAX).collect();
    match dashed.trim_matches('-') {
        "" => "source".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expect: &[&str]) {
        let names = source_names(texts);
        assert_eq!(
            names.iter().map(SourceName::as_str).collect::<Vec<_>>(),
            expect
        );
    }

    #[test]
    fn makes_a_name_of_anything() {
        check(&["files", "a_b-c"], &["files", "a_b-c"]);
        check(
            &["My Server", "github.com/x"],
            &["My-Server", "github-com-x"],
        );
        check(&["", "日本", "--"], &["source", "source-2", "--"]);
        check(&[&"é".repeat(100)], &["source"]);
        check(&[&"a.".repeat(100)], &[&format!("{}a", "a-".repeat(31))]);
    }

    #[test]
    fn collisions_get_numbers_and_real_names_stay() {
        check(&["a b", "a.b", "a-b"], &["a-b-2", "a-b-3", "a-b"]);
        check(&["a b", "a.b", "a-b-2"], &["a-b", "a-b-3", "a-b-2"]);
        let long = format!("{}!", "x".repeat(70));
        let other = format!("{}?", "x".repeat(70));
        check(
            &[&long, &other],
            &[&"x".repeat(64), &format!("{}-2", "x".repeat(62))],
        );
    }
}
