//! Removes variable parts of a page before it is compared with a snapshot.

/// Patterns and replacements, for `insta`'s filters.
pub const FILTERS: [(&str, &str); 11] = [
    (
        r#"name="form" value="[0-9a-f]{64}""#,
        r#"name="form" value="[form]""#,
    ),
    // Pins are written in the background, each with a version. None is 0.
    (
        r#"name="version" value="[1-9]\d*""#,
        r#"name="version" value="[version]""#,
    ),
    (r"\?v=[0-9a-f]{16}", "?v=[v]"),
    (
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        "[id]",
    ),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "[moment]"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", "[moment]"),
    (
        r"\b((in )?\d+ (second|minute|hour|day)s?( ago)?|in \d+ (s|min|h)|\d+ (s|min|h) ago)\b",
        "[away]",
    ),
    (r"\(now\)", "([away])"),
    (r">now</time>", ">[away]</time>"),
    (r"127\.0\.0\.1:\d+", "127.0.0.1:[port]"),
    (r"\b[0-9a-f]{64}\b", "[hash]"),
];

/// Compares the contents of a page with a named snapshot. Uses the caller's `insta`, so that
/// snapshots are beside the test.
#[macro_export]
macro_rules! assert_page {
    ($name:expr, $page:expr) => {
        $crate::assert_page!($name, $page, [] as [(&str, &str); 0])
    };
    // With more filters, which come first.
    ($name:expr, $page:expr, $filters:expr) => {
        let mut filters = Vec::from($filters);
        filters.extend($crate::redact::FILTERS);
        insta::with_settings!({ filters => filters, omit_expression => true }, {
            insta::assert_snapshot!($name, $page.main());
        });
    };
}
