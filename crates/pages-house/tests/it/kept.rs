//! Pages that are compared with those that were kept.

/// What differs from run to run on the pages of the house, beyond what does on every page.
pub(crate) const FILTERS: [(&str, &str); 3] = [
    (">now<", ">[away]<"),
    (r"/access/[0-9a-f]{32}/", "/access/[id]/"),
    // It is written down aside, sooner or later.
    (
        r"<dt>Last used</dt><dd>.*</dd>",
        "<dt>Last used</dt><dd>[used]</dd>",
    ),
];

/// Compares the contents of a page with those that were kept under a name.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        let filters = [
            &candor_pagetest::settle::FILTERS[..],
            &crate::kept::FILTERS[..],
        ];
        insta::with_settings!({ filters => filters.concat(), omit_expression => true }, {
            insta::assert_snapshot!($name, $page.main());
        });
    };
}
