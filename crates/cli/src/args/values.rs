//! Values that several commands take.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use candor_config::Endpoint;
use candor_model::{
    ApprovalState, DestructivePolicy, Digest, Hint, JsonText, Profile, QualifiedName, Role, Roles,
    ToolRef,
};
use candor_wire::RawJson;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::preference::Preferring;

/// What a budget may be.
const BUDGET: RangeInclusive<usize> = 200..=100_000;

/// The units of a time, in milliseconds; `ms` before the `s` that it ends with.
const UNITS: [(&str, u64); 5] = [
    ("ms", 1),
    ("s", 1_000),
    ("m", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
];

/// Ten years: longer is a slip of the pen.
const LONGEST: u64 = 3_650 * 86_400_000;

/// So much of an id is needed at least.
const ID_LEAST: usize = 4;

/// How long an id is, with its hyphens.
const ID_LENGTH: usize = 36;

/// A value, or whatever is said elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inheritable<T> {
    /// This value.
    Set(T),
    /// Whatever is said elsewhere.
    Inherit,
}

/// A member of `annotations` and its value.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) value: JsonText,
}

/// Why a value cannot be used. What was typed stands before it already.
#[derive(Debug)]
pub(crate) struct Unusable(String);

/// `source.tool`.
pub(super) fn tool(text: &str) -> Result<QualifiedName, Unusable> {
    QualifiedName::parse(text)
        .ok_or_else(|| Unusable("it names no tool; write `source.tool`".to_owned()))
}

/// One of the four hints, in any spelling.
pub(super) fn hint(text: &str) -> Result<Hint, Unusable> {
    Hint::parse(text).ok_or_else(|| {
        let words = Hint::ALL
            .map(|hint| format!("`{}`", hint.word()))
            .join(", ");
        Unusable(format!("it is no hint; the hints are {words}"))
    })
}

/// The hash of a definition.
pub(super) fn hash(text: &str) -> Result<Digest, Unusable> {
    Digest::parse(text).ok_or_else(|| {
        let hint = "a hash has 64 hexadecimal digits; `candor drift show TOOL` prints it";
        Unusable(hint.to_owned())
    })
}

/// `KEY=JSON`. The JSON is kept as it was written.
pub(super) fn member(text: &str) -> Result<Member, Unusable> {
    let Some((key, json)) = text.split_once('=') else {
        return Err(Unusable("write KEY=JSON, such as `cost=3`".to_owned()));
    };
    match RawJson::parse(json.as_bytes().to_vec()) {
        Ok(json) => Ok(Member {
            key: key.to_owned(),
            value: JsonText::new(json.to_string()),
        }),
        Err(error) => Err(Unusable(format!(
            "what follows `{key}=` is not JSON: {error}; a text stands in quotes: {key}='\"text\"'"
        ))),
    }
}

/// A member of a toolset. The id of a tool is taken, too.
pub(super) fn toolset_member(text: &str) -> Result<candor_model::Member, Unusable> {
    if let Some(tool) = ToolRef::new(None, Digest::parse(text)) {
        return Ok(candor_model::Member::Tool(tool));
    }
    candor_model::Member::parse(text).map_err(Unusable)
}

/// How many characters a description may have with its notes.
pub(super) fn budget(text: &str) -> Result<usize, Unusable> {
    let number = text.parse().ok().filter(|number| BUDGET.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (BUDGET.start(), BUDGET.end());
        Unusable(format!("it is no whole number from {least} to {most}"))
    })
}

/// The same, or `inherit`.
pub(super) fn inheritable_budget(text: &str) -> Result<Inheritable<usize>, Unusable> {
    match text {
        "inherit" => Ok(Inheritable::Inherit),
        text => budget(text).map(Inheritable::Set),
    }
}

/// A place in a list, the first of which is 1.
pub(super) fn position(text: &str) -> Result<usize, Unusable> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| Unusable("it is no place; the first is 1".to_owned()))
}

/// Where an API is: what a configuration file may say, too.
pub(super) fn base_url(text: &str) -> Result<Endpoint, Unusable> {
    let endpoint = Endpoint::parse(text).map_err(|error| {
        let hint = "write it in full, such as `https://shop.example/v1`";
        Unusable(format!("it {error}; {hint}"))
    })?;
    let url = endpoint.url();
    if !url.username().is_empty() || url.password().is_some() {
        let reason = "it holds a user or a password; the document says which credentials there are";
        return Err(Unusable(reason.to_owned()));
    }
    if url.query().is_some() || url.fragment().is_some() {
        let reason = "it has a query or a fragment; leave off everything from `?` or `#`";
        return Err(Unusable(reason.to_owned()));
    }
    Ok(endpoint)
}

