//! Where to redirect after sign-in: only to pages of this site.

use url::Url;

/// The maximum length of a path, in bytes.
const MAX: usize = 2_000;

/// The target where none is given, or one on another site.
const HOME: &str = "/";

/// The wanted path if it is on this site, or the home page.
pub fn or_home(wanted: Option<&str>) -> &str {
    wanted.filter(|path| is_local(path)).unwrap_or(HOME)
}

/// Whether a browser that follows the path stays on this site. Browsers read `\` as `/` and drop tabs
/// and line breaks, so that `/\evil.example` is another host.
fn is_local(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && c != '\\';
    let shaped = path.starts_with('/') && !path.starts_with("//");
    if path.len() > MAX || !shaped || !path.chars().all(plain) {
        return false;
    }
    // As a browser parses it.
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
