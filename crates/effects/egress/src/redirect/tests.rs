use http::HeaderValue;

use super::*;

/// `METHOD STATUS LOCATION` at `https://a.example/x/y?q#f`, and what comes of it.
fn check(cases: &[(&str, &str)]) {
    let url = Url::parse("https://a.example/x/y?q#f").expect("a URL");
    for (case, expect) in cases {
        let mut words = case.splitn(3, ' ');
        let mut word = || words.next().expect("three words");
        let method: Method = word().parse().expect("a method");
        let status: StatusCode = word().parse().expect("a status");
        let mut headers = HeaderMap::new();
        let place = word();
        if place != "-" {
            let value = HeaderValue::from_bytes(place.as_bytes()).expect("a value");
            headers.insert(LOCATION, value);
        }
        let found = match next(&method, &url, status, &headers) {
            Ok(None) => "stay".to_owned(),
            Ok(Some((method, url))) => format!("{method} {url}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, *expect, "{case}");
    }
}

#[test]
fn reads_are_followed_within_the_origin() {
    check(&[
        ("GET 301 /z", "GET https://a.example/z"),
        ("GET 302 z?a=1#top", "GET https://a.example/x/z?a=1"),
        ("GET 303 //a.example/z", "GET https://a.example/z"),
        ("GET 307 https://a.example:443/z", "GET https://a.example/z"),
        ("HEAD 308 HTTPS://A.EXAMPLE/z", "HEAD https://a.example/z"),
        ("HEAD 303 /z", "HEAD https://a.example/z"),
        (
            "GET 302 https://me:pw@a.example/z",
            "GET https://a.example/z",
        ),
        ("GET 302 /ü", "GET https://a.example/%C3%BC"),
    ]);
}

#[test]
fn nothing_else_is_sent_twice() {
    check(&[
        ("POST 303 /done", "GET https://a.example/done"),
        ("DELETE 303 /done", "GET https://a.example/done"),
        ("POST 301 /z", "stay"),
        ("POST 302 /z", "stay"),
        ("POST 307 /z", "stay"),
        ("PUT 308 /z", "stay"),
        ("DELETE 307 https://b.example/z", "stay"),
    ]);
}

#[test]
fn what_leads_nowhere_is_the_answer() {
    check(&[
        ("GET 200 /z", "stay"),
        ("GET 300 /z", "stay"),
        ("GET 304 /z", "stay"),
        ("GET 302 -", "stay"),
        ("GET 302 http://[", "stay"),
        ("GET 302 https://a.example:99999/", "stay"),
    ]);
}

#[test]
fn another_origin_is_not_followed() {
    let elsewhere = |to: &str| {
        format!(
            "`https://a.example` redirects to `{to}`; redirects are followed within an origin only"
        )
    };
    let cases = [
        ("GET 302 http://a.example/x", "http://a.example"),
        ("GET 302 https://a.example:8443/x", "https://a.example:8443"),
        ("GET 302 https://b.a.example/x", "https://b.a.example"),
        ("GET 302 https://a.example.evil/x", "https://a.example.evil"),
        ("GET 302 https://a.example@evil/x", "https://evil"),
        ("GET 302 //evil/x", "https://evil"),
        ("GET 302 \\\\evil/x", "https://evil"),
        (
            "GET 307 http://169.254.169.254/latest?key=1",
            "http://169.254.169.254",
        ),
        ("HEAD 308 http://0xa9fea9fe/", "http://169.254.169.254"),
        ("POST 303 https://evil/", "https://evil"),
        ("GET 302 file:///etc/passwd", "file:"),
        ("GET 302 javascript:alert(1)", "javascript:"),
    ];
    for (case, to) in cases {
        check(&[(case, &elsewhere(to))]);
    }
}
