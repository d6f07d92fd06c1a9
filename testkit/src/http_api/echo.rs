//! Echoes a request.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::request::ReceivedRequest;

/// The request as JSON; see [`Reply::echo`](super::Reply::echo).
pub(super) fn of(request: &ReceivedRequest) -> Value {
    let mut headers: Map<String, Value> = Map::new();
    for (name, value) in &request.headers {
        let name = name.to_ascii_lowercase();
        let value = match headers.get(&name).and_then(Value::as_str) {
            Some(earlier) => format!("{earlier}, {value}"),
            None => value.clone(),
        };
        headers.insert(name, value.into());
    }
    let cookies: Map<String, Value> = request
        .cookies()
        .into_iter()
        .map(|(name, value)| (name, value.into()))
        .collect();
    let mut echo = json!({
        "method": request.method,
        "target": request.target,
        "path": request.path(),
        "query": request.query(),
        "headers": headers,
        "cookies": cookies,
        "contentType": request.header("content-type"),
    });
    if let Ok(text) = std::str::from_utf8(&request.body) {
        echo["body"] = text.into();
    } else {
        echo["body"] = STANDARD.encode(&request.body).into();
        echo["bodyIsBase64"] = true.into();
    }
    echo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_request_is_lost() {
        let headers = [("X-A", "1"), ("Cookie", "c=d"), ("x-a", "2")];
        let mut request = ReceivedRequest {
            method: "PUT".to_owned(),
            target: "/a%20b?c=%2F".to_owned(),
            headers: headers
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            body: b"text".to_vec(),
            head: Vec::new(),
        };
        assert_eq!(
            of(&request),
            json!({
                "method": "PUT",
                "target": "/a%20b?c=%2F",
                "path": "/a%20b",
                "query": "c=%2F",
                "headers": {"x-a": "1, 2", "cookie": "c=d"},
                "cookies": {"c": "d"},
                "contentType": null,
                "body": "text",
            })
        );
        request.body = vec![0xff, 0];
        let echo = of(&request);
        assert_eq!(
            (&echo["body"], &echo["bodyIsBase64"]),
            (&json!("/wA="), &json!(true))
        );
    }
}
