//! The text of the question before an untrusted server's page is opened.

use candor_wire::RawJson;
use serde_json::json;
use url::Url;

use super::OPEN;

/// The maximum number of bytes shown of an address. The host is what matters.
const SHOWN_MAX: usize = 300;

/// The parameters of the form; `None` if the address is not that of a web page.
pub(super) fn form(server: &str, url: &str) -> Option<RawJson> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    let message = format!(
        "The server `{server}` (untrusted) wants you to open a page of `{host}`: {}{}",
        shown(&url),
        warnings(&url, host).concat(),
    );
    let params = json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": {
                OPEN: {
                    "type": "boolean",
                    "title": format!("Open the page of {host}"),
                    "description": "Only if you expected this",
                    "default": false,
                },
            },
            "required": [OPEN],
        },
    });
    Some(RawJson::from_value(&params))
}

/// The address to show. A parsed URL is written in ASCII only, with the host in Punycode.
fn shown(url: &Url) -> String {
    let text = url.as_str();
    match text.get(..SHOWN_MAX) {
        Some(start) if text.len() > SHOWN_MAX => format!("{start}… ({} characters)", text.len()),
        _ => text.to_owned(),
    }
}

/// Warnings about an address that could be mistaken for another one or is not encrypted.
fn warnings(url: &Url, host: &str) -> Vec<&'static str> {
    let all = [
        (
            host.split('.').any(|label| label.starts_with("xn--")),
            "\nWarning: the name of the host has letters that can look like others.",
        ),
        (
            !url.username().is_empty() || url.password().is_some(),
            "\nWarning: the part before `@` is not the host.",
        ),
        (
            url.scheme() == "http",
            "\nWarning: the connection is not encrypted.",
        ),
    ];
    let applying = all.into_iter().filter(|(applies, _)| *applies);
    applying.map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use candor_wire::RawObject;

    use super::*;

    fn message(url: &str) -> Option<String> {
        let params = form("files", url)?;
        let members = RawObject::parse(&params).expect("an object");
        members.get_string("message")
    }

    #[test]
    fn the_host_is_in_plain_sight() {
        let begin = "The server `files` (untrusted) wants you to open a page of";
        for (url, rest) in [
            (
                "https://example.com/login?a=b",
                "`example.com`: https://example.com/login?a=b",
            ),
            (
                "https://bank.example@evil.example/",
                "`evil.example`: https://bank.example@evil.example/\n\
                 Warning: the part before `@` is not the host.",
            ),
            (
                "https://b\u{430}nk.example/",
                "`xn--bnk-6cd.example`: https://xn--bnk-6cd.example/\n\
                 Warning: the name of the host has letters that can look like others.",
            ),
            (
                "http://example.com/\u{202e}\n",
                "`example.com`: http://example.com/%E2%80%AE\n\
                 Warning: the connection is not encrypted.",
            ),
        ] {
            let expect = format!("{begin} {rest}");
            assert_eq!(message(url).as_deref(), Some(&*expect), "{url}");
        }
        let long = message(&format!("https://example.com/{}", "x".repeat(5_000)));
        let long = long.expect("a form");
        assert!(long.ends_with("… (5020 characters)"), "{long}");
    }

    #[test]
    fn what_is_no_web_page_is_not_offered() {
        for url in [
            "",
            "example.com",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "vscode://x/y",
            "https://",
            "data:text/html,x",
        ] {
            assert_eq!(message(url), None, "{url}");
        }
    }
}
