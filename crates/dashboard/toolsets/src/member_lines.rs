//! The members of a toolset as lines of text, so that a plain form can edit them.
//!
//! | line | member |
//! |---|---|
//! | `shop.list_books` | that tool |
//! | `shop.list_*` | every tool whose name matches |
//! | `read_only=true`, `shop:destructive=false` | every tool with that trusted hint |
//! | `shop.list_books @ID` | that tool, as long as it has that id |
//! | `@ID` | the tool with that id |

use std::collections::HashSet;

use candor_model::hidden_character;
use candor_model::{Digest, QualifiedName, ToolPattern, ToolRef, ToolsetMember};

/// The most errors that are reported at once.
const FAULTS: usize = 5;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct MemberLines {
    /// The members without duplicates, in order.
    pub(crate) members: Vec<ToolsetMember>,
    /// One sentence with a line number for each invalid line.
    pub(crate) faults: Vec<String>,
}

/// Parses one line.
pub(crate) fn read(text: &str) -> Result<ToolsetMember, String> {
    let text = text.trim();
    if let Some((name, id)) = text.rsplit_once('@')
        && let Some(id) = Digest::parse(id)
        && (name.is_empty() || name.ends_with(' '))
    {
        let tool = reference(name.trim_end(), id)?;
        return Ok(ToolsetMember::Tool(tool));
    }
    let read = ToolsetMember::parse(text);
    // A tool name may contain `=` without being a hint.
    read.or_else(|error| {
        let pattern = ToolPattern::parse(text).map_err(|_| error)?;
        Ok(match pattern.as_exact() {
            Some(name) => ToolsetMember::Tool(ToolRef::named(name)),
            None => ToolsetMember::Pattern(pattern),
        })
    })
}

fn reference(name: &str, id: Digest) -> Result<ToolRef, String> {
    let named = if name.is_empty() {
        None
    } else {
        let pattern = ToolPattern::parse(name).map_err(|error| error.to_string())?;
        let exact = pattern.as_exact();
        Some(exact.ok_or_else(|| format!("`{pattern}` is a pattern and has no id"))?)
    };
    ToolRef::new(named, Some(id)).ok_or_else(|| "no tool is named".to_owned())
}

/// A member as a line; none if no line can express it or the line would hide characters.
pub(crate) fn write(member: &ToolsetMember) -> Option<String> {
    let text = match member {
        ToolsetMember::Tool(tool) => match (tool.name(), tool.ref_id()) {
            (Some(name), Some(id)) => format!("{name} @{id}"),
            (None, Some(id)) => format!("@{id}"),
            (Some(name), None) => name.to_string(),
            (None, None) => return None,
        },
        other => other.to_string(),
    };
    let seen = hidden_character(&text).is_none();
    (seen && read(&text).as_ref() == Ok(member)).then_some(text)
}

/// A tool as a line; none if no line means it alone.
pub(crate) fn of_tool(name: &QualifiedName) -> Option<String> {
    write(&ToolsetMember::Tool(ToolRef::named(name.clone())))
}

/// Parses all lines; empty lines and duplicates are skipped.
pub(crate) fn read_all(text: &str) -> MemberLines {
    let mut lines = MemberLines::default();
    let mut seen = HashSet::new();
    let all = text.lines().enumerate();
    for (at, line) in all.filter(|(_, line)| !line.trim().is_empty()) {
        match read(line) {
            Ok(member) => {
                if seen.insert(member.clone()) {
                    lines.members.push(member);
                }
            }
            Err(why) if lines.faults.len() < FAULTS => {
                lines.faults.push(format!("Line {}: {why}.", at + 1));
            }
            Err(_) => {}
        }
    }
    lines
}

/// Members as lines, and the members that no line can express.
pub(crate) fn write_all(members: &[ToolsetMember]) -> (String, Vec<ToolsetMember>) {
    let (mut text, mut odd) = (String::new(), Vec::new());
    for member in members {
        match write(member) {
            Some(line) => {
                text.push_str(&line);
                text.push('\n');
            }
            None => odd.push(member.clone()),
        }
    }
    (text, odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn what_is_written_is_read_back() {
        let pinned = format!("shop.x @{ID}");
        let by_id = format!("@{ID}");
        for text in [
            "shop.list_books",
            "shop.list_*",
            "read_only=true",
            "shop:open_world=false",
            "shop.a=b",
            "shop.a=*",
            "shop.näme with @ blanks",
            &pinned,
            &by_id,
        ] {
            let member = read(text).expect(text);
            assert_eq!(write(&member).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_no_line_means_is_told() {
        let source = candor_model::SourceName::parse("shop").expect("a name");
        for own in [
            "a\nb",
            "a\u{202e}b",
            "a ",
            "a*",
            "\u{7}",
            &format!("a @{ID}"),
        ] {
            let name = QualifiedName::new(source.clone(), own);
            assert_eq!(of_tool(&name), None, "{own:?}");
        }
        let odd = ToolsetMember::Tool(ToolRef::named(QualifiedName::new(source, "a\nb")));
        let fine = read("shop.x").expect("a member");
        let (text, rest) = write_all(&[fine, odd.clone()]);
        assert_eq!((&*text, rest), ("shop.x\n", vec![odd]));
    }

    #[test]
    fn mistakes_are_told_by_line() {
        let lines = read_all("\nshop.x\nshop\n\n shop.x \nread_only=yes\n");
        assert_eq!(lines.members.len(), 1);
        assert!(lines.faults[0].starts_with("Line 3: `shop` names no tool"));
        assert!(lines.faults[1].starts_with("Line 6: `read_only=yes` selects nothing"));
        assert_eq!(read_all(&"?\n".repeat(1_000)).faults.len(), FAULTS);
        let pattern = format!("shop.* @{ID}");
        assert!(read(&pattern).expect_err("a pattern").contains("has no id"));
    }
}
