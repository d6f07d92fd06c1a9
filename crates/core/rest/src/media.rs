//! Media types: parsing, wildcards, and validity in headers.

/// The media type without parameters, in small letters.
pub(crate) fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// The value of a parameter of a media type.
pub(crate) fn parameter(media_type: &str, name: &str) -> Option<String> {
    media_type.split(';').skip(1).find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let value = value.trim().trim_matches('"');
        key.trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.to_owned())
    })
}

/// Whether it is a wildcard such as `image/*`.
pub(crate) fn is_range(media_type: &str) -> bool {
    essence(media_type).contains('*')
}

/// Whether `media_type` matches the wildcard `range`.
pub(crate) fn is_within(media_type: &str, range: &str) -> bool {
    let (one, many) = (essence(media_type), essence(range));
    match many.strip_suffix("/*") {
        Some("*") => true,
        Some(class) => one.split('/').next() == Some(class),
        None => one == many,
    }
}

/// Whether it is valid in a header: `type/subtype` in visible ASCII.
pub(crate) fn is_sendable(media_type: &str) -> bool {
    let is_token = |text: &str| {
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"!#$&-^_.+*".contains(&c);
        !text.is_empty() && text.bytes().all(is_plain)
    };
    let essence = essence(media_type);
    let halves = essence.split_once('/');
    let fits = media_type.len() <= 200
        && media_type
            .bytes()
            .all(|c| c == b' ' || c.is_ascii_graphic())
        && !media_type.contains(',');
    fits && halves.is_some_and(|(class, name)| is_token(class) && is_token(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found() {
        let media_type = r#"text/html; Charset="ISO-8859-1"; q=1"#;
        assert_eq!(
            parameter(media_type, "charset").as_deref(),
            Some("ISO-8859-1")
        );
        assert_eq!(parameter(media_type, "boundary"), None);
    }

    #[test]
    fn ranges_hold_their_members() {
        for (one, range, expect) in [
            ("image/png", "image/*", true),
            ("image/png", "*/*", true),
            ("image/png", "IMAGE/PNG; q=1", true),
            ("image/png", "audio/*", false),
            ("image/png", "image/jpeg", false),
        ] {
            assert_eq!(is_within(one, range), expect, "{one} in {range}");
        }
    }

    #[test]
    fn only_clean_media_types_are_sent() {
        for (media_type, expect) in [
            ("text/plain", true),
            ("text/plain; charset=utf-8", true),
            ("text/plain\r\nX: y", false),
            ("text", false),
            ("text/", false),
            ("text/plain, text/html", false),
            ("te xt/plain", false),
        ] {
            assert_eq!(is_sendable(media_type), expect, "{media_type:?}");
        }
    }
}
