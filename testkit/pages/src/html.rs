//! The checks for every page: it is well formed, has no inline script or style, and is accessible
//! to screen readers.

use std::collections::BTreeSet;

/// Elements that have no end.
const VOID: [&str; 8] = ["meta", "link", "input", "br", "hr", "img", "wbr", "col"];

/// Attributes that name other elements of the page by their ids.
const REFERENCES: [&str; 6] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "popovertarget",
    "data-copy",
];

/// A tag and its attributes.
struct HtmlTag<'a> {
    name: &'a str,
    text: &'a str,
}

/// The prefixes of links with which editors install servers.
const INSTALLS: [&str; 2] = [
    "cursor://anysphere.cursor-deeplink/mcp/install?",
    "vscode:mcp/install?",
];

/// Checks a page.
pub fn check(path: &str, page: &str) {
    assert!(page.starts_with("<!doctype html>"), "{path}");
    let mut open: Vec<&str> = Vec::new();
    let (mut ids, mut labelled, mut fields) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut named = BTreeSet::new();
    let (mut headings, mut level) = (0, 0);
    for tag in tags(page) {
        if let Some(name) = tag.name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{path}: {}", tag.text);
            continue;
        }
        if !VOID.contains(&tag.name) && !tag.text.ends_with('/') {
            open.push(tag.name);
        }
        if tag.name == "script" {
            let from = tag.get("src").unwrap_or_default();
            assert!(
                from.starts_with("/assets/candor.js?v="),
                "{path}: {}",
                tag.text
            );
        }
        for bad in ["style", "onclick", "onload", "onerror", "oninput", "srcdoc"] {
            assert_eq!(tag.get(bad), None, "{path}: {}", tag.text);
        }
        for place in ["href", "action", "formaction"] {
            let to = tag.get(place).unwrap_or("/");
            let is_own = to.starts_with(['/', '#']) && !to.starts_with("//");
            // A person may follow an untrusted address, whose server then learns nothing of this
            // page.
            let is_web = to.starts_with("https://") || to.starts_with("http://");
            let keeps_quiet = tag.get("rel") == Some("external nofollow noopener noreferrer");
            let may_lead = tag.name == "a" && is_web && keeps_quiet;
            // A person may let their editor add an endpoint.
            let installs = INSTALLS.iter().any(|start| to.starts_with(start));
            let may_lead = may_lead || tag.name == "a" && place == "href" && installs;
            assert!(is_own || may_lead, "{path}: {to}");
        }
        if let Some(id) = tag.get("id") {
            assert!(ids.insert(id.to_owned()), "{path}: two of {id}");
        }
        if let Some(id) = tag.get("for") {
            labelled.insert(id.to_owned());
        }
        for attribute in REFERENCES {
            let given = tag.get(attribute).unwrap_or_default();
            named.extend(given.split_whitespace().map(str::to_owned));
        }
        let hidden = tag.get("type") == Some("hidden");
        let named = tag.get("aria-label").is_some() || tag.get("aria-labelledby").is_some();
        if matches!(tag.name, "input" | "textarea" | "select") && !hidden && !named {
            fields.push(tag.get("id").unwrap_or_default().to_owned());
        }
        if let Some(deep) = tag
            .name
            .strip_prefix('h')
            .and_then(|deep| deep.parse::<u32>().ok())
        {
            headings += u32::from(deep == 1);
            assert!(deep <= level + 1, "{path}: h{deep} after h{level}");
            level = deep;
        }
    }
    assert!(open.is_empty(), "{path}: {open:?}");
    assert_eq!(headings, 1, "{path}: one h1");
    for id in named {
        assert!(ids.contains(&id), "{path}: there is no `{id}`");
    }
    for field in fields {
        assert!(labelled.contains(&field), "{path}: `{field}` has no label");
    }
    for part in [
        "<html lang=\"en\">",
        "<main id=\"main\"",
        "href=\"#main\"",
        "name=\"viewport\"",
    ] {
        assert!(page.contains(part), "{path}: {part}");
    }
}

fn tags(page: &str) -> impl Iterator<Item = HtmlTag<'_>> {
    page.split('<').skip(2).map(|rest| {
        let (text, _) = rest.split_once('>').expect("a tag ends");
        let name = text.split([' ', '\n']).next().expect("a name");
        assert!(
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '/'),
            "{text}"
        );
        HtmlTag { name, text }
    })
}

// === impl HtmlTag ===

impl<'a> HtmlTag<'a> {
    fn get(&self, attribute: &str) -> Option<&'a str> {
        let begin = format!(" {attribute}=\"");
        let (_, rest) = self.text.split_once(&begin)?;
        rest.split('"').next()
    }
}
