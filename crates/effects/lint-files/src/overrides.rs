//! Fixes for tools whose definition cannot be edited, as `[annotations]` of a `candor.toml`.

use candor_model::Hint;
use toml_edit::{DocumentMut, Item, Table, value};

/// The override of one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOverride {
    /// The qualified name of the tool.
    pub tool: String,
    /// The hints to set.
    pub hints: Vec<(Hint, bool)>,
    /// The title to set.
    pub title: Option<String>,
}

/// Why a file cannot take overrides.
#[derive(Debug, thiserror::Error)]
pub enum OverridesError {
    /// It is not TOML.
    #[error("it is not valid TOML: {0}")]
    Syntax(String),
    /// A key that must be a table is something else.
    #[error("`{0}` is not a table")]
    NotATable(String),
}

/// The file with the overrides added. Comments and everything else are kept, and existing values
/// are not changed, so that people's decisions are preserved.
pub fn add_overrides(text: &str, overrides: &[ToolOverride]) -> Result<String, OverridesError> {
    let parsed = text.parse::<DocumentMut>();
    let mut file = parsed.map_err(|error| OverridesError::Syntax(error.message().to_owned()))?;
    for one in overrides
        .iter()
        .filter(|one| !one.hints.is_empty() || one.title.is_some())
    {
        let root = table(file.as_table_mut(), "annotations", true)?;
        let tool = table(root, &one.tool, false)?;
        for (hint, set) in &one.hints {
            tool.entry(hint.key()).or_insert(value(*set));
        }
        if let Some(title) = &one.title {
            tool.entry("title").or_insert(value(title.as_str()));
        }
    }
    Ok(file.to_string())
}

fn table<'a>(
    holder: &'a mut Table,
    name: &str,
    implicit: bool,
) -> Result<&'a mut Table, OverridesError> {
    let item = holder.entry(name).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(implicit);
        Item::Table(table)
    });
    item.as_table_mut()
        .ok_or_else(|| OverridesError::NotATable(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_are_added_once() {
        let wanted = [ToolOverride {
            tool: "shop.add_book".to_owned(),
            hints: vec![(Hint::ReadOnly, false), (Hint::Destructive, false)],
            title: Some("Add \"a\" book".to_owned()),
        }];
        let first = "# ours\n[annotations.\"shop.add_book\"]\ndestructive = true # decided\n";
        let once = add_overrides(first, &wanted).expect("TOML");
        assert!(once.starts_with(first), "{once}");
        assert!(once.contains("\nread_only = false\n"), "{once}");
        assert!(!once.contains("destructive = false"), "{once}");
        let read: DocumentMut = once.parse().expect("TOML");
        let title = read["annotations"]["shop.add_book"]["title"].as_str();
        assert_eq!(title, Some("Add \"a\" book"));
        assert_eq!(add_overrides(&once, &wanted).expect("TOML"), once);
        let fresh = add_overrides("", &wanted).expect("TOML");
        assert!(
            fresh.starts_with("[annotations.\"shop.add_book\"]\n"),
            "{fresh}"
        );
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused() {
        let wanted = [ToolOverride {
            tool: "a.b".to_owned(),
            hints: vec![(Hint::ReadOnly, true)],
            title: None,
        }];
        for (text, expect) in [
            ("annotations = 3", "`annotations` is not a table"),
            ("[annotations]\n\"a.b\" = 1", "`a.b` is not a table"),
        ] {
            let error = add_overrides(text, &wanted).expect_err("it does not fit");
            assert_eq!(error.to_string(), expect);
        }
        assert!(add_overrides("[", &wanted).is_err());
    }
}
