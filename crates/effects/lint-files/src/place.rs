//! Where in a document or a program a tool is written.
//!
//! A line is found by its indentation and its key, without reading the whole document: a place is
//! a help for the reader, and a document in an unusual style has none.

/// Line and column, counted from 1, of an operation in an OpenAPI document.
pub fn operation_position(text: &str, path: &str, method: &str) -> Option<(usize, usize)> {
    let (_, operation) = operation_lines(text, path, method)?;
    position(text, operation)
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

/// The numbers of the lines with the path and with the method, counted from 0.
pub(crate) fn operation_lines(text: &str, path: &str, method: &str) -> Option<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let method = method.to_ascii_lowercase();
    let paths = find(&lines, 0, None, "paths")?;
    let at_path = find(&lines, paths + 1, Some(indent(lines[paths])), path)?;
    let at_method = find(&lines, at_path + 1, Some(indent(lines[at_path])), &method)?;
    Some((at_path, at_method))
}

/// The first line from `from` on with this key, deeper than `above` and before the block ends.
fn find(lines: &[&str], from: usize, above: Option<usize>, key: &str) -> Option<usize> {
    let mut depth = None;
    for (number, line) in lines.iter().enumerate().skip(from) {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let own = indent(line);
        if above.is_some_and(|above| own <= above) {
            // The closing bracket of a JSON object is not the end of YAML's block.
            return None;
        }
        let level = *depth.get_or_insert(own);
        if (own == level || above.is_none()) && is_key(trimmed, key) {
            return Some(number);
        }
    }
    None
}

/// Whether a line begins with a key, quoted or not.
fn is_key(line: &str, key: &str) -> bool {
    let quoted = [
        format!("{key}:"),
        format!("\"{key}\":"),
        format!("'{key}':"),
        format!("\"{key}\" :"),
    ];
    quoted.iter().any(|start| line.starts_with(start.as_str()))
}

pub(crate) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn position(text: &str, number: usize) -> Option<(usize, usize)> {
    let line = text.lines().nth(number)?;
    Some((number + 1, indent(line) + 1))
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
                operation_position(YAML, path, method),
                expect,
                "{method} {path}"
            );
        }
        let json = "{\n  \"paths\": {\n    \"/a\": {\n      \"get\": {}\n    }\n  }\n}";
        assert_eq!(operation_position(json, "/a", "GET"), Some((4, 7)));
        assert_eq!(operation_position("", "/a", "GET"), None);
    }

    #[test]
    fn functions_have_a_place() {
        let program = "new Toolbox().tool({\n  name: \"greet\",\n  description: \"greet\",\n});";
        assert_eq!(function_position(program, "greet"), Some((2, 9)));
        assert_eq!(function_position(program, "other"), None);
    }
}
