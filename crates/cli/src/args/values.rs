//! Values that several commands take.

use std::fmt;
use std::ops::RangeInclusive;

use candor_config::Endpoint;
use candor_model::{DestructivePolicy, Digest, Hint, JsonText, Profile, QualifiedName, ToolRef};
use candor_wire::RawJson;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// What a budget may be.
const BUDGET: RangeInclusive<usize> = 200..=100_000;

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

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}
