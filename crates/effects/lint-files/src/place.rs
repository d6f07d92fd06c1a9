//! Finds a tool's place in a document or program.
//!
//! A line is found by its indentation and key, without parsing the document: places are only
//! informative, and a document in an unusual style has none.

use std::collections::HashMap;

/// The places of operations in an OpenAPI document. The document is scanned only once.
#[derive(Debug, Default)]
pub struct OperationPlaces<'a>(HashMap<&'a str, HashMap<&'a str, OperationLine>>);

/// The line of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperationLine {
    /// Its number, counted from 0.
    pub(crate) number: usize,
    indent: usize,
}

// === impl OperationPlaces ===

impl<'a> OperationPlaces<'a> {
    /// Scans the lines of a document.
    pub fn of(text: &'a str) -> Self {
        let mut places = Self::default();
        let mut lines = text.lines().enumerate();
        let Some((_, paths)) = lines.find(|(_, line)| key(line) == Some("paths")) else {
            return places;
        };
        let (above, mut path_level, mut method_level) = (indent(paths), None, None);
        let mut path = None;
        for (number, line) in lines {
            let trimmed = line.trim_start();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let own = indent(line);
            if own <= above {
                break;
            }
            let level = *path_level.get_or_insert(own);
            if own <= level {
                path = key(line);
                method_level = None;
            } else if own == *method_level.get_or_insert(own)
                && let (Some(path), Some(method)) = (path, key(line))
            {
                let line = OperationLine {
                    number,
                    indent: own,
                };
                let methods = places.0.entry(path).or_default();
                methods.entry(method).or_insert(line);
            }
        }
        places
    }

    /// Line and column, counted from 1, of an operation.
    pub fn position(&self, path: &str, method: &str) -> Option<(usize, usize)> {
        let line = self.line(path, method)?;
        Some((line.number + 1, line.indent + 1))
    }

    /// The line of an operation.
    pub(crate) fn line(&self, path: &str, method: &str) -> Option<OperationLine> {
        let methods = self.0.get(path)?;
        methods.get(method.to_ascii_lowercase().as_str()).copied()
    }
}

/// Line and column of the function with this name in a program.
pub fn function_position(text: &str, name: &str) -> Option<(usize, usize)> {
    let spellings = [
        format!("\"{name}\""),
        format!("'{name}'"),
        format!("`{name}`"),
    ];
    let lines = text.lines().enumerate();
    let mut found = lines.filter_map(|(number, line)| {
        let at = spellings.iter().find_map(|spelling| line.find(spelling))?;
        let before = line[..at].trim_end();
        let is_name = before.ends_with("name:") || before.ends_with("\"name\":");
        is_name.then(|| (number + 1, line[..at].chars().count() + 1))
    });
    found.next()
}

/// The key that a line begins with, without its quotes.
fn key(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''));
    if let Some(quote) = quote {
        let (key, after) = line.strip_prefix(quote)?.split_once(quote)?;
        return after.trim_start().starts_with(':').then_some(key);
    }
    let (key, after) = line.split_once(':')?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then_some(key)
}

pub(crate) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "openapi: 3.1.0\npaths:\n  # comment\n  /books:\n    get:\n      operationId: list\n    post: {operationId: add}\n  '/books/{id}':\n    delete:\n      operationId: remove\n";

    #[test]
    fn operations_have_a_place() {
        for (path, method, expect) in [
            ("/books", "GET", Some((5, 5))),
            ("/books", "POST", Some((7, 5))),
            ("/books/{id}", "DELETE", Some((9, 5))),
            ("/books", "DELETE", None),
            ("/authors", "GET", None),
        ] {
            assert_eq!(
                OperationPlaces::of(YAML).position(path, method),
                expect,
                "{method} {path}"
            );
        }
        let json = "{\n  \"paths\": {\n    \"/a\": {\n      \"get\": {}\n    }\n  }\n}";
        assert_eq!(
            OperationPlaces::of(json).position("/a", "GET"),
            Some((4, 7))
        );
        assert_eq!(OperationPlaces::of("").position("/a", "GET"), None);
    }

    #[test]
    fn functions_have_a_place() {
        let program = "new Toolbox().tool({\n  name: \"greet\",\n  description: \"greet\",\n});";
        assert_eq!(function_position(program, "greet"), Some((2, 9)));
        assert_eq!(function_position(program, "other"), None);
    }
}
