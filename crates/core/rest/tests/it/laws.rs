//! Laws that hold for all arguments: what arrives decodes to what was given, and the path never
//! leaves the operation's.

use candor_openapi::{ApiParameter, ApiTool, ParameterPlace, ParameterStyle};
use candor_rest::{HttpRequestPlan, PlanError};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq, proptest};
use serde_json::{Map, Value, json};
use url::Url;

use crate::builder::{ToolBuild, call, document, media, parameter, planned, styled, tool};
use crate::decode::{alternating, form, list, members, multipart, percent};

/// Texts of any characters, and often of those that mean something.
fn text() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        ".",
        "..",
        "/",
        "\\",
        "?",
        "#",
        "%",
        "%2e",
        "%2F",
        "%00",
        ",",
        ";",
        "|",
        "&",
        "=",
        "+",
        " ",
        "\t",
        "\r\n",
        "\0",
        "\"",
        "'",
        "[",
        "]",
        "{",
        "}",
        "a",
        "é",
        "😀",
        "--candor-",
    ]);
    let special = vec(pieces, 0..6).prop_map(|pieces| pieces.concat());
    prop_oneof![special, any::<String>(), "[a-z]{1,8}"]
}

/// Texts by name. No name is empty.
fn object() -> impl Strategy<Value = Vec<(String, String)>> {
    btree_map(
        text().prop_filter("a name", |name| !name.is_empty()),
        text(),
        1..4,
    )
    .prop_map(|members| members.into_iter().collect())
}

fn as_value(members: &[(String, String)]) -> Value {
    let members = members.iter().cloned();
    Value::Object(
        members
            .map(|(key, text)| (key, json!(text)))
            .collect::<Map<_, _>>(),
    )
}

/// What one argument `x` becomes, or nothing where it is refused.
fn plan_of(parameter: ApiParameter, value: &Value) -> Option<HttpRequestPlan> {
    let path = match parameter.place {
        ParameterPlace::Path => "/a/{x}/b",
        _ => "/a/b",
    };
    call(&tool("GET", path).with(parameter), &json!({ "x": value })).ok()
}

/// The segment that stands for `x`, from the address and not from the plan.
fn segment(plan: &HttpRequestPlan) -> String {
    let base = Url::parse("https://api.example/v1").expect("a URL");
    let url = plan.url(&base).expect("an address");
    let again = Url::parse(url.as_str()).expect("a URL");
    let segments: Vec<_> = again.path_segments().expect("segments").collect();
    let [first, before, own, after] = segments[..] else {
        panic!("{again} has other segments")
    };
    assert_eq!((first, before, after), ("v1", "a", "b"), "{again}");
    assert_eq!(
        (again.query(), again.host_str()),
        (None, Some("api.example"))
    );
    own.to_owned()
}

fn query_of(plan: &HttpRequestPlan) -> String {
    let base = Url::parse("https://api.example").expect("a URL");
    let url = plan.url(&base).expect("an address");
    assert_eq!(url.path(), "/a/b");
    url.query().unwrap_or_default().to_owned()
}

fn in_path(style: ParameterStyle, explode: bool) -> ApiParameter {
    styled("x", ParameterPlace::Path, style, explode)
}

fn in_query(style: ParameterStyle, explode: bool) -> ApiParameter {
    styled("x", ParameterPlace::Query, style, explode)
}

fn named(name: &str, items: &[String]) -> Vec<(String, String)> {
    items
        .iter()
        .map(|item| (name.to_owned(), item.clone()))
        .collect()
}

