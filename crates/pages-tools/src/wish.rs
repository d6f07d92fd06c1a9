//! Which tools are asked for, and as seen from where: what stands behind the `?` of the list.

use candor_frame::{Behaviour, Wrong, query};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{EnvironmentName, Hint, Layer, SourceName, ToolsetName, Trust};
use http::{StatusCode, Uri};

use crate::order::{Group, Sort};
use crate::row::Row;
use crate::tri::Tri;

/// The longest search, in characters.
pub(crate) const Q_MAX: usize = 200;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Words that must all be there.
    pub(crate) q: String,
    pub(crate) source: Option<SourceName>,
    pub(crate) endpoint: Endpoint,
    /// In the order of the hints.
    pub(crate) hints: [Option<Tri>; 4],
    /// The layer that decides a hint.
    pub(crate) layer: Option<Layer>,
    pub(crate) trust: Option<Trust>,
    /// Whether the definition has changed and waits for somebody.
    pub(crate) drift: Option<bool>,
    pub(crate) behaviour: Option<Behaviour>,
    pub(crate) group: Group,
    pub(crate) sort: Sort,
    /// Whether the filters that few need are shown.
    pub(crate) more: bool,
    /// From 1 on.
    pub(crate) page: usize,
}

/// Reads an address, and keeps what is wrong with it.
struct Reader<'a> {
    uri: &'a Uri,
    problems: Vec<String>,
}

// === impl Wish ===

impl Wish {
    /// Reads an address. What it names must be there, so that nobody acts on more tools than
    /// they meant to.
    pub(crate) fn read(uri: &Uri, gateway: &Gateway) -> Result<Self, Wrong> {
        let mut reader = Reader {
            uri,
            problems: Vec::new(),
        };
        let wish = Self {
            q: reader.words(),
            source: reader.source(gateway),
            endpoint: reader.endpoint(gateway),
            hints: Hint::ALL.map(|hint| reader.one(hint.key(), Tri::parse)),
            layer: reader.one("layer", Layer::parse),
            trust: reader.one("trust", Trust::parse),
            drift: reader.one("drift", yes),
            behaviour: reader.one("behaviour", Behaviour::parse),
            group: reader.one("group", Group::parse).unwrap_or_default(),
            sort: reader.one("sort", Sort::parse).unwrap_or_default(),
            more: reader.one("more", yes).unwrap_or_default(),
            page: reader.one("page", page).unwrap_or(1),
        };
        refuse(reader.problems, "/tools", "All tools")?;
        Ok(wish)
    }

    /// Reads what stands behind the `?` alone.
    pub(crate) fn read_text(text: &str, gateway: &Gateway) -> Result<Self, Wrong> {
        Self::read(&behind("/tools", text)?, gateway)
    }

