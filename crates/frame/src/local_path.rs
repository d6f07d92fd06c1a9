//! Where somebody is led after they have logged in: a page of ours, and nowhere else.

use url::Url;

/// The longest path, in bytes.
const MAX: usize = 2_000;

/// Where to if no place is named, or one elsewhere.
const HOME: &str = "/";

/// The path of a page of ours, whatever was asked for.
pub fn or_home(wanted: Option<&str>) -> &str {
    wanted.filter(|path| is_local(path)).unwrap_or(HOME)
}

/// Whether a browser that is sent there stays here. Browsers read `\` as `/` and leave out tabs
/// and line breaks, so that `/\evil.example` would be another host.
fn is_local(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && c != '\\';
    let shaped = path.starts_with('/') && !path.starts_with("//");
    if path.len() > MAX || !shaped || !path.chars().all(plain) {
        return false;
    }
    // As a browser would understand it.
    let here = Url::parse("http://here.invalid/");
    let there = here.as_ref().map(|here| here.join(path));
    matches!((&here, there), (Ok(here), Ok(Ok(there))) if here.origin() == there.origin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_ours_are_followed() {
        for good in [
            "/",
            "/approvals",
            "/approvals/0198?before=1",
            "/a/b:c@d",
            "/x?next=http://evil.example/",
        ] {
            assert_eq!(or_home(Some(good)), good);
        }
        let long = format!("/{}", "x".repeat(MAX));
        for bad in [
            "",
            "approvals",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            " //evil.example",
            "http://evil.example/",
            "javascript:alert(1)",
            "/é",
            &long,
        ] {
            assert_eq!(or_home(Some(bad)), HOME, "{bad:?}");
        }
        assert_eq!(or_home(None), HOME);
    }
}
