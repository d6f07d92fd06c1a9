//! What is kept of a message over the size limit.

/// The two ends of a message over the limit. Its middle was never held in memory.
///
/// The ends are enough to identify the request that the message would have answered: some servers
/// write the `id` first and some write it last.
#[derive(Clone, Debug)]
pub struct OversizeMessage {
    keep: usize,
    length: usize,
    head: Vec<u8>,
    tail: Vec<u8>,
}

/// The members found at one end of a message.
#[derive(Default)]
struct EdgeMembers {
    id: Option<u64>,
    /// There is a `method` or `params`: the message is not an answer.
    asks: bool,
}

// === impl OversizeMessage ===

impl OversizeMessage {
    /// How many bytes of either end of a message are kept.
    pub(crate) const KEEP: usize = 1024;

    pub(crate) fn new(keep: usize) -> Self {
        Self {
            keep,
            length: 0,
            head: Vec::new(),
            tail: Vec::new(),
        }
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        let room = self.keep - self.head.len();
        self.head.extend_from_slice(&bytes[..room.min(bytes.len())]);
        let last = &bytes[bytes.len().saturating_sub(self.keep)..];
        self.tail.extend_from_slice(last);
        // Cutting only at twice the size makes moves rare.
        if self.tail.len() > 2 * self.keep {
            self.tail.drain(..self.tail.len() - self.keep);
        }
    }

    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The beginning of the message.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The end of the message.
    pub fn tail(&self) -> &[u8] {
        &self.tail[self.tail.len().saturating_sub(self.keep)..]
    }

    /// The id of the request that this message would have answered, if it is an answer and its `id`
    /// is near one of the ends.
    pub fn response_id(&self) -> Option<u64> {
        let head = read_head(&self.head);
        let tail = read_tail(self.tail());
        if head.asks || tail.asks {
            return None;
        }
        match (head.id, tail.id) {
            (Some(first), Some(last)) if first != last => None,
            (first, last) => first.or(last),
        }
    }
}

impl PartialEq for OversizeMessage {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head && self.tail() == other.tail()
    }
}

impl Eq for OversizeMessage {}

/// Reads members from the front until the text ends.
fn read_head(text: &[u8]) -> EdgeMembers {
    let mut seen = EdgeMembers::default();
    let Some(mut rest) = after(text, b'{') else {
        return seen;
    };
    loop {
        let Some((key, value)) = read_key(rest) else {
            return seen;
        };
        let Some(next) = skip_value(value) else {
            seen.note(key, None);
            return seen;
        };
        seen.note(key, Some(&value[..value.len() - next.len()]));
        let Some(more) = after(next, b',') else {
            return seen;
        };
        rest = more;
    }
}

/// Reads members from the back, as long as their values are plain numbers and strings.
fn read_tail(text: &[u8]) -> EdgeMembers {
    let mut seen = EdgeMembers::default();
    let Some(mut rest) = before(text, b'}') else {
        return seen;
    };
    loop {
        let Some((front, value)) = split_last_value(rest) else {
            return seen;
        };
        let Some(front) = before(front, b':') else {
            return seen;
        };
        let Some((front, key)) = split_last_value(front) else {
            return seen;
        };
        let Some(key) = key
            .strip_prefix(b"\"")
            .and_then(|key| key.strip_suffix(b"\""))
        else {
            return seen;
        };
        // Without a comma or brace this was the end of something longer.
        let more = before(front, b',');
        if more.is_none() && before(front, b'{').is_none() {
            return seen;
        }
        seen.note(key, Some(value));
        let Some(more) = more else { return seen };
        rest = more;
    }
}

// === impl EdgeMembers ===

impl EdgeMembers {
    fn note(&mut self, key: &[u8], value: Option<&[u8]>) {
        match key {
            b"id" => {
                self.id = value
                    .and_then(|value| std::str::from_utf8(value).ok())
                    .and_then(|value| value.trim().parse().ok());
            }
            b"method" | b"params" => self.asks = true,
            _ => {}
        }
    }
}

/// The text after a byte and surrounding whitespace.
fn after(text: &[u8], byte: u8) -> Option<&[u8]> {
    Some(
        text.trim_ascii_start()
            .strip_prefix(&[byte])?
            .trim_ascii_start(),
    )
}

