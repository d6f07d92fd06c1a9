//! The query string of the list: search, filters, grouping, sorting, endpoint and page.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{PageError, ToolBehaviour, query};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{AnnotationLayer, EnvironmentName, Hint, SourceName, SourceTrust, ToolsetName};
use http::{StatusCode, Uri};

use crate::hint_value::HintValue;
use crate::order::{self, ToolGrouping, ToolOrder};
use crate::row::ToolListRow;

/// The maximum length of a search, in characters.
pub(crate) const Q_MAX: usize = 200;

/// The parsed query string.
#[derive(Clone, Debug)]
pub(crate) struct ToolListQuery {
    /// Words that must all occur.
    pub(crate) q: String,
    pub(crate) source: Option<SourceName>,
    pub(crate) endpoint: Endpoint,
    /// In the order of the hints.
    pub(crate) hints: [Option<HintValue>; 4],
    /// The layer that sets a hint.
    pub(crate) layer: Option<AnnotationLayer>,
    pub(crate) trust: Option<SourceTrust>,
    /// Whether the definition changed and waits for acceptance.
    pub(crate) drift: Option<bool>,
    pub(crate) behaviour: Option<ToolBehaviour>,
    pub(crate) group: ToolGrouping,
    pub(crate) sort: ToolOrder,
    /// Whether the rare filters are shown.
    pub(crate) more: bool,
    /// The page number, starting at 1.
    pub(crate) page: usize,
}

/// Reads a query string and collects its problems.
struct QueryReader<'a> {
    uri: &'a Uri,
    problems: Vec<String>,
}

// === impl ToolListQuery ===

impl ToolListQuery {
    /// Reads an address. What it names must exist, so that a bulk edit never applies to more tools
    /// than intended.
    pub(crate) fn read(uri: &Uri, gateway: &Gateway) -> Result<Self, PageError> {
        let mut reader = QueryReader {
            uri,
            problems: Vec::new(),
        };
        let query = Self {
            q: reader.words(),
            source: reader.source(gateway),
            endpoint: reader.endpoint(gateway),
            hints: Hint::ALL.map(|hint| reader.one(hint.key(), HintValue::parse)),
            layer: reader.one("layer", AnnotationLayer::parse),
            trust: reader.one("trust", SourceTrust::parse),
            drift: reader.one("drift", yes),
            behaviour: reader.one("behaviour", ToolBehaviour::parse),
            group: reader
                .one("group", |key| order::parse(&ToolGrouping::ALL, key))
                .unwrap_or_default(),
            sort: reader
                .one("sort", |key| order::parse(&ToolOrder::ALL, key))
                .unwrap_or_default(),
            more: reader.one("more", yes).unwrap_or_default(),
            page: reader.one("page", page).unwrap_or(1),
        };
        refuse(reader.problems, "/tools", "All tools")?;
        Ok(query)
    }

    /// Reads a query string.
    pub(crate) fn read_text(text: &str, gateway: &Gateway) -> Result<Self, PageError> {
        Self::read(&behind("/tools", text)?, gateway)
    }

    /// The parameters in canonical order, without defaults.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("q", self.q.clone()),
            (
                "behaviour",
                self.behaviour.map_or("", ToolBehaviour::key).to_owned(),
            ),
            ("source", text(self.source.as_ref())),
            ("toolset", text(self.endpoint.toolset.as_ref())),
            ("environment", text(self.endpoint.environment.as_ref())),
        ];
        let hints = Hint::ALL.into_iter().zip(self.hints);
        pairs.extend(
            hints.map(|(hint, tri)| (hint.key(), tri.map_or("", HintValue::key).to_owned())),
        );
        pairs.extend([
            ("layer", text(self.layer.as_ref())),
            ("trust", text(self.trust.as_ref())),
            ("drift", self.drift.map_or("", no_or_yes).to_owned()),
        ]);
        pairs.extend([
            (
                "group",
                order::key(&ToolGrouping::ALL, self.group).to_owned(),
            ),
            ("sort", order::key(&ToolOrder::ALL, self.sort).to_owned()),
        ]);
        if self.more {
            pairs.push(("more", no_or_yes(true).to_owned()));
        }
        if self.page > 1 {
            pairs.push(("page", self.page.to_string()));
        }
        pairs.retain(|(_, value)| !value.is_empty());
        pairs
    }

    /// The address of this list.
    pub(crate) fn address(&self) -> String {
        address(&self.pairs())
    }

    /// The address of the first page with another value of one parameter; an empty value removes it.
    pub(crate) fn with(&self, name: &'static str, value: &str) -> String {
        let mut pairs = self.pairs();
        pairs.retain(|(key, _)| *key != name && *key != "page");
        pairs.push((name, value.to_owned()));
        address(&pairs)
    }

    /// The address without filters.
    pub(crate) fn cleared(&self) -> String {
        let mut pairs = self.pairs();
        pairs.retain(|(key, _)| matches!(*key, "group" | "sort" | "more"));
        address(&pairs)
    }

    /// The query string.
    pub(crate) fn text(&self) -> String {
        let address = self.address();
        address
            .split_once('?')
            .map(|(_, text)| text.to_owned())
            .unwrap_or_default()
    }

    /// Whether a tool matches all filters other than the behaviour.
    pub(crate) fn lets_in(&self, row: &ToolListRow, words: &[String]) -> bool {
        let hints = Hint::ALL.into_iter().zip(self.hints);
        let is = |(hint, wanted): (Hint, Option<HintValue>)| {
            wanted.is_none_or(|wanted| wanted == HintValue::of(row.flags.hints.get(hint)))
        };
        self.source
            .as_ref()
            .is_none_or(|wanted| wanted == row.source())
            && self.trust.is_none_or(|wanted| wanted == row.trust)
            && self.drift.is_none_or(|wanted| wanted == row.is_held())
            && hints.into_iter().all(is)
            && self.layer.is_none_or(|layer| row.is_decided_by(layer))
            && words.iter().all(|word| row.holds(word))
    }

    /// The words of the search.
    pub(crate) fn words(&self) -> Vec<String> {
        let small = self.q.to_lowercase();
        small.split_whitespace().map(str::to_owned).collect()
    }
}

