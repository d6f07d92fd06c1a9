//! Target templates: URLs with placeholders.

use std::{fmt, str::FromStr};

use crate::percent;

/// The most bytes of an address.
const TARGET_MAX: usize = 2000;

/// An address with places for the number, the lot and the serial number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TargetTemplate(String);

/// The values of the placeholders.
#[derive(Clone, Copy, Debug, Default)]
pub struct TemplateValues<'v> {
    /// The number, 14 digits.
    pub gtin: &'v str,
    /// The lot, if given.
    pub lot: Option<&'v str>,
    /// The serial number, if given.
    pub serial: Option<&'v str>,
}

/// Why a text is no target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It is no web address.
    #[error("`{text}` is not a web address; begin it with `https://` and a host")]
    Address {
        /// The text, or its beginning.
        text: String,
    },
    /// It is too long.
    #[error("the target has {bytes} bytes, and at most {TARGET_MAX} are allowed")]
    Long {
        /// The size in bytes.
        bytes: usize,
    },
    /// It has a place that nothing is known for.
    #[error("the target has `{place}`, and the places are `{{gtin}}`, `{{lot}}` and `{{serial}}`")]
    Place {
        /// The name of the placeholder.
        place: String,
    },
    /// The caller would choose the host.
    #[error("the target has `{{` before the path; places can stand only behind the host")]
    Host,
}

// === impl TargetTemplate ===

impl TargetTemplate {
    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The URL with percent-encoded values; the error is the name of a placeholder without a value.
    pub fn fill(&self, values: &TemplateValues<'_>) -> Result<String, &'static str> {
        let mut filled = String::with_capacity(self.0.len() + 16);
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (place, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            let value = match place {
                "lot" => values.lot.ok_or("lot")?,
                "serial" => values.serial.ok_or("serial")?,
                _ => values.gtin,
            };
            filled.push_str(&percent::encode(value));
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }
}

impl FromStr for TargetTemplate {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.len() > TARGET_MAX {
            let bytes = text.len();
            return Err(TargetError::Long { bytes });
        }
        let host = check_address(text)?;
        if host.contains('{') {
            return Err(TargetError::Host);
        }
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let place = after.split_once('}');
            match place {
                Some(("gtin" | "lot" | "serial", after)) if !before.contains('}') => rest = after,
                _ => {
                    let begin = after.split_inclusive('}').next().unwrap_or_default();
                    let begin: String = begin.chars().take(40).collect();
                    let place = format!("{{{begin}");
                    return Err(TargetError::Place { place });
                }
            }
        }
        if rest.contains('}') {
            let place = "}".to_owned();
            return Err(TargetError::Place { place });
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for TargetTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Refuses what is no web address, and returns its host.
pub(crate) fn check_address(text: &str) -> Result<&str, TargetError> {
    let wrong = || TargetError::Address {
        text: text
            .chars()
            .take(80)
            .collect::<String>()
            .escape_debug()
            .to_string(),
    };
    let begins = |scheme: &str| {
        let begin = text.get(..scheme.len())?;
        begin
            .eq_ignore_ascii_case(scheme)
            .then(|| &text[scheme.len()..])
    };
    let rest = begins("https://")
        .or_else(|| begins("http://"))
        .ok_or_else(wrong)?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let hidden = |one: char| one.is_whitespace() || one.is_control() || "\"<>\\^`|".contains(one);
    // A name before the host would be taken for the host by a reader.
    if host.is_empty() || host.contains('@') || text.contains(hidden) {
        return Err(wrong());
    }
    Ok(host)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VALUES: TemplateValues<'static> = TemplateValues {
        gtin: "09506000134352",
        lot: Some("A/1 ?#"),
        serial: None,
    };

    #[test]
    fn places_are_filled() {
        let check = |text: &str, expect: Result<&str, &str>| {
            let target: TargetTemplate = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                target.fill(&VALUES).as_deref(),
                expect.as_ref().copied(),
                "{text}"
            );
        };
        check("https://a.example", Ok("https://a.example"));
        check(
            "https://a.example/{gtin}?x={gtin}",
            Ok("https://a.example/09506000134352?x=09506000134352"),
        );
        check(
            "HTTP://a/{lot}#{gtin}",
            Ok("HTTP://a/A%2F1%20%3F%23#09506000134352"),
        );
        check("https://a/{gtin}/{serial}", Err("serial"));
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let check = |text: &str, expect: &str| {
            let error = text.parse::<TargetTemplate>().expect_err(text).to_string();
            assert!(error.starts_with(expect), "{text}: {error}");
        };
        for wrong in [
            "",
            "a.example",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "ftp://a",
            "https://a/ b",
            "https://a/\nb",
            "https://good.example@evil.example/",
            "https://a/<b>",
            "htтps://a",
        ] {
            check(
                wrong,
                &format!("`{}` is not a web address;", wrong.escape_debug()),
            );
        }
        check(
            "https://{lot}.example/",
            "the target has `{` before the path;",
        );
        check("https://a{gtin}", "the target has `{` before the path;");
        check("https://a/{gtin13}", "the target has `{gtin13}`,");
        check("https://a/{gtin", "the target has `{gtin`,");
        check("https://a/gtin}", "the target has `}`,");
        check("https://a/}{gtin}", "the target has `");
        check("https://a/{}", "the target has `{}`,");
        check(
            &format!("https://a/{}", "x".repeat(2000)),
            "the target has 2010 bytes,",
        );
    }

    proptest! {
        #[test]
        fn nobody_chooses_the_host(lot in "\\PC{0,20}", path in "[a-z/?=#]{0,10}") {
            let target: TargetTemplate = format!("https://a.example/{path}{{lot}}").parse().unwrap();
            let filled = target.fill(&TemplateValues { gtin: "", lot: Some(&lot), serial: None }).unwrap();
            prop_assert_eq!(check_address(&filled), Ok("a.example"));
        }

        #[test]
        fn any_text_is_a_target_or_refused(text in "(https://a/)?[{}a-z/]{0,20}|\\PC{0,40}") {
            if let Ok(target) = text.parse::<TargetTemplate>() {
                let _ = target.fill(&VALUES);
            }
        }
    }
}
