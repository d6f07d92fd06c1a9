//! Value parsers shared by commands. An error says why a value is invalid; clap has already printed
//! the value.

use std::ops::RangeInclusive;
use std::time::Duration;

use candor_config::EndpointUrl;
use candor_model::{
    ApprovalState, DestructivePolicy, Digest, Hint, HintProfile, JsonText, QualifiedName, Role,
    Roles, ToolRef, ToolsetMember,
};
use candor_text::{DurationError, parse_duration};
use candor_wire::RawJson;
use clap::builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser};

use super::preference::PreferenceAssignment;

/// The allowed budgets.
const BUDGET: RangeInclusive<usize> = 200..=100_000;

/// So much of an id is needed at least.
const ID_LEAST: usize = 4;

/// The length of an id with hyphens.
const ID_LENGTH: usize = 36;

/// A value, or the inherited one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InheritableValue<T> {
    Set(T),
    Inherit,
}

/// A member of `annotations` and its value.
#[derive(Clone, Debug)]
pub(crate) struct AnnotationMember {
    pub(crate) key: String,
    pub(crate) value: JsonText,
}

pub(super) fn tool(text: &str) -> Result<QualifiedName, String> {
    QualifiedName::parse(text).ok_or_else(|| "it is not a tool name; use `source.tool`".to_owned())
}

/// Parses one of the four hints, in any spelling.
pub(super) fn hint(text: &str) -> Result<Hint, String> {
    Hint::parse(text).ok_or_else(|| {
        let words = Hint::ALL.map(|hint| format!("`{}`", hint.word()));
        let words = words.join(", ");
        format!("it is not a hint; the hints are {words}")
    })
}

/// The hash of a definition.
pub(super) fn hash(text: &str) -> Result<Digest, String> {
    Digest::parse(text).ok_or_else(|| {
        let hint = "a hash has 64 hexadecimal digits; `candor drift show TOOL` prints it";
        hint.to_owned()
    })
}

/// Parses `KEY=JSON`. The JSON is kept as written.
pub(super) fn member(text: &str) -> Result<AnnotationMember, String> {
    let Some((key, json)) = text.split_once('=') else {
        return Err("use KEY=JSON, such as `cost=3`".to_owned());
    };
    match RawJson::parse(json.as_bytes().to_vec()) {
        Ok(json) => Ok(AnnotationMember {
            key: key.to_owned(),
            value: JsonText::new(json.to_string()),
        }),
        Err(error) => Err(format!(
            "what follows `{key}=` is not JSON: {error}; a string needs quotes: {key}='\"text\"'"
        )),
    }
}

/// A member of a toolset, or the id of a tool.
pub(super) fn toolset_member(text: &str) -> Result<ToolsetMember, String> {
    if let Some(tool) = ToolRef::new(None, Digest::parse(text)) {
        return Ok(ToolsetMember::Tool(tool));
    }
    ToolsetMember::parse(text)
}

/// Parses the maximum length of a description with its notes.
pub(super) fn budget(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| BUDGET.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (BUDGET.start(), BUDGET.end());
        format!("it is not a whole number from {least} to {most}")
    })
}

/// Parses a budget, or `inherit`.
pub(super) fn inheritable_budget(text: &str) -> Result<InheritableValue<usize>, String> {
    match text {
        "inherit" => Ok(InheritableValue::Inherit),
        text => budget(text).map(InheritableValue::Set),
    }
}

/// A position in a list, starting at 1.
pub(super) fn position(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "it is not a position; the first is 1".to_owned())
}

