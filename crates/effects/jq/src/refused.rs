//! jq features that are not supported here, and why.

/// Why a filter may not load anything.
pub(crate) const MODULES: &str =
    "a filter cannot load modules; write everything into the filter itself";

/// The functions of jq that reach out of the filter, with the message for a filter that calls them.
const REFUSED: [(&[&str], &str); 6] = [
    (
        &["env", "$ENV"],
        "a filter does not see the environment of the gateway",
    ),
    (
        &["input", "inputs", "input_filename", "input_line_number"],
        "there is one input, the reply, and `.` is all of it",
    ),
    (
        &["debug", "stderr"],
        "its output would not be visible; make it part of the result instead",
    ),
    (
        &["halt", "halt_error"],
        "a filter ends by itself; use `empty`, `error` or `first(...)`",
    ),
    (
        &["localtime", "strflocaltime"],
        "the time zone of the gateway means nothing here; use `gmtime` or `strftime`",
    ),
    (&["modulemeta", "get_search_list"], MODULES),
];

/// Why a name of jq is missing here, if it is missing on purpose.
pub(crate) fn reason(name: &str) -> Option<&'static str> {
    let (_, reason) = REFUSED.iter().find(|(names, _)| names.contains(&name))?;
    Some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_is_refused_is_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/openapi.md");
        let text = std::fs::read_to_string(path).expect("the page about APIs");
        for name in REFUSED.iter().flat_map(|(names, _)| *names) {
            assert!(text.contains(&format!("`{name}`")), "{name}");
        }
        let longest = crate::filter::MAX_FILTER;
        assert!(text.contains(&format!("{longest} characters")));
    }
}