    /// What was asked for, in an order of its own, without what is so anyway.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("q", self.q.clone()),
            (
                "behaviour",
                self.behaviour.map_or("", Behaviour::key).to_owned(),
            ),
            ("source", text(self.source.as_ref())),
            ("toolset", text(self.endpoint.toolset.as_ref())),
            ("environment", text(self.endpoint.environment.as_ref())),
        ];
        let hints = Hint::ALL.into_iter().zip(self.hints);
        pairs.extend(hints.map(|(hint, tri)| (hint.key(), tri.map_or("", Tri::key).to_owned())));
        pairs.extend([
            ("layer", text(self.layer.as_ref())),
            ("trust", text(self.trust.as_ref())),
            ("drift", self.drift.map_or("", no_or_yes).to_owned()),
        ]);
        if self.group != Group::default() {
            pairs.push(("group", self.group.key().to_owned()));
        }
        if self.sort != Sort::default() {
            pairs.push(("sort", self.sort.key().to_owned()));
        }
        if self.more {
            pairs.push(("more", no_or_yes(true).to_owned()));
        }
        if self.page > 1 {
            pairs.push(("page", self.page.to_string()));
        }
        pairs.retain(|(_, value)| !value.is_empty());
        pairs
    }

    /// Where this list is.
    pub(crate) fn address(&self) -> String {
        address(&self.pairs())
    }

    /// The list with another value of one thing, from its beginning; an empty one takes it away.
    pub(crate) fn with(&self, name: &'static str, value: &str) -> String {
        let mut pairs = self.pairs();
        pairs.retain(|(key, _)| *key != name && *key != "page");
        pairs.push((name, value.to_owned()));
        address(&pairs)
    }

    /// The list without any filter, otherwise as it is.
    pub(crate) fn cleared(&self) -> String {
        let mut pairs = self.pairs();
        pairs.retain(|(key, _)| matches!(*key, "group" | "sort" | "more"));
        address(&pairs)
    }

    /// What stands behind the `?`.
    pub(crate) fn text(&self) -> String {
        let address = self.address();
        address
            .split_once('?')
            .map(|(_, text)| text.to_owned())
            .unwrap_or_default()
    }

    /// Whether a tool is asked for, but for how it behaves.
    pub(crate) fn lets_in(&self, row: &Row, words: &[String]) -> bool {
        let hints = Hint::ALL.into_iter().zip(self.hints);
        let is = |(hint, wanted): (Hint, Option<Tri>)| {
            wanted.is_none_or(|wanted| wanted == Tri::of(row.nature.hints.get(hint)))
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

    /// The words that are searched for.
    pub(crate) fn words(&self) -> Vec<String> {
        let small = self.q.to_lowercase();
        small.split_whitespace().map(str::to_owned).collect()
    }
}

// === impl Reader ===

impl Reader<'_> {
    /// A value, if one is given.
    fn given(&self, name: &str) -> Option<String> {
        query::get(self.uri, name).filter(|value| !value.is_empty())
    }

    /// One of several values.
    fn one<T>(&mut self, name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.given(name)?;
        let read = parse(&value);
        if read.is_none() {
            let value = brief(&value);
            self.problems.push(format!("`{name}` cannot be `{value}`."));
        }
        read
    }

    fn words(&mut self) -> String {
        let q = self.given("q").unwrap_or_default();
        let length = q.chars().count();
        if length > Q_MAX {
            self.problems.push(format!(
                "A search has at most {Q_MAX} characters; this one has {length}."
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
            self.problems
                .push(format!("This cannot be shown: {error}."));
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
                self.problems
                    .push(format!("The {name} cannot be shown: {error}."));
                None
            }
        }
    }
}

/// The address that a text stands behind the `?` of.
pub(crate) fn behind(path: &str, text: &str) -> Result<Uri, Wrong> {
    let read = format!("{path}?{text}").parse::<Uri>();
    read.map_err(|_| {
        let problem = "What the form says about its list cannot be read.".to_owned();
        wrong(vec![problem], path.to_owned(), "From the beginning")
    })
}

/// Says everything that is wrong with an address, if anything is.
pub(crate) fn refuse(problems: Vec<String>, to: &str, words: &'static str) -> Result<(), Wrong> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(wrong(problems, to.to_owned(), words))
}

fn wrong(problems: Vec<String>, to: String, words: &'static str) -> Wrong {
    let mut problems = problems.into_iter();
    let first = problems.next().unwrap_or_default();
    let heading = "There is no such list";
    let wrong = Wrong::new(StatusCode::BAD_REQUEST, heading, first);
    problems.fold(wrong, Wrong::and).way(to, words)
}

/// The beginning of a value, as far as anybody wants to see it.
pub(crate) fn brief(value: &str) -> String {
    value.chars().take(60).collect()
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

/// In addresses.
pub(crate) const fn no_or_yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn yes(key: &str) -> Option<bool> {
    [true, false].into_iter().find(|is| no_or_yes(*is) == key)
}

/// A page of a list.
pub(crate) fn page(text: &str) -> Option<usize> {
    text.parse().ok().filter(|page| *page > 0)
}