// === impl QueryReader ===

impl QueryReader<'_> {
    /// The value of a parameter, if not empty.
    fn given(&self, name: &str) -> Option<String> {
        query::get(self.uri, name).filter(|value| !value.is_empty())
    }

    /// A parameter with a fixed set of values.
    fn one<T>(&mut self, name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.given(name)?;
        let read = parse(&value);
        if read.is_none() {
            let value = brief(&value);
            self.problems
                .push(format!("`{value}` is not a value of `{name}`."));
        }
        read
    }

    fn words(&mut self) -> String {
        let q = self.given("q").unwrap_or_default();
        let length = q.chars().count();
        if length > Q_MAX {
            self.problems.push(format!(
                "A search has at most {Q_MAX} characters. This one has {length}."
            ));
        }
        q.trim().to_owned()
    }

    fn source(&mut self, gateway: &Gateway) -> Option<SourceName> {
        let value = self.given("source")?;
        let known = gateway.sources().into_iter().map(|source| source.name);
        let found = known.into_iter().find(|name| name.as_str() == value);
        if found.is_none() {
            let value = brief(&value);
            self.problems.push(format!("There is no source `{value}`."));
        }
        found
    }

    fn endpoint(&mut self, gateway: &Gateway) -> Endpoint {
        let endpoint = Endpoint {
            toolset: self.label("toolset", ToolsetName::parse),
            environment: self.label("environment", EnvironmentName::parse),
        };
        if let Err(error) = gateway.catalogue().view(&endpoint) {
            self.problems.push(format!("{error}."));
        }
        endpoint
    }

    fn label<T, E: std::fmt::Display>(
        &mut self,
        name: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let value = self.given(name)?;
        match parse(&brief(&value)) {
            Ok(label) => Some(label),
            Err(error) => {
                self.problems.push(format!("Invalid {name}: {error}."));
                None
            }
        }
    }
}

/// The address with a query string.
pub(crate) fn behind(path: &str, text: &str) -> Result<Uri, PageError> {
    let read = format!("{path}?{text}").parse::<Uri>();
    read.map_err(|_| {
        let problem = "The form has an invalid query string.".to_owned();
        wrong(vec![problem], path.to_owned(), "All tools")
    })
}

/// Fails with all problems of an address, if there are any.
pub(crate) fn refuse(
    problems: Vec<String>,
    to: &str,
    words: &'static str,
) -> Result<(), PageError> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(wrong(problems, to.to_owned(), words))
}

fn wrong(problems: Vec<String>, to: String, words: &'static str) -> PageError {
    let mut problems = problems.into_iter();
    let first = problems.next().unwrap_or_default();
    let heading = "Page not found";
    let wrong = PageError::new(StatusCode::BAD_REQUEST, heading, first);
    problems.fold(wrong, PageError::and).link(to, words)
}

fn address(pairs: &[(&'static str, String)]) -> String {
    query::with_all(
        "/tools",
        pairs.iter().map(|(name, value)| (*name, &**value)),
    )
}

fn text(value: Option<&impl ToString>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}

/// The value in addresses.
pub(crate) const fn no_or_yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn yes(key: &str) -> Option<bool> {
    [true, false].into_iter().find(|is| no_or_yes(*is) == key)
}

/// Parses a page number.
pub(crate) fn page(text: &str) -> Option<usize> {
    text.parse().ok().filter(|page| *page > 0)
}