proptest! {
    #[test]
    fn a_text_in_the_path(value in text()) {
        for (style, explode) in [
            (ParameterStyle::Simple, false),
            (ParameterStyle::Simple, true),
            (ParameterStyle::Label, false),
            (ParameterStyle::Label, true),
            (ParameterStyle::Matrix, false),
        ] {
            let Some(plan) = plan_of(in_path(style, explode), &json!(value)) else { continue };
            let own = segment(&plan);
            let read = match style {
                ParameterStyle::Label => own.strip_prefix('.').map(percent),
                ParameterStyle::Matrix if own == ";x" => Some(String::new()),
                ParameterStyle::Matrix => own.strip_prefix(";x=").map(percent),
                _ => Some(percent(&own)),
            };
            prop_assert_eq!(read.as_ref(), Some(&value), "{:?}", style);
        }
    }

    /// Only what is empty, or dots between slashes, is refused.
    #[test]
    fn plain_texts_are_never_refused(value in "[^./\\\\%]{1,12}") {
        prop_assert!(plan_of(in_path(ParameterStyle::Simple, false), &json!(value)).is_some());
    }

    #[test]
    fn a_list_in_the_path(items in vec(text(), 1..4)) {
        for (style, explode) in [
            (ParameterStyle::Simple, false),
            (ParameterStyle::Label, false),
            (ParameterStyle::Label, true),
            (ParameterStyle::Matrix, false),
            (ParameterStyle::Matrix, true),
        ] {
            let Some(plan) = plan_of(in_path(style, explode), &json!(items)) else { continue };
            let own = segment(&plan);
            let read = match (style, explode) {
                (ParameterStyle::Label, true) => list(own.strip_prefix('.').expect("a dot"), '.'),
                (ParameterStyle::Label, false) => list(own.strip_prefix('.').expect("a dot"), ','),
                (ParameterStyle::Matrix, true) => {
                    let pairs = members(own.strip_prefix(';').expect("a semicolon"), ';');
                    prop_assert!(pairs.iter().all(|(name, _)| name == "x"));
                    pairs.into_iter().map(|(_, value)| value).collect()
                }
                (ParameterStyle::Matrix, false) if own == ";x" => vec![String::new()],
                (ParameterStyle::Matrix, false) => list(own.strip_prefix(";x=").expect("a name"), ','),
                _ => list(&own, ','),
            };
            prop_assert_eq!(&read, &items, "{:?} {}", style, explode);
        }
    }

    #[test]
    fn an_object_in_the_path(object in object()) {
        for (style, explode) in [
            (ParameterStyle::Simple, false),
            (ParameterStyle::Simple, true),
            (ParameterStyle::Label, false),
            (ParameterStyle::Label, true),
            (ParameterStyle::Matrix, false),
            (ParameterStyle::Matrix, true),
        ] {
            let Some(plan) = plan_of(in_path(style, explode), &as_value(&object)) else { continue };
            let own = segment(&plan);
            let read = match (style, explode) {
                (ParameterStyle::Label, true) => members(own.strip_prefix('.').expect("a dot"), '.'),
                (ParameterStyle::Label, false) => {
                    alternating(list(own.strip_prefix('.').expect("a dot"), ','))
                }
                (ParameterStyle::Matrix, true) => members(own.strip_prefix(';').expect("a semicolon"), ';'),
                (ParameterStyle::Matrix, false) => {
                    alternating(list(own.strip_prefix(";x=").expect("a name"), ','))
                }
                (_, true) => members(&own, ','),
                (_, false) => alternating(list(&own, ',')),
            };
            prop_assert_eq!(&read, &object, "{:?} {}", style, explode);
        }
    }

    #[test]
    fn a_text_in_the_query(value in text(), allow_reserved in any::<bool>()) {
        for style in [ParameterStyle::Form, ParameterStyle::SpaceDelimited, ParameterStyle::PipeDelimited, ParameterStyle::DeepObject] {
            let parameter = ApiParameter { allow_reserved, ..in_query(style, false) };
            let plan = plan_of(parameter, &json!(value)).expect("a request");
            prop_assert_eq!(form(&query_of(&plan)), [("x".to_owned(), value.clone())]);
        }
    }

    #[test]
    fn a_list_in_the_query(items in vec(text(), 1..4), allow_reserved in any::<bool>()) {
        let exploded = ApiParameter { allow_reserved, ..in_query(ParameterStyle::Form, true) };
        let plan = plan_of(exploded, &json!(items)).expect("a request");
        prop_assert_eq!(form(&query_of(&plan)), named("x", &items));
        let joined = ApiParameter { allow_reserved, ..in_query(ParameterStyle::Form, false) };
        let plan = plan_of(joined, &json!(items)).expect("a request");
        let query = query_of(&plan);
        prop_assert_eq!(list(query.strip_prefix("x=").expect("a name"), ','), items);
    }

    /// Elements are refused exactly if they hold what parts them.
    #[test]
    fn a_delimited_list_in_the_query(items in vec(text(), 1..4)) {
        for (style, separator) in [
            (ParameterStyle::SpaceDelimited, ' '),
            (ParameterStyle::PipeDelimited, '|'),
            (ParameterStyle::TabDelimited, '\t'),
        ] {
            let plan = plan_of(in_query(style, false), &json!(items));
            let is_clean = !items.iter().any(|item| item.contains(separator));
            prop_assert_eq!(plan.is_some(), is_clean);
            let Some(plan) = plan else { continue };
            let pairs = form(&query_of(&plan));
            let read: Vec<_> = pairs[0].1.split(separator).map(str::to_owned).collect();
            prop_assert_eq!(&read, &items);
        }
    }

    #[test]
    fn an_object_in_the_query(object in object()) {
        let value = as_value(&object);
        let plan = plan_of(in_query(ParameterStyle::Form, true), &value).expect("a request");
        prop_assert_eq!(&form(&query_of(&plan)), &object);
        let plan = plan_of(in_query(ParameterStyle::Form, false), &value).expect("a request");
        let query = query_of(&plan);
        let flat = list(query.strip_prefix("x=").expect("a name"), ',');
        prop_assert_eq!(&alternating(flat), &object);
        let is_clean = !object.iter().any(|(key, _)| key.contains(['[', ']']));
        let plan = plan_of(in_query(ParameterStyle::DeepObject, true), &value);
        prop_assert_eq!(plan.is_some(), is_clean);
        if let Some(plan) = plan {
            let wrapped: Vec<_> = object
                .iter()
                .map(|(key, text)| (format!("x[{key}]"), text.clone()))
                .collect();
            prop_assert_eq!(form(&query_of(&plan)), wrapped);
        }
    }

    #[test]
    fn documents(value in text()) {
        let value = json!({ "k": [value] });
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let json = |place| document("x", place, "application/json");
        let plan = plan_of(json(ParameterPlace::Query), &value).expect("a request");
        prop_assert_eq!(&read(&form(&query_of(&plan))[0].1), &value);
        let plan = plan_of(json(ParameterPlace::QueryString), &value).expect("a request");
        prop_assert_eq!(&read(&percent(&query_of(&plan))), &value);
        let plan = plan_of(json(ParameterPlace::Header), &value).expect("a request");
        prop_assert_eq!(&read(&plan.headers[0].1), &value);
        let plan = plan_of(json(ParameterPlace::Cookie), &value).expect("a request");
        prop_assert_eq!(&read(&percent(&plan.cookies[0].1)), &value);
    }

    /// A header is exactly the text, escaped beyond ASCII, or it is refused.
    #[test]
    fn a_text_in_a_header(value in text()) {
        let plan = plan_of(parameter("x", ParameterPlace::Header), &json!(value));
        let arrives = value.trim_matches(' ') == value && !value.chars().any(char::is_control);
        prop_assert_eq!(plan.is_some(), arrives);
        if let Some(plan) = plan {
            let sent = &plan.headers[0].1;
            prop_assert!(sent.bytes().all(|c| c == b' ' || c.is_ascii_graphic()));
            let read = if value.is_ascii() { sent.clone() } else { percent(sent) };
            prop_assert_eq!(read, value);
        }
    }

    #[test]
    fn a_list_in_a_header(items in vec("[ -~]{0,6}", 1..4)) {
        let plan = plan_of(parameter("x", ParameterPlace::Header), &json!(items));
        let is_clean = |item: &String| item.trim() == item && !item.contains(',');
        prop_assert_eq!(plan.is_some(), items.iter().all(is_clean));
        if let Some(plan) = plan {
            let read: Vec<_> = plan.headers[0].1.split(',').map(str::to_owned).collect();
            prop_assert_eq!(read, items);
        }
    }

    #[test]
    fn cookies(object in object()) {
        let value = as_value(&object);
        let exploded = styled("x", ParameterPlace::Cookie, ParameterStyle::Form, true);
        let plan = plan_of(exploded, &value).expect("a request");
        let read: Vec<_> = plan
            .cookies
            .iter()
            .map(|(name, value)| (percent(name), percent(value)))
            .collect();
        prop_assert_eq!(&read, &object);
        let plain = styled("x", ParameterPlace::Cookie, ParameterStyle::Cookie, true);
        if let Some(plan) = plan_of(plain, &value) {
            prop_assert_eq!(&plan.cookies, &object);
            let header: Vec<_> = object.iter().map(|(key, text)| format!("{key}={text}")).collect();
            let header = header.join("; ");
            prop_assert!(header.bytes().all(|c| c == b' ' || c.is_ascii_graphic()));
            prop_assert_eq!(header.split("; ").count(), object.len());
        }
    }

    #[test]
    fn bodies(object in object(), items in vec(text(), 1..3)) {
        let mut value = as_value(&object);
        value["list"] = json!(items);
        let pairs: Vec<_> = value
            .as_object()
            .expect("an object")
            .iter()
            .flat_map(|(key, value)| match value {
                Value::Array(_) => named(key, &items),
                value => vec![(key.clone(), value.as_str().expect("a text").to_owned())],
            })
            .collect();
        let send = |media_type: &str| {
            let tool = tool("POST", "/").body(media(media_type));
            let plan = call(&tool, &json!({ "body": value })).expect("a request");
            plan.body.expect("a body")
        };
        let sent = send("application/json");
        prop_assert_eq!(&serde_json::from_slice::<Value>(&sent.bytes).expect("JSON"), &value);
        let sent = send("application/x-www-form-urlencoded");
        let text = String::from_utf8(sent.bytes).expect("text");
        prop_assert_eq!(&form(&text), &pairs);
        let is_plain = |text: &String| !text.contains('%') && !text.starts_with("data:");
        if pairs.iter().all(|(key, text)| is_plain(key) && is_plain(text)) {
            let sent = send("multipart/form-data");
            let read: Vec<_> = multipart(&sent.content_type, &sent.bytes)
                .into_iter()
                .map(|part| (part.name, String::from_utf8(part.bytes).expect("text")))
                .collect();
            prop_assert_eq!(&read, &pairs);
        }
    }

    /// Files of any bytes arrive as they are, whatever they look like.
    #[test]
    fn files(bytes in vec(prop_oneof![Just(b'-'), Just(b'\r'), Just(b'\n'), any::<u8>()], 0..64)) {
        use base64::Engine as _;
        let coded = base64::prelude::BASE64_STANDARD.encode(&bytes);
        let whole = tool("POST", "/").body(media("application/octet-stream"));
        let plan = call(&whole, &json!({ "body": coded })).expect("a request");
        prop_assert_eq!(&plan.body.expect("a body").bytes, &bytes);
        let parts = tool("POST", "/").body(media("multipart/form-data"));
        let uri = format!("data:a/b;name=x.bin;base64,{coded}");
        let plan = call(&parts, &json!({ "body": { "f": uri } })).expect("a request");
        let body = plan.body.expect("a body");
        let read = multipart(&body.content_type, &body.bytes);
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(&read[0].bytes, &bytes);
        prop_assert_eq!(read[0].file_name.as_deref(), Some("x.bin"));
    }

    /// Whatever the document and the arguments are, there is a request or a sentence.
    #[test]
    fn nothing_panics(
        path in text(),
        name in text(),
        value in text(),
        place in select(vec![
            ParameterPlace::Path,
            ParameterPlace::Query,
            ParameterPlace::QueryString,
            ParameterPlace::Header,
            ParameterPlace::Cookie,
        ]),
        body in text(),
    ) {
        let tool: ApiTool = tool("POST", &format!("/{path}/{{{name}}}"))
            .with(parameter(&name, place))
            .body(media(&body))
            .optional_body();
        for value in [json!(value), json!([value, [1]]), json!({ name.clone(): { "k": value } })] {
            let mut arguments = Map::new();
            arguments.insert("body".to_owned(), value.clone());
            arguments.insert(name.clone(), value);
            let planned: Result<HttpRequestPlan, PlanError> = planned(&tool, &arguments);
            match planned {
                Err(error) => prop_assert!(!error.to_string().is_empty()),
                Ok(plan) => {
                    let base = Url::parse("https://api.example/v1").expect("a URL");
                    if let Ok(url) = plan.url(&base) {
                        prop_assert_eq!(url.host_str(), Some("api.example"));
                        prop_assert!(url.path().starts_with("/v1/"));
                    }
                }
            }
        }
    }
}
