//! The source name of a target.

use candor_model::SourceName;
use candor_model::name::EXPOSED_MAX;

use crate::failure::CommandResult;

/// The stem of a file as the name of a source: every other character becomes `-`. If nothing is
/// left of it, it is called `otherwise`.
pub(super) fn of(stem: &str, otherwise: &str) -> CommandResult<SourceName> {
    let plain = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => c,
        _ => '-',
    };
    let dashed: String = stem.chars().map(plain).take(EXPOSED_MAX).collect();
    let name = match dashed.trim_matches('-') {
        "" => otherwise,
        name => name,
    };
    Ok(SourceName::parse(name)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_names_of_sources() {
        let long = "x".repeat(500);
        for (stem, expect) in [
            ("shop", "shop"),
            ("My Shop (v2)", "My-Shop--v2"),
            ("shop.openapi", "shop-openapi"),
            ("", "api"),
            ("日本", "api"),
            (&long, &long[..EXPOSED_MAX]),
        ] {
            let name = of(stem, "api").ok().map(|name| name.to_string());
            assert_eq!(name.as_deref(), Some(expect));
        }
    }
}