/// Parses the maximum number of entries.
pub(super) fn limit() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// Parses the base URL of an API, by the same rules as in a configuration file.
pub(super) fn base_url(text: &str) -> Result<EndpointUrl, String> {
    let endpoint = EndpointUrl::parse(text).map_err(|error| {
        let hint = "use a full URL, such as `https://shop.example/v1`";
        format!("it {error}; {hint}")
    })?;
    let url = endpoint.url();
    if !url.username().is_empty() || url.password().is_some() {
        let reason = "it contains a user or a password; credentials are set as variables";
        return Err(reason.to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        let reason = "it has a query or a fragment; remove everything from `?` or `#`";
        return Err(reason.to_owned());
    }
    Ok(endpoint)
}

/// The profile of an endpoint.
pub(super) fn profile() -> impl TypedValueParser<Value = HintProfile> {
    PossibleValuesParser::new(HintProfile::ALL.iter().map(|one| one.as_str()))
        .map(|word| HintProfile::parse(&word).unwrap_or_default())
}

/// The profile of an endpoint, or `inherit`.
pub(super) fn inheritable_profile() -> impl TypedValueParser<Value = InheritableValue<HintProfile>>
{
    let words = HintProfile::ALL.iter().map(|one| one.as_str());
    PossibleValuesParser::new(words.chain(["inherit"])).map(|word| {
        match HintProfile::parse(&word) {
            Some(profile) => InheritableValue::Set(profile),
            None => InheritableValue::Inherit,
        }
    })
}

/// `true`, `false` or `inherit`.
pub(super) fn inheritable_bool() -> impl TypedValueParser<Value = InheritableValue<bool>> {
    PossibleValuesParser::new(["true", "false", "inherit"]).map(|word| match word.parse() {
        Ok(value) => InheritableValue::Set(value),
        Err(_) => InheritableValue::Inherit,
    })
}

/// An id, or its beginning, in lowercase.
pub(super) fn id_prefix(text: &str) -> Result<String, String> {
    let text = text.trim().to_ascii_lowercase();
    let fits = |(at, c): (usize, char)| match at {
        8 | 13 | 18 | 23 => c == '-',
        _ => c.is_ascii_hexdigit(),
    };
    if text.len() > ID_LENGTH || !text.char_indices().all(fits) {
        let reason = "it is not an id; an id looks like `0198c9f2-0f3c-7000-8000-000000000000`";
        return Err(reason.to_owned());
    }
    if text.len() < ID_LEAST {
        let reason = format!("it is too short; give at least {ID_LEAST} characters of the id");
        return Err(reason);
    }
    Ok(text)
}

/// Parses the state of an approval.
pub(super) fn approval_state() -> impl TypedValueParser<Value = ApprovalState> {
    PossibleValuesParser::new(ApprovalState::ALL.iter().map(|one| one.as_str()))
        .map(|word| ApprovalState::parse(&word).unwrap_or(ApprovalState::Pending))
}

/// Roles between commas; at least one.
pub(super) fn roles(text: &str) -> Result<Roles, String> {
    let reason = match Roles::parse(text) {
        Ok(roles) if roles.is_empty() => "it names no role".to_owned(),
        Ok(roles) => return Ok(roles),
        Err(word) => format!("there is no role `{word}`"),
    };
    let known = Role::ALL.map(Role::as_str).join(", ");
    Err(format!("{reason}; the roles are {known}"))
}

/// A duration longer than zero, such as `90d`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    match time(text)? {
        Duration::ZERO => Err("it is zero".to_owned()),
        time => Ok(time),
    }
}

/// A duration, such as `30s` or `0s`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    // On a command line a space is a slip, and not a way to write a duration.
    let read = if text.contains(char::is_whitespace) {
        Err(DurationError::Malformed)
    } else {
        parse_duration(text)
    };
    read.map_err(|error| match error {
        DurationError::Malformed => format!(
            "`{text}` is not a duration; use a whole number and a unit: `30s`, `5m`, `12h` or `90d`"
        ),
        DurationError::TooLong => format!("`{text}` is more than ten years"),
    })
}

/// A preference and its value.
pub(super) fn preference(text: &str) -> Result<PreferenceAssignment, String> {
    super::preference::read(text)
}

/// Parses the policy for what counts as destructive.
pub(super) fn destructive() -> impl TypedValueParser<Value = DestructivePolicy> {
    PossibleValuesParser::new(DestructivePolicy::ALL.iter().map(|one| one.as_str()))
        .map(|word| DestructivePolicy::parse(&word).unwrap_or_default())
}

// === impl InheritableValue ===

impl<T> InheritableValue<T> {
    /// The value, if it is not inherited.
    pub(crate) fn into_option(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Inherit => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, expect) in [
            ("90d", Ok(90 * 86_400_000)),
            ("1500ms", Ok(1_500)),
            ("5m", Ok(300_000)),
            ("0s", Err("it is zero")),
            ("4000d", Err("`4000d` is more than ten years")),
            (
                "99999999999999999999d",
                Err("`99999999999999999999d` is more than ten years"),
            ),
        ] {
            let read = duration(text).map(|time| time.as_millis());
            assert_eq!(read, expect.map_err(str::to_owned), "{text}");
        }
        for text in ["", "90", "d", "1h30m", "-1s", "1.5h", " 5m"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_beginning_of_an_id_is_enough() {
        for (text, expect) in [
            ("0198C9F2-0f3c", Some("0198c9f2-0f3c")),
            ("0198", Some("0198")),
            ("019", None),
            ("0198c9f20f3c", None),
            ("0198c9f2-", Some("0198c9f2-")),
            ("0198x", None),
            ("é198c9", None),
            ("0198c9f2-0f3c-7000-8000-0000000000000", None),
        ] {
            assert_eq!(id_prefix(text).ok().as_deref(), expect, "{text}");
        }
    }

    #[test]
    fn roles_are_known_words() {
        assert_eq!(
            roles("caller,approver")
                .map(|r| r.to_string())
                .ok()
                .as_deref(),
            Some("caller,approver")
        );
        for text in ["", ",", "root", "caller,root"] {
            assert!(roles(text).is_err(), "{text}");
        }
    }
}