/// The profile of an endpoint.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.iter().map(|one| one.as_str()))
        .map(|word| Profile::parse(&word).unwrap_or_default())
}

/// The profile of an endpoint, or `inherit`.
pub(super) fn inheritable_profile() -> impl TypedValueParser<Value = Inheritable<Profile>> {
    let words = Profile::ALL.iter().map(|one| one.as_str());
    PossibleValuesParser::new(words.chain(["inherit"])).map(|word| match Profile::parse(&word) {
        Some(profile) => Inheritable::Set(profile),
        None => Inheritable::Inherit,
    })
}

/// `true`, `false` or `inherit`.
pub(super) fn inheritable_bool() -> impl TypedValueParser<Value = Inheritable<bool>> {
    PossibleValuesParser::new(["true", "false", "inherit"]).map(|word| match word.parse() {
        Ok(value) => Inheritable::Set(value),
        Err(_) => Inheritable::Inherit,
    })
}

/// An id, or its beginning, in lowercase.
pub(super) fn id_prefix(text: &str) -> Result<String, Unusable> {
    let text = text.trim().to_ascii_lowercase();
    let fits = |(at, c): (usize, char)| match at {
        8 | 13 | 18 | 23 => c == '-',
        _ => c.is_ascii_hexdigit(),
    };
    if text.len() > ID_LENGTH || !text.char_indices().all(fits) {
        return Err(Unusable::new(
            "it is no id; an id looks like `0198c9f2-0f3c-7000-8000-000000000000`",
        ));
    }
    if text.len() < ID_LEAST {
        return Err(Unusable(format!(
            "it is too short; write at least {ID_LEAST} characters of the id"
        )));
    }
    Ok(text)
}

/// How far an approval has come.
pub(super) fn approval_state() -> impl TypedValueParser<Value = ApprovalState> {
    PossibleValuesParser::new(ApprovalState::ALL.iter().map(|one| one.as_str()))
        .map(|word| ApprovalState::parse(&word).unwrap_or(ApprovalState::Pending))
}

/// Roles between commas; at least one.
pub(super) fn roles(text: &str) -> Result<Roles, Unusable> {
    let known = || Role::ALL.map(Role::as_str).join(", ");
    match Roles::parse(text) {
        Ok(roles) if roles.is_empty() => Err(Unusable(format!(
            "it names no role; the roles are {}",
            known()
        ))),
        Ok(roles) => Ok(roles),
        Err(word) => Err(Unusable(format!(
            "there is no role `{word}`; the roles are {}",
            known()
        ))),
    }
}

/// A time that is longer than nothing, such as `90d`.
pub(super) fn duration(text: &str) -> Result<Duration, Unusable> {
    match time(text).map_err(Unusable)? {
        Duration::ZERO => Err(Unusable::new("it is no time at all")),
        time => Ok(time),
    }
}

/// A time, such as `30s`, which may be nothing.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let mut units = UNITS.iter();
    let read = units.find_map(|(unit, millis)| Some((text.strip_suffix(unit)?, *millis)));
    let digits = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let Some((number, unit)) = read.filter(|(number, _)| digits(number)) else {
        return Err(format!(
            "`{text}` is no time; write a whole number and a unit: `30s`, `5m`, `12h` or `90d`"
        ));
    };
    let millis = number
        .parse()
        .ok()
        .and_then(|number: u64| number.checked_mul(unit));
    match millis {
        Some(millis) if millis <= LONGEST => Ok(Duration::from_millis(millis)),
        _ => Err(format!("`{text}` is more than ten years")),
    }
}

/// A preference and its value.
pub(super) fn preference(text: &str) -> Result<Preferring, Unusable> {
    super::preference::read(text)
}

/// What counts as destructive.
pub(super) fn destructive() -> impl TypedValueParser<Value = DestructivePolicy> {
    PossibleValuesParser::new(DestructivePolicy::ALL.iter().map(|one| one.as_str()))
        .map(|word| DestructivePolicy::parse(&word).unwrap_or_default())
}

// === impl Inheritable ===

impl<T> Inheritable<T> {
    /// The value, if one is said.
    pub(crate) fn into_option(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Inherit => None,
        }
    }
}

// === impl Unusable ===

impl Unusable {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, expect) in [
            ("90d", Ok(90 * 86_400_000)),
            ("1500ms", Ok(1_500)),
            ("5m", Ok(300_000)),
            ("0s", Err("it is no time at all")),
            ("4000d", Err("`4000d` is more than ten years")),
            (
                "99999999999999999999d",
                Err("`99999999999999999999d` is more than ten years"),
            ),
        ] {
            let read = duration(text).map(|time| time.as_millis());
            let read = read.map_err(|error| error.to_string());
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
