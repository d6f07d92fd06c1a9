//! Converts toolset names, which may be any text in hypertool's files, to valid ones.

use candor_model::ToolsetName;
use candor_text::{NameRules, unique_names};

/// The longest name of a toolset.
const LONGEST: usize = 50;

/// One distinct name for each text, in order.
pub(crate) fn toolset_names(texts: &[&str]) -> Vec<ToolsetName> {
    let rules = NameRules {
        longest: LONGEST,
        accepts: &|text| ToolsetName::parse(text).is_ok(),
        nearest: &slug,
    };
    let names = unique_names(texts, &rules);
    names
        .iter()
        .flat_map(|name| ToolsetName::parse(name))
        .collect()
}

/// Lowercase letters and digits with single dashes between; `toolset` where nothing is left.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if slug.len() == LONGEST {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    match slug.len() {
        0 => "toolset".to_owned(),
        1 => format!("toolset-{slug}"),
        _ => slug,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expect: &[&str]) {
        let names = toolset_names(texts);
        let shown: Vec<&str> = names.iter().map(ToolsetName::as_str).collect();
        assert_eq!(shown, expect);
    }

    #[test]
    fn makes_a_name_of_anything() {
        check(&["dev", "a--b", "-1"], &["dev", "a--b", "-1"]);
        check(
            &["My Set", "a_b", "  Ünder  way! "],
            &["my-set", "a-b", "nder-way"],
        );
        check(
            &["", "x", "日本", "X"],
            &["toolset", "toolset-x", "toolset-2", "toolset-x-2"],
        );
        check(&[&"Ab".repeat(99)], &[&"ab".repeat(25)]);
        check(&[&format!("{} tail", "a".repeat(49))], &[&"a".repeat(49)]);
    }

    #[test]
    fn collisions_get_numbers_and_real_names_stay() {
        check(
            &["My Set", "my_set", "my-set"],
            &["my-set-2", "my-set-3", "my-set"],
        );
        check(&["dev", "dev"], &["dev", "dev-2"]);
        let long = "Z".repeat(60);
        check(
            &[&long, &long],
            &[&"z".repeat(50), &format!("{}-2", "z".repeat(48))],
        );
    }
}
