//! Whether a client can be asked what a server wants to ask it.

use candor_wire::{ErrorObject, RawJson, RawObject, code, method};

/// The sentence for the server if the client cannot be asked, nothing if it can.
pub(crate) fn objection(
    capabilities: &RawJson,
    asked: &str,
    params: Option<&RawJson>,
) -> Option<ErrorObject> {
    let capabilities = RawObject::parse(capabilities).unwrap_or_default();
    let needed = match asked {
        method::ELICIT => "elicitation",
        method::SAMPLING => "sampling",
        method::ROOTS_LIST => "roots",
        other => {
            let sentence = format!("no client can be asked `{other}` through Candor");
            return Some(ErrorObject::new(code::METHOD_NOT_FOUND, sentence));
        }
    };
    let Some(capability) = capabilities.get(needed) else {
        let sentence = format!("the client that made this call does not support {needed}");
        return Some(ErrorObject::new(code::METHOD_NOT_FOUND, sentence));
    };
    (asked == method::ELICIT && wants_url(params) && !has_url(capability)).then(|| {
        let sentence = "the client that made this call does not support elicitation by URL";
        ErrorObject::new(code::INVALID_PARAMS, sentence)
    })
}

fn wants_url(params: Option<&RawJson>) -> bool {
    let params = params
        .and_then(|params| RawObject::parse(params).ok())
        .unwrap_or_default();
    params.get_string("mode").as_deref() == Some("url")
}

fn has_url(elicitation: &RawJson) -> bool {
    RawObject::parse(elicitation).is_ok_and(|modes| modes.get("url").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(capabilities: &'static str, asked: &str, params: &'static str, expect: Option<&str>) {
        let json = |text: &'static str| RawJson::parse(text).expect("JSON");
        let got = objection(&json(capabilities), asked, Some(&json(params)));
        assert_eq!(got.map(|error| error.message).as_deref(), expect);
    }

    #[test]
    fn a_client_is_asked_only_what_it_can_answer() {
        let no_roots = "the client that made this call does not support roots";
        let no_url = "the client that made this call does not support elicitation by URL";
        check("{}", method::ROOTS_LIST, "{}", Some(no_roots));
        check(r#"{"roots":{}}"#, method::ROOTS_LIST, "{}", None);
        check(r#"{"elicitation":{}}"#, method::ELICIT, "{}", None);
        check(
            r#"{"elicitation":{}}"#,
            method::ELICIT,
            r#"{"mode":"url"}"#,
            Some(no_url),
        );
        check(
            r#"{"elicitation":{"url":{}}}"#,
            method::ELICIT,
            r#"{"mode":"url"}"#,
            None,
        );
        let strange = "no client can be asked `x/y` through Candor";
        check("{}", "x/y", "{}", Some(strange));
    }
}
