//! Where the pages of toolsets are.

use candor_frame::query;
use candor_model::ToolsetName;

/// All of them.
pub(crate) const LIST: &str = "/toolsets";
/// Where one is made.
pub(crate) const NEW: &str = "/toolsets/new";
/// How clients reach the plain endpoint.
pub(crate) const CONNECT: &str = "/toolsets/connect";

/// Where one toolset is. One that is called like a fixed page is spelt with an encoded letter,
/// which is the same name and leads past that page.
pub(crate) fn of(name: &ToolsetName) -> String {
    let plain = query::path(&["toolsets", name.as_str()]);
    if plain != NEW && plain != CONNECT {
        return plain;
    }
    let (first, rest) = name.as_str().split_at(1);
    format!("{LIST}/%{:02X}{rest}", first.as_bytes()[0])
}

/// Where a part of it is.
pub(crate) fn part(name: &ToolsetName, part: &str) -> String {
    format!("{}/{part}", of(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_toolset_has_an_address_of_its_own() {
        for (name, expect) in [
            ("reading", "/toolsets/reading"),
            ("new", "/toolsets/%6Eew"),
            ("connect", "/toolsets/%63onnect"),
            ("newer", "/toolsets/newer"),
        ] {
            let name = ToolsetName::parse(name).expect("a name");
            assert_eq!(of(&name), expect);
            assert_eq!(part(&name, "edit"), format!("{expect}/edit"));
        }
    }
}
