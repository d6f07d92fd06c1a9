//! Headers that are never arguments.

/// Headers that belong to the connection, to the sender or to credentials, or that turn a method
/// into another one. In small letters.
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

/// Whether no argument may set this header, in any capitals.
pub fn is_reserved(header: &str) -> bool {
    let small = header.to_ascii_lowercase();
    RESERVED.contains(&small.as_str()) || small.starts_with("proxy-")
}

/// Whether a header turns the method of a request into another one, in any capitals.
pub(super) fn overrides_method(header: &str) -> bool {
    let small = header.to_ascii_lowercase();
    [
        "x-http-method",
        "x-http-method-override",
        "x-method-override",
    ]
    .contains(&small.as_str())
}
