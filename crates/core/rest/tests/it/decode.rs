//! Readers of requests, written from the specifications and sharing no code with the writers.

/// Undoes percent-encoding. What is no escape stays.
pub(crate) fn percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3);
        let value = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match value {
            Some(value) if bytes[at] == b'%' => {
                decoded.push(value);
                at += 3;
            }
            _ => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).expect("UTF-8")
}

/// The pairs of a query or a form, as a server sees them: `+` is a space.
pub(crate) fn form(query: &str) -> Vec<(String, String)> {
    let decode = |text: &str| percent(&text.replace('+', " "));
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// The elements of a list, parted before they are decoded.
pub(crate) fn list(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(percent).collect()
}

/// `k=v` with separators between, parted before decoding.
pub(crate) fn members(text: &str, separator: char) -> Vec<(String, String)> {
    text.split(separator)
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (percent(name), percent(value))
        })
        .collect()
}

/// Pairs of `k,v,k,v`.
pub(crate) fn alternating(items: Vec<String>) -> Vec<(String, String)> {
    let mut items = items.into_iter();
    let mut pairs = Vec::new();
    while let Some(key) = items.next() {
        pairs.push((key, items.next().expect("a value for each name")));
    }
    pairs
}

/// One part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DecodedPart {
    pub(crate) name: String,
    pub(crate) file_name: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// The parts of a body (RFC 2046 and RFC 7578), read strictly.
pub(crate) fn multipart(content_type: &str, bytes: &[u8]) -> Vec<DecodedPart> {
    let (_, boundary) = content_type.split_once("boundary=").expect("a boundary");
    let mut parts = Vec::new();
    // The first delimiter has no line break before it, so one is put there.
    let mut rest = [b"\r\n", bytes].concat();
    let delimiter = format!("\r\n--{boundary}").into_bytes();
    let start = find(&rest, &delimiter).expect("a delimiter");
    assert_eq!(start, 0, "something stands before the first part");
    rest.drain(..delimiter.len());
    while !rest.starts_with(b"--") {
        assert!(rest.starts_with(b"\r\n"), "a delimiter is followed by more");
        let end = find(&rest, &delimiter).expect("an end");
        parts.push(part(&rest[2..end]));
        rest.drain(..end + delimiter.len());
    }
    assert_eq!(rest, b"--\r\n", "something stands behind the last part");
    parts
}

fn part(bytes: &[u8]) -> DecodedPart {
    let end = find(bytes, b"\r\n\r\n").expect("the end of the headers");
    let head = std::str::from_utf8(&bytes[..end]).expect("text");
    let mut part = DecodedPart {
        name: String::new(),
        file_name: None,
        content_type: None,
        bytes: bytes[end + 4..].to_vec(),
    };
    for line in head.split("\r\n") {
        match line.split_once(": ").expect("a header") {
            ("Content-Type", value) => part.content_type = Some(value.to_owned()),
            ("Content-Disposition", value) => {
                part.name = quoted(value, "; name=\"").expect("a name");
                part.file_name = quoted(value, "; filename=\"");
            }
            (name, _) => panic!("the header `{name}` was smuggled in"),
        }
    }
    part
}

fn quoted(text: &str, before: &str) -> Option<String> {
    let (_, rest) = text.split_once(before)?;
    let (value, _) = rest.split_once('"')?;
    Some(percent(value))
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes
        .windows(needle.len())
        .position(|window| window == needle)
}
