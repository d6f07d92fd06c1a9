//! Converts the names of `.mcp.json` entries, which may be any text, to source names.

use candor_model::SourceName;
use candor_model::name::EXPOSED_MAX;
use candor_text::{NameRules, unique_names};

/// One distinct name for each text, in order.
pub(crate) fn source_names(texts: &[&str]) -> Vec<SourceName> {
    let rules = NameRules {
        longest: EXPOSED_MAX,
        accepts: &|text| SourceName::parse(text).is_ok(),
        nearest: &cleaned,
    };
    let names = unique_names(texts, &rules);
    names
        .iter()
        .flat_map(|name| SourceName::parse(name))
        .collect()
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