/// The text before a byte and surrounding whitespace.
fn before(text: &[u8], byte: u8) -> Option<&[u8]> {
    Some(
        text.trim_ascii_end()
            .strip_suffix(&[byte])?
            .trim_ascii_end(),
    )
}

/// A key, and the text starting with its value.
fn read_key(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = string_end(text)?;
    Some((&text[1..end - 1], after(&text[end..], b':')?))
}

/// The position after the closing quote of the string at the start of the text.
fn string_end(text: &[u8]) -> Option<usize> {
    if text.first() != Some(&b'"') {
        return None;
    }
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The text after the value at its start, or `None` if the value is incomplete.
fn skip_value(text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'"' => at += string_end(&text[at..])?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b',' | b'}' | b']' if depth == 0 => return Some(&text[at..]),
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Splits a plain number or string off the end. Strings with an escape are skipped: their beginning
/// cannot be determined from the end.
fn split_last_value(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = if let Some(front) = text.strip_suffix(b"\"") {
        let start = memchr::memrchr(b'"', front)?;
        let plain = !front[start..].contains(&b'\\') && front[..start].last() != Some(&b'\\');
        plain.then_some(start)?
    } else {
        let digits = text
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        (digits > 0).then_some(text.len() - digits)?
    };
    Some(text.split_at(at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id_of(text: &str) -> Option<u64> {
        let mut oversize = OversizeMessage::new(64);
        oversize.extend(text.as_bytes());
        oversize.response_id()
    }

    #[test]
    fn finds_the_request_at_either_end() {
        let long = "x".repeat(300);
        let cases = [
            (
                format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"a":"{long}"}}}}"#),
                Some(7),
            ),
            (format!(r#" {{ "id" : 7 , "result" : "{long}"}}"#), Some(7)),
            (
                format!(r#"{{"result":{{"a":"{long}"}},"jsonrpc":"2.0","id":7}}"#),
                Some(7),
            ),
            (
                format!(r#"{{"result":"{long}","id":7 , "jsonrpc":"2.0" }} "#),
                Some(7),
            ),
            (
                format!(r#"{{"error":{{"id":3,"message":"{long}"}},"id":7}}"#),
                Some(7),
            ),
            // Not at the top level, not a number, contradictory, or cut short.
            (format!(r#"{{"result":{{"a":"{long}","id":7}}}}"#), None),
            (format!(r#"{{"result":"{long},\"id\":7"}}"#), None),
            (format!(r#"{{"result":"{long}","x\"id":7}}"#), None),
            (format!(r#"{{"id":"7","result":"{long}"}}"#), None),
            (format!(r#"{{"id":7,"result":"{long}","id":8}}"#), None),
            (format!(r#"{{"result":"{long}","id":7"#), None),
            (format!(r#"[{{"id":7,"result":"{long}"}}]"#), None),
            // Requests of the server with an id that is also one of ours.
            (
                format!(r#"{{"id":7,"method":"x","params":{{"a":"{long}"}}}}"#),
                None,
            ),
            (
                format!(r#"{{"id":7,"params":{{"a":"{long}"}},"method":"x"}}"#),
                None,
            ),
            (
                format!(r#"{{"params":{{"a":"{long}"}},"method":"x","id":7}}"#),
                None,
            ),
        ];
        for (text, expect) in cases {
            assert_eq!(id_of(&text), expect, "{text}");
        }
    }

    proptest! {
        #[test]
        fn keeps_both_ends_however_it_comes(chunks in proptest::collection::vec(
            proptest::collection::vec(any::<u8>(), 0..40), 0..20)) {
            let mut oversize = OversizeMessage::new(16);
            for chunk in &chunks {
                oversize.extend(chunk);
            }
            let whole = chunks.concat();
            prop_assert_eq!(oversize.length(), whole.len());
            prop_assert_eq!(oversize.head(), &whole[..whole.len().min(16)]);
            prop_assert_eq!(oversize.tail(), &whole[whole.len().saturating_sub(16)..]);
            // `response_id` never fails, whatever the bytes are.
            let _found: Option<u64> = oversize.response_id();
        }
    }
}
