//! Titles and descriptions of tools.

use serde_json::Value;

use crate::api::OpenApiOperation;

/// The maximum length of a summary to be used as the title.
const TITLE_MAX: usize = 80;

/// The description of a tool: from `x-candor`, or the operation's description, or its summary.
/// Without any of them, method and path are used.
pub(super) fn description(operation: &OpenApiOperation) -> String {
    let texts = [
        operation.extension.description.as_deref(),
        operation.description.as_deref(),
        operation.summary.as_deref(),
    ];
    let said = texts.into_iter().find_map(said);
    said.unwrap_or_else(|| format!("{} {}", operation.method, operation.path))
}

/// The title: from `x-candor`, or a short summary on one line.
pub(super) fn title(operation: &OpenApiOperation) -> Option<String> {
    let extension = &operation.extension;
    let annotated = extension.annotations.get("title").and_then(Value::as_str);
    said(extension.title.as_deref())
        .or_else(|| said(annotated))
        .or_else(|| said(operation.summary.as_deref()).filter(|summary| is_title(summary)))
}

/// Joins two texts as paragraphs, unless the first already contains the second.
pub(super) fn joined(first: Option<&str>, second: Option<&str>) -> Option<String> {
    let first = first.map(str::trim).filter(|text| !text.is_empty());
    let second = second.map(str::trim).filter(|text| !text.is_empty());
    match (first, second) {
        (Some(first), Some(second)) if !first.contains(second) => {
            Some(format!("{first}\n\n{second}"))
        }
        (Some(text), _) | (None, Some(text)) => Some(text.to_owned()),
        (None, None) => None,
    }
}

/// A text without surrounding white space, if it is not empty.
fn said(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn is_title(text: &str) -> bool {
    text.chars().count() <= TITLE_MAX && !text.contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::fixture::operation;

    #[test]
    fn the_most_particular_text_describes() {
        let mut one = operation("GET /books");
        assert_eq!(description(&one), "GET /books");
        assert_eq!(title(&one), None);
        one.summary = Some(" List books ".to_owned());
        assert_eq!(description(&one), "List books");
        assert_eq!(title(&one).as_deref(), Some("List books"));
        one.description = Some("Lists all books.\n".to_owned());
        assert_eq!(description(&one), "Lists all books.");
        one.extension.description = Some("Every book of the shop.".to_owned());
        one.extension.title = Some("Books".to_owned());
        assert_eq!(description(&one), "Every book of the shop.");
        assert_eq!(title(&one).as_deref(), Some("Books"));
    }

    #[test]
    fn a_long_summary_is_no_title() {
        let mut one = operation("GET /books");
        for long in ["word ".repeat(20), "two\nlines".to_owned(), "  ".to_owned()] {
            one.summary = Some(long);
            assert_eq!(title(&one), None);
        }
    }

    #[test]
    fn texts_are_joined_unless_one_holds_the_other() {
        for (first, second, expect) in [
            (Some("A."), Some("B."), Some("A.\n\nB.")),
            (Some("A. B."), Some("B."), Some("A. B.")),
            (None, Some(" B. "), Some("B.")),
            (Some(" "), Some("B."), Some("B.")),
            (None, None, None),
        ] {
            assert_eq!(joined(first, second).as_deref(), expect);
        }
    }
}
