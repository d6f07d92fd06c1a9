//! Cookies: for this site only, and not readable by scripts.

use candor_gateway::GatewayPolicySettings;
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

/// The id of a signed-in user's session.
pub const SESSION: &str = "candor_session";
/// The CSRF key of the sign-in form.
pub const LOGIN: &str = "candor_login";

/// The value of a cookie that the browser sent.
pub fn get<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

/// A session cookie for this site. None if the value has characters that cookies cannot hold.
pub fn set(settings: &GatewayPolicySettings, name: &str, value: &str) -> Option<HeaderValue> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let plain = !value.is_empty() && value.bytes().all(plain);
    plain.then(|| written(settings, &format!("{name}={value}")))?
}

/// Deletes a cookie.
pub fn forget(settings: &GatewayPolicySettings, name: &str) -> Option<HeaderValue> {
    written(settings, &format!("{name}=; Max-Age=0"))
}

fn written(settings: &GatewayPolicySettings, pair: &str) -> Option<HeaderValue> {
    let url = settings.public_url.as_deref().unwrap_or_default();
    // Behind TLS, the cookie is sent over TLS only.
    let secure = if url.starts_with("https://") {
        "; Secure"
    } else {
        ""
    };
    let line = format!("{pair}; Path=/; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        for line in ["a=1; candor_session=x_1;b=2", "candor_login=3; c="] {
            headers.append(COOKIE, line.parse().expect("a header value"));
        }
        let found = ["a", SESSION, "b", LOGIN, "c", "d", ""].map(|name| get(&headers, name));
        let expect = [
            Some("1"),
            Some("x_1"),
            Some("2"),
            Some("3"),
            None,
            None,
            None,
        ];
        assert_eq!(found, expect);
    }

    #[test]
    fn cookies_are_kept_to_this_site() {
        let settings = |url: &str| GatewayPolicySettings {
            public_url: Some(url.to_owned()),
            ..GatewayPolicySettings::default()
        };
        let plain = settings("http://127.0.0.1:7333");
        let line = set(&plain, SESSION, "a_b").expect("a cookie");
        assert_eq!(
            line,
            "candor_session=a_b; Path=/; HttpOnly; SameSite=Strict"
        );
        let line = forget(&settings("https://gateway.example"), SESSION).expect("a cookie");
        let expect = "candor_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(line, expect);
        for bad in ["", "a;b", "a b", "a\r\nb", "é"] {
            assert_eq!(set(&plain, SESSION, bad), None, "{bad}");
        }
    }
}
