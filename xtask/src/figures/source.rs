//! One Rust file, read as text.

use super::TEST_FOLDERS;

/// What is counted in one file.
pub(super) struct SourceFile {
    /// The path from the root of the checkout.
    pub(super) path: String,
    /// Whether the whole file belongs to tests.
    pub(super) in_test: bool,
    pub(super) product_lines: usize,
    pub(super) test_lines: usize,
    pub(super) types: Vec<TypeDefinition>,
    /// Doc comments of one or two words.
    pub(super) short_docs: usize,
    /// The lines that are not a test's.
    pub(super) product: String,
}

/// A struct, an enum, a trait or a type alias.
pub(super) struct TypeDefinition {
    pub(super) name: String,
    pub(super) in_test: bool,
}

/// A function, cut out of its file.
pub(super) struct SourceFunction<'a> {
    pub(super) name: &'a str,
    /// Whether it can leave its crate.
    pub(super) is_public: bool,
    pub(super) signature: &'a str,
    pub(super) body: &'a str,
}

// === impl SourceFile ===

impl SourceFile {
    pub(super) fn read(path: &str, text: &str) -> Self {
        let in_test = is_test_path(path);
        let mut file = Self {
            path: path.to_owned(),
            in_test,
            product_lines: 0,
            test_lines: 0,
            types: Vec::new(),
            short_docs: 0,
            product: String::new(),
        };
        let mut doc_words: Option<usize> = None;
        for (line, in_module) in inline_tests(text) {
            let in_test = in_test || in_module;
            if in_test {
                file.test_lines += 1;
            } else {
                file.product_lines += 1;
                file.product.push_str(line);
                file.product.push('\n');
            }
            if let Some(doc) = line.trim_start().strip_prefix("///") {
                let words = doc.split_whitespace().count();
                *doc_words.get_or_insert(0) += words;
                continue;
            }
            let words = doc_words.take();
            file.short_docs += usize::from(words.is_some_and(|words| words < 3));
            if let Some(name) = type_name(line) {
                let name = name.to_owned();
                file.types.push(TypeDefinition { name, in_test });
            }
        }
        file
    }
}

/// Whether a file belongs to tests as a whole.
fn is_test_path(path: &str) -> bool {
    let mut parts = path.split('/').rev();
    let name = parts.next().unwrap_or_default();
    let top = path.split('/').next().unwrap_or_default();
    ["tests.rs", "testing.rs"].contains(&name)
        || TEST_FOLDERS.contains(&top)
        || parts.any(|folder| folder == "tests")
}

/// Each line, and whether it stands in a module that is compiled for tests only.
fn inline_tests(text: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_module = |next: &&str| {
            let next = next.trim_start();
            next.starts_with("mod ") && next.ends_with('{')
        };
        if line.trim() != "#[cfg(test)]" || lines.peek().is_none_or(|next| !is_module(next)) {
            found.push((line, false));
            continue;
        }
        // The formatter closes a module where it was opened.
        let indent = line.len() - line.trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        found.push((line, true));
        for line in lines.by_ref() {
            found.push((line, true));
            if line == end {
                break;
            }
        }
    }
    found
}

/// The name of the type that a line defines. Aliases count at the top of a file only; inside
/// traits and their implementations they define no type.
fn type_name(line: &str) -> Option<&str> {
    let is_top = !line.starts_with(' ');
    let (_, rest) = without_visibility(line.trim_start());
    let (word, rest) = rest.split_once(' ')?;
    match word {
        "struct" | "enum" | "trait" => {}
        "type" if is_top => {}
        _ => return None,
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &rest[..end.unwrap_or(rest.len())];
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Cuts `pub` or `pub(…)` off a line; `true` for a plain `pub`.
fn without_visibility(line: &str) -> (bool, &str) {
    match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with(' ') => (true, rest.trim_start()),
        Some(rest) if rest.starts_with('(') => match rest.split_once(") ") {
            Some((_, rest)) => (false, rest),
            None => (false, line),
        },
        _ => (false, line),
    }
}

/// The functions of a text, each up to the brace that closes it.
pub(super) fn functions(text: &str) -> impl Iterator<Item = SourceFunction<'_>> {
    let mut at = 0;
    let starts = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    });
    starts.filter_map(|(start, line)| {
        let trimmed = line.trim_start();
        let (is_public, rest) = without_visibility(trimmed);
        let rest = rest.strip_prefix("const ").unwrap_or(rest);
        let rest = rest.strip_prefix("async ").unwrap_or(rest);
        let rest = rest.strip_prefix("fn ")?;
        let name = &rest[..rest.find(['(', '<'])?];
        let end = format!("\n{}}}", &line[..line.len() - trimmed.len()]);
        let whole = &text[start..];
        let whole = &whole[..whole.find(&end)? + end.len()];
        let (signature, body) = whole.split_once('{')?;
        Some(SourceFunction {
            name,
            is_public,
            signature,
            body,
        })
    })
}
