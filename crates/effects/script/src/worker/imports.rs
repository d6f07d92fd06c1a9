//! Finds imports in a module's text.
//!
//! The engine does not report them, so the text is searched. The result is only used as a place in
//! messages, so a wrong match is harmless.

/// A line and a column, both from 1, the column in units of UTF-16.
type LineColumn = (u32, u32);

/// The place of a specifier in a module: in an import or, without one, anywhere.
pub(super) fn specifier(text: &str, specifier: &str) -> Option<LineColumn> {
    offset_of(text, specifier).map(|offset| spot(text, offset))
}

/// The place where a name is imported from a specifier: the name if found, otherwise the specifier.
pub(super) fn name(text: &str, name: &str, specifier: &str) -> Option<LineColumn> {
    let end = offset_of(text, specifier)?;
    let before = &text[..end];
    let start = ["import", "export"]
        .iter()
        .filter_map(|keyword| before.rfind(keyword))
        .max()
        .unwrap_or(end);
    let found = word(&before[start..], name).map(|offset| start + offset);
    Some(spot(text, found.unwrap_or(end)))
}

fn offset_of(text: &str, specifier: &str) -> Option<usize> {
    let mut first = None;
    for quote in ['"', '\''] {
        let literal = format!("{quote}{specifier}{quote}");
        for (offset, _) in text.match_indices(&literal) {
            let before = text[..offset].trim_end();
            if ["from", "import", "import("]
                .iter()
                .any(|end| before.ends_with(end))
            {
                return Some(offset);
            }
            first = first.or(Some(offset));
        }
    }
    first
}

/// The position of a name as a whole word.
fn word(text: &str, name: &str) -> Option<usize> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
    let mut found = text.match_indices(name).map(|(offset, _)| offset);
    found.find(|offset| {
        let before = text[..*offset].chars().next_back();
        let after = text[offset + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

fn spot(text: &str, offset: usize) -> LineColumn {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let count = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
    (
        count(before.matches('\n').count()),
        count(before[line_start..].encode_utf16().count()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specifier_is_found_where_it_is_imported() {
        for (text, expect) in [
            ("import x from \"a\"", Some((1, 15))),
            ("\n  import 'a'", Some((2, 10))),
            ("f('a'); await import( 'a')", Some((1, 23))),
            ("/* ü😀 */ export * from 'a'", Some((1, 25))),
            ("f('a')", Some((1, 3))),
            ("import x from 'ab'", None),
            ("", None),
        ] {
            assert_eq!(specifier(text, "a"), expect, "{text}");
        }
    }

    #[test]
    fn a_name_is_found_in_its_import() {
        for (text, expect) in [
            ("import { x, Foo } from 'a'", Some((1, 13))),
            ("import { Food,\n Foo as x } from 'a'", Some((2, 2))),
            (
                "import Foo from 'b';\nimport * as x from 'a'",
                Some((2, 20)),
            ),
            ("export { Foo } from 'a'", Some((1, 10))),
            ("Foo", None),
        ] {
            assert_eq!(name(text, "Foo", "a"), expect, "{text}");
        }
    }
}
