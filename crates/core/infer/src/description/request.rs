//! Descriptions that are no more than a request: "GET /pages/{id}", "Executes POST /search". Servers
//! that are generated from the document of an API write them where the document has no text.

use crate::HttpMethod;
use crate::words::clip;

/// A request, as a description names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DescribedRequest {
    pub(crate) method: HttpMethod,
    pub(crate) path: Box<str>,
}

/// Words that may stand before the request.
#[rustfmt::skip]
const BEFORE: [&str; 10] = [
    "Executes", "Execute", "Calls", "Call", "Sends", "Send", "Performs", "Makes", "HTTP", "Request:",
];

/// How much of a description is looked at, in bytes.
const LOOKED_AT: usize = 300;

/// The request with which a description begins. The method is written in capitals, and a path
/// follows: "Get /help for more" is none.
pub(super) fn request(description: Option<&str>) -> Option<DescribedRequest> {
    let text = clip(description?.trim_start(), LOOKED_AT);
    let mut words = text.split_whitespace().map(|word| word.trim_matches('`'));
    let first = words.next()?;
    let method = if BEFORE.contains(&first) {
        words.next()?
    } else {
        first
    };
    let path = words.next().filter(|path| path.starts_with('/'))?;
    let capitals = method.bytes().all(|byte| byte.is_ascii_uppercase());
    Some(DescribedRequest {
        method: HttpMethod::parse(method).filter(|_| capitals)?,
        path: path.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_in_capitals_and_a_path_are_a_request() {
        let found =
            |text: &str| request(Some(text)).map(|one| format!("{} {}", one.method, one.path));
        for (text, expect) in [
            ("GET /pages", Some("GET /pages")),
            (
                "  `DELETE /pages/{id}` removes it",
                Some("DELETE /pages/{id}"),
            ),
            ("Executes POST /search", Some("POST /search")),
            ("Get /pages", None),
            ("GET pages", None),
            ("The GET /pages request", None),
            ("Executes", None),
            ("", None),
            ("🙂 /x", None),
        ] {
            assert_eq!(found(text).as_deref(), expect, "{text}");
        }
        assert_eq!(request(None), None);
    }
}
