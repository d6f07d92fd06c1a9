//! Parsing of `$ref` texts.

/// The file extensions that are read.
const ENDINGS: [&str; 3] = [".json", ".yaml", ".yml"];

/// A target in the same file or in another one of the bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DocumentReference {
    /// The file, relative to the document's folder; `None` for the file of the reference.
    pub(super) file: Option<String>,
    /// The place in the file: empty, a JSON pointer, or the name of an anchor.
    pub(super) fragment: String,
}

// === impl DocumentReference ===

impl DocumentReference {
    /// Parses a reference in the file `from`. The error says why it is never followed.
    pub(super) fn parse(text: &str, from: &str) -> Result<Self, &'static str> {
        let (file, fragment) = text.split_once('#').unwrap_or((text, ""));
        let fragment = decode(fragment).ok_or("it is not a URI reference")?;
        let file = match file {
            "" => None,
            file => Some(sibling(file, from)?),
        };
        Ok(Self { file, fragment })
    }
}

/// A file referenced from `from`, relative to the document's folder.
fn sibling(file: &str, from: &str) -> Result<String, &'static str> {
    const OUTSIDE: &str = "it leaves the document's folder, and nothing outside it is read";
    const ODD: &str = "it is not the plain name of a file";
    if has_scheme(file) || file.starts_with("//") {
        return Err("nothing is fetched to read a document; save it beside the document");
    }
    if file.starts_with(['/', '\\', '~']) {
        return Err(OUTSIDE);
    }
    if file.contains(['\\', '?']) || file.chars().any(char::is_control) {
        return Err(ODD);
    }
    let mut path: Vec<&str> = from.split('/').collect();
    path.pop();
    let mut path: Vec<String> = path.into_iter().map(str::to_owned).collect();
    for segment in file.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                path.pop().ok_or(OUTSIDE)?;
            }
            hidden if hidden.starts_with('.') => return Err("hidden files are not read"),
            segment => path.push(plain(segment).ok_or(ODD)?),
        }
    }
    let name = path.join("/");
    let lower = name.to_ascii_lowercase();
    if ENDINGS.iter().any(|ending| lower.ends_with(ending)) {
        Ok(name)
    } else {
        Err("only `.json`, `.yaml` and `.yml` files are read")
    }
}

/// Whether it starts with a scheme or drive, like `https:` or `C:`.
fn has_scheme(file: &str) -> bool {
    file.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// A path segment with percent encoding removed, unless that reveals special characters.
fn plain(segment: &str) -> Option<String> {
    let decoded = decode(segment)?;
    let came = |c: char| decoded.matches(c).count() != segment.matches(c).count();
    let odd = ['/', '\\', '.', ':'].into_iter().any(came)
        || decoded.contains(['%', '\\'])
        || decoded.chars().any(char::is_control);
    (!odd).then_some(decoded)
}

/// Removes percent encoding. `None` if the result is not UTF-8.
fn decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let hex = |byte: u8| char::from(byte).to_digit(16);
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                bytes.push(u8::try_from(high * 16 + low).ok()?);
                rest = &tail[2..];
            }
            // A percent sign that escapes nothing is literal, as in `#/paths/100%`.
            None => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, from: &str, expect: Result<(Option<&str>, &str), &str>) {
        let told = DocumentReference::parse(text, from);
        let told = told.as_ref().map(|it| (it.file.as_deref(), &*it.fragment));
        match (told, expect) {
            (Err(told), Err(expect)) => assert!(told.contains(expect), "{text}: {told}"),
            (told, expect) => assert_eq!(told.map_err(|it| *it), expect, "{text}"),
        }
    }

    #[test]
    fn places_in_the_same_file() {
        let from = "api.yaml";
        check("#", from, Ok((None, "")));
        check("#/a/~1b", from, Ok((None, "/a/~1b")));
        check(
            "#/paths/~1a~1%7Bid%7D",
            from,
            Ok((None, "/paths/~1a~1{id}")),
        );
        check("#/100%", from, Ok((None, "/100%")));
        check("#node", from, Ok((None, "node")));
        check("#/%ff", from, Err("not a URI reference"));
    }

    #[test]
    fn files_in_the_folder_and_below() {
        check("a.yaml", "api.yaml", Ok((Some("a.yaml"), "")));
        check("./s/a.YML#/X", "api.yaml", Ok((Some("s/a.YML"), "/X")));
        check("../b.json#/X", "s/a.yaml", Ok((Some("b.json"), "/X")));
        check("b.json", "s/t/a.yaml", Ok((Some("s/t/b.json"), "")));
        check("my%20pet.json", "api.yaml", Ok((Some("my pet.json"), "")));
    }

    #[test]
    fn nothing_else_is_ever_wanted() {
        for (text, expect) in [
            ("../x.yaml", "leaves the document's folder"),
            ("s/../../x.yaml", "leaves the document's folder"),
            ("/etc/passwd", "leaves the document's folder"),
            ("~/x.yaml", "leaves the document's folder"),
            ("file:///etc/x.yaml", "nothing is fetched"),
            ("http://example.com/x.yaml#/a", "nothing is fetched"),
            ("HTTPS://example.com/x.yaml", "nothing is fetched"),
            ("//example.com/x.yaml", "nothing is fetched"),
            ("C:/x.yaml", "nothing is fetched"),
            ("%2e%2e/x.yaml", "not the plain name"),
            ("%2e%2e%2fx.yaml", "not the plain name"),
            ("..%2fx.yaml", "hidden"),
            ("s%2fx.yaml", "not the plain name"),
            ("s\\x.yaml", "not the plain name"),
            ("%5c%5cx.yaml", "not the plain name"),
            ("%252e%252e/x.yaml", "not the plain name"),
            ("x.yaml%00.json", "not the plain name"),
            ("x.yaml?y=1", "not the plain name"),
            (".env.yaml", "hidden"),
            (".git/config.yaml", "hidden"),
            ("key.pem", "only `.json`"),
            ("Pet", "only `.json`"),
        ] {
            check(text, "api.yaml", Err(expect));
        }
    }
}
