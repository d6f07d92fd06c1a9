//! Serialization of multipart bodies.
//!
//! The boundary is derived from the parts, so that equal calls are equal requests, and does not
//! occur in any of them. Names are escaped as in browsers: quotes and line breaks become `%22`,
//! `%0D` or `%0A`, so that no name can end its header.

use candor_model::Digest;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::part::FormPart;

/// The media type with its boundary, and the bytes.
pub(super) fn write(essence: &str, parts: &[FormPart]) -> (String, Vec<u8>) {
    let parts: Vec<(String, &[u8])> = parts
        .iter()
        .map(|part| (head(essence, part), part.bytes.as_slice()))
        .collect();
    let boundary = boundary(&parts);
    let mut bytes = Vec::new();
    for (head, body) in &parts {
        bytes.extend_from_slice(format!("--{boundary}\r\n{head}\r\n").as_bytes());
        bytes.extend_from_slice(body);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let essence = if essence == "multipart/*" {
        "multipart/form-data"
    } else {
        essence
    };
    (format!("{essence}; boundary={boundary}"), bytes)
}

/// The headers of a part.
fn head(essence: &str, part: &FormPart) -> String {
    // Only forms have names for their parts, but readers of other kinds ignore what they do not
    // know.
    let disposition = match essence {
        "multipart/mixed" | "multipart/related" => "attachment",
        _ => "form-data",
    };
    let mut head = format!(
        "Content-Disposition: {disposition}; name=\"{}\"",
        escape(&part.name)
    );
    if let Some(name) = &part.file_name {
        head.extend(["; filename=\"", &escape(name), "\""]);
    }
    head.push_str("\r\n");
    if let Some(content_type) = &part.content_type {
        head.extend(["Content-Type: ", content_type, "\r\n"]);
    }
    head
}

/// Letters beyond ASCII stay as they are, as browsers leave them.
fn escape(name: &str) -> String {
    let is_unsafe = |c: char| c == '"' || c.is_ascii_control();
    let mut escaped = String::with_capacity(name.len());
    for piece in name.split_inclusive(is_unsafe) {
        let plain = piece.trim_end_matches(is_unsafe);
        escaped.push_str(plain);
        escaped.extend(utf8_percent_encode(&piece[plain.len()..], NON_ALPHANUMERIC));
    }
    escaped
}

/// A text that is in no part. The first one that is tried almost never is.
fn boundary(parts: &[(String, &[u8])]) -> String {
    let mut all = Vec::new();
    for (head, body) in parts {
        all.extend_from_slice(format!("{}:{}:{head}", head.len(), body.len()).as_bytes());
        all.extend_from_slice(body);
    }
    let mut digest = Digest::of(&all);
    loop {
        let boundary = format!("candor-{}", &digest.to_string()[..32]);
        if !contains(&all, boundary.as_bytes()) {
            return boundary;
        }
        digest = Digest::of(digest.as_bytes());
    }
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}
