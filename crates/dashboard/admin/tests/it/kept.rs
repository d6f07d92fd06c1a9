//! Snapshots of pages.

/// What else differs from run to run.
pub(crate) const FILTERS: [(&str, &str); 3] = [
    (">now<", ">[away]<"),
    (r"/access/[0-9a-f]{32}/", "/access/[id]/"),
    // The time of use is saved in the background.
    (
        r"<dt>Last used</dt><dd>.*</dd>",
        "<dt>Last used</dt><dd>[used]</dd>",
    ),
];

/// Compares a page with its snapshot.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        candor_pagetest::assert_page!($name, $page, crate::kept::FILTERS)
    };
}
