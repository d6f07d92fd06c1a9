//! Names of `.mcp.json` entries, which may be anything, turned into names of sources.

use std::collections::{HashMap, HashSet};

use candor_model::SourceName;
use candor_model::name::EXPOSED_MAX;

/// One name for each text, in order and all different. Texts that are names already keep
/// theirs, wherever they stand; the others get the nearest free one.
pub(crate) fn source_names(texts: &[&str]) -> Vec<SourceName> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut kept = |text: &&str| {
        let name = SourceName::parse(text).ok();
        name.filter(|_| taken.insert((*text).to_owned()))
    };
    let kept: Vec<Option<SourceName>> = texts.iter().map(&mut kept).collect();
    let mut counters = HashMap::new();
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
    counters: &mut HashMap<String, usize>,
) -> SourceName {
    let base = cleaned(text);
    let counter = counters.entry(base.clone()).or_insert(0);
    loop {
        *counter += 1;
        let candidate = match *counter {
            1 => base.clone(),
            number => {
                let ending = format!("-{number}");
                let room = base.len().min(EXPOSED_MAX - ending.len());
                format!("{}{ending}", &base[..room])
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
    let dashed = text.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "-");
    match dashed[..dashed.len().min(EXPOSED_MAX)].trim_matches('-') {
        "" => "source".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expect: &[&str]) {
        let names = source_names(texts);
        let names: Vec<&str> = names.iter().map(SourceName::as_str).collect();
        assert_eq!(names, expect);
    }

    #[test]
    fn makes_a_name_of_anything() {
        check(&["files", "a_b-c"], &["files", "a_b-c"]);
        let (strange, clean) = (["My Server", "github.com/x"], ["My-Server", "github-com-x"]);
        check(&strange, &clean);
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
        let (first, second) = ("x".repeat(64), format!("{}-2", "x".repeat(62)));
        check(&[&long, &other], &[&first, &second]);
    }
}
