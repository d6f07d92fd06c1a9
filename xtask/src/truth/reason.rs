//! Why nothing is known about a hint, in few words that can be counted.

/// Beginnings of what a report says, with how they are counted.
const REASONS: [(&str, &str); 7] = [
    ("no call succeeded", "no call of the tool succeeded"),
    (
        "not seen in",
        "it is said to do something that no call was seen to do",
    ),
    (
        "it reached outside",
        "the tool tried to reach the network, where nothing can be observed",
    ),
    (
        "it was not seen to change anything",
        "the tool was not seen to change anything, so there was nothing to judge",
    ),
    (
        "it changed a file whose content",
        "it changed a file whose content is not understood",
    ),
    (
        "no call that succeeded was made twice",
        "no call that succeeded was made twice",
    ),
    (
        "connections were not observed",
        "connections could not be observed",
    ),
];

/// How a reason is counted.
pub(super) fn class(evidence: &str) -> &'static str {
    let found = REASONS
        .iter()
        .find(|(start, _)| evidence.starts_with(start));
    found.map_or("another reason", |(_, class)| class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_by_their_beginning() {
        assert_eq!(
            class("no call succeeded: it wants a token"),
            "no call of the tool succeeded"
        );
        assert_eq!(class("the moon"), "another reason");
    }
}
