//! Conversion of positions in JSON text to paths.

/// The path of the value at a column of compact JSON, such as `lines[2].price`; empty for the root.
/// Columns count from 1, in bytes, as the parser counts them.
pub(super) fn at(text: &str, column: usize) -> String {
    let mut steps: Vec<ArgumentPathStep> = Vec::new();
    let bytes = text.as_bytes();
    let end = column.saturating_sub(1).min(bytes.len());
    let mut place = 0;
    while place < end {
        match bytes[place] {
            b'"' => {
                let close = closing(bytes, place);
                // A string before a colon is a member name.
                if bytes.get(close + 1) == Some(&b':')
                    && let Some(ArgumentPathStep::Member(name)) = steps.last_mut()
                {
                    text[place + 1..close].clone_into(name);
                }
                place = close;
            }
            b'{' => steps.push(ArgumentPathStep::Member(String::new())),
            b'[' => steps.push(ArgumentPathStep::Item(0)),
            b',' => match steps.last_mut() {
                Some(ArgumentPathStep::Item(at)) => *at += 1,
                Some(ArgumentPathStep::Member(name)) => name.clear(),
                None => {}
            },
            b'}' | b']' => {
                steps.pop();
            }
            _ => {}
        }
        place += 1;
    }
    // The end of a container belongs to the container, not to its last element.
    if matches!(bytes.get(end), Some(b'}' | b']')) {
        steps.pop();
    }
    steps.iter().fold(String::new(), ArgumentPathStep::join)
}

enum ArgumentPathStep {
    Member(String),
    Item(usize),
}

// === impl ArgumentPathStep ===

impl ArgumentPathStep {
    fn join(path: String, step: &Self) -> String {
        match step {
            Self::Member(name) if name.is_empty() => path,
            Self::Member(name) if path.is_empty() => name.clone(),
            Self::Member(name) => format!("{path}.{name}"),
            Self::Item(at) => format!("{path}[{at}]"),
        }
    }
}

/// The end of the string that starts here.
fn closing(bytes: &[u8], open: usize) -> usize {
    let mut place = open + 1;
    while place < bytes.len() && bytes[place] != b'"' {
        place += if bytes[place] == b'\\' { 2 } else { 1 };
    }
    place.min(bytes.len().saturating_sub(1))
}
