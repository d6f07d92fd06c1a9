//! The paths of the toolset pages.

use candor_dashboard_kit::query;
use candor_model::ToolsetName;

pub(crate) const LIST: &str = "/toolsets";
pub(crate) const NEW: &str = "/toolsets/new";
/// Setup instructions for the default endpoint.
pub(crate) const CONNECT: &str = "/toolsets/connect";

/// The page of a toolset. A toolset with the name of a fixed page gets an encoded letter, so that
/// both have a path.
pub(crate) fn of(name: &ToolsetName) -> String {
    let plain = query::path(&["toolsets", name.as_str()]);
    if plain != NEW && plain != CONNECT {
        return plain;
    }
    let (first, rest) = name.as_str().split_at(1);
    format!("{LIST}/%{:02X}{rest}", first.as_bytes()[0])
}

/// A page of a toolset.
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
