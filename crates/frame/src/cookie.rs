//! Cookies: few, of this site only, and out of reach of any script.

use candor_gateway::House;
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

/// Holds the token of whoever has logged in.
pub const TOKEN: &str = "candor_token";
/// Holds what the form of `/login` is bound to.
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

/// Asks the browser to keep a cookie for this site until it is closed. Nothing if the value
/// cannot be in a cookie.
pub fn set(house: &House, name: &str, value: &str) -> Option<HeaderValue> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let plain = !value.is_empty() && value.bytes().all(plain);
    plain.then(|| written(house, &format!("{name}={value}")))?
}

/// Asks the browser to forget a cookie.
pub fn forget(house: &House, name: &str) -> Option<HeaderValue> {
    written(house, &format!("{name}=; Max-Age=0"))
}

fn written(house: &House, pair: &str) -> Option<HeaderValue> {
    let url = house.public_url.as_deref().unwrap_or_default();
    // Where pages come over TLS, the cookie goes over nothing else.
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
        for line in ["a=1; candor_token=x_1;b=2", "candor_login=3; c="] {
            headers.append(COOKIE, line.parse().expect("a header value"));
        }
        let found = ["a", TOKEN, "b", LOGIN, "c", "d", ""].map(|name| get(&headers, name));
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
        let house = |url: &str| House {
            public_url: Some(url.to_owned()),
            ..House::default()
        };
        let plain = house("http://127.0.0.1:7333");
        let line = set(&plain, TOKEN, "a_b").expect("a cookie");
        assert_eq!(line, "candor_token=a_b; Path=/; HttpOnly; SameSite=Strict");
        let line = forget(&house("https://gateway.example"), TOKEN).expect("a cookie");
        let expect = "candor_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(line, expect);
        for bad in ["", "a;b", "a b", "a\r\nb", "é"] {
            assert_eq!(set(&plain, TOKEN, bad), None, "{bad}");
        }
    }
}
