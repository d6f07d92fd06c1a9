//! Multipart parsing, independent of the product's code.

/// One part of a multipart body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultipartPart {
    /// The part's headers as sent.
    pub headers: Vec<(String, String)>,
    /// The field's name, from `Content-Disposition`.
    pub name: Option<String>,
    /// The file's name, from `Content-Disposition`.
    pub filename: Option<String>,
    /// The content, as it arrived.
    pub body: Vec<u8>,
}

// === impl MultipartPart ===

impl MultipartPart {
    /// The first value of a header; the name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The bytes as text; what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Parses a body with the boundary in its content type.
pub(super) fn parse(content_type: &str, body: &[u8]) -> Result<Vec<MultipartPart>, String> {
    if !content_type
        .trim_start()
        .to_ascii_lowercase()
        .starts_with("multipart/")
    {
        return Err(format!("`{content_type}` is not multipart"));
    }
    let boundary = parameter(content_type, "boundary")
        .ok_or_else(|| format!("`{content_type}` names no boundary"))?;
    let delimiter = format!("\r\n--{boundary}");
    // The first delimiter may do without the line end before it.
    let mut rest = if body.starts_with(&delimiter.as_bytes()[2..]) {
        &body[delimiter.len() - 2..]
    } else {
        after(body, delimiter.as_bytes())
            .map(|(_, rest)| rest)
            .ok_or_else(|| format!("the boundary `{boundary}` does not occur in the body"))?
    };
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let (_, content) = after(rest, b"\r\n").ok_or("a boundary's line has no end")?;
        let (content, next) =
            after(content, delimiter.as_bytes()).ok_or("the last boundary is missing")?;
        parts.push(part(content)?);
        rest = next;
    }
    Ok(parts)
}

fn part(content: &[u8]) -> Result<MultipartPart, String> {
    let (head, body) = match content.strip_prefix(b"\r\n") {
        Some(body) => (&[][..], body),
        None => after(content, b"\r\n\r\n").ok_or("a part's headers have no end")?,
    };
    let head = String::from_utf8_lossy(head);
    let mut headers = Vec::new();
    for line in head.split("\r\n").filter(|line| !line.is_empty()) {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| format!("a part has the header `{line}`, which has no colon"))?;
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut part = MultipartPart {
        headers,
        name: None,
        filename: None,
        body: body.to_vec(),
    };
    if let Some(disposition) = part.header("content-disposition") {
        let (name, filename) = (
            parameter(disposition, "name"),
            parameter(disposition, "filename"),
        );
        part.name = name.map(|text| unescape(&text));
        part.filename = filename.map(|text| unescape(&text));
    }
    Ok(part)
}

/// A parameter of a header, quoted or not. A quoted value ends at the next quotation mark.
fn parameter(header: &str, name: &str) -> Option<String> {
    let mut rest = header;
    loop {
        rest = rest.split_once(';')?.1.trim_start();
        let (key, value) = rest.split_once('=')?;
        let (value, tail) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => value.split_at(value.find(';').unwrap_or(value.len())),
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value.trim().to_owned());
        }
        rest = tail;
    }
}

/// Names in multipart escape just these three, as browsers do.
fn unescape(text: &str) -> String {
    text.replace("%22", "\"")
        .replace("%0D", "\r")
        .replace("%0A", "\n")
}

/// The parts before and after the first occurrence of `needle`.
fn after<'a>(text: &'a [u8], needle: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = text
        .windows(needle.len())
        .position(|window| window == needle)?;
    Some((&text[..at], &text[at + needle.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: &str = "multipart/form-data; charset=x; boundary=\"b;1\"";

    #[test]
    fn parts_are_cut_out_byte_for_byte() {
        let body = b"--b;1\r\nContent-Disposition: form-data; name=\"a%22;\"\r\n\r\none\r\n\
            --b;1\r\ncontent-disposition: form-data; name=f; filename=\"x.bin\"\r\n\
            Content-Type: image/png\r\n\r\n\x00\r\n\xff--b;1\r\n--b;1\r\n\r\nbare\r\n--b;1--\r\n";
        let parts = parse(TYPE, body).expect("parts");
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[0].name.as_deref(), Some("a\";"));
        assert_eq!(parts[0].text(), "one");
        assert_eq!(parts[1].name.as_deref(), Some("f"));
        assert_eq!(parts[1].filename.as_deref(), Some("x.bin"));
        assert_eq!(parts[1].header("content-type"), Some("image/png"));
        assert_eq!(parts[1].body, b"\x00\r\n\xff--b;1");
        assert_eq!(
            (parts[2].name.as_deref(), &*parts[2].text()),
            (None, "bare")
        );
    }

    #[test]
    fn no_parts_are_no_parts() {
        assert_eq!(parse(TYPE, b"--b;1--"), Ok(Vec::new()));
        assert_eq!(parse(TYPE, b"preamble\r\n--b;1--\r\n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (content_type, body, expect) in [
            ("text/plain", "", "`text/plain` is not multipart"),
            ("multipart/mixed", "", "names no boundary"),
            (TYPE, "x", "`b;1` does not occur"),
            (TYPE, "--b;1", "has no end"),
            (TYPE, "--b;1\r\n\r\nx", "the last boundary is missing"),
            (TYPE, "--b;1\r\nno colon\r\n\r\nx\r\n--b;1--", "`no colon`"),
            (TYPE, "--b;1\r\na: b\r\n--b;1--", "headers have no end"),
        ] {
            let error = parse(content_type, body.as_bytes()).expect_err("refused");
            assert!(error.contains(expect), "{error}");
        }
    }
}
