//! Headers that are never arguments.

/// Headers that belong to the connection, the sender or to credentials, or that override the
/// method. In lower case.
const RESERVED: [&str; 23] = [
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "cookie2",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "origin",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "x-forwarded-host",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// Whether no argument may set this header; ignores case.
pub fn is_reserved(header: &str) -> bool {
    let small = header.to_ascii_lowercase();
    RESERVED.contains(&small.as_str()) || small.starts_with("proxy-")
}

/// Whether a header overrides the method of a request; ignores case.
pub(super) fn overrides_method(header: &str) -> bool {
    let small = header.to_ascii_lowercase();
    [
        "x-http-method",
        "x-http-method-override",
        "x-method-override",
    ]
    .contains(&small.as_str())
}
