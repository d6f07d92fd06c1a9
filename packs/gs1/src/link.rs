//! GS1 Digital Link URIs: a trade item number as a web address.
//!
//! `https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=261231` identifies a trade item, a
//! lot and a serial number in its path, with further data in its query. The part before `/01/` is
//! the *stem*: any host, optionally with a path.

mod parse;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::{
    attribute::{self, AttributeError},
    gtin::{Gtin, GtinError},
    percent::{self, PercentError},
};

pub use self::parse::{LinkOddity, ParsedLink};

/// The most bytes of a link.
pub const LINK_MAX: usize = 2000;
/// The resolver that knows every link.
pub const CANONICAL: &str = "https://id.gs1.org";

/// The contents of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitalLink {
    stem: String,
    gtin: Gtin,
    qualifiers: BTreeMap<LinkQualifier, String>,
    attributes: Vec<(String, String)>,
    parameters: Vec<(String, Option<String>)>,
}

/// A qualifier of a trade item, in the order of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkQualifier {
    /// The consumer product variant, `22`.
    Variant,
    /// The batch or lot number, `10`.
    Lot,
    /// The serial number, `21`.
    Serial,
    /// A third party's serial number, `235`; cannot be combined with others.
    ThirdParty,
}

/// Why a text is no link to a trade item, or why none can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DigitalLinkError {
    /// It is too long.
    #[error("the link has {length} bytes, and at most {LINK_MAX} are allowed; say less in it")]
    Long {
        /// The size in bytes.
        length: usize,
    },
    /// A character cannot be in a URI.
    #[error("the link has the character `{found}`; in a URI it must be percent-encoded")]
    Character {
        /// The character that was found.
        found: String,
    },
    /// It is no web address.
    #[error("`{stem}` is not the beginning of a link; write `https://`, a host, and a path if any")]
    Stem {
        /// The given stem.
        stem: String,
    },
    /// There is no number in its path.
    #[error("the link has no `/01/` with a GTIN in its path, so it is about no trade item")]
    NoKey,
    /// It identifies something other than a trade item.
    #[error("the link is about `{ai}`, and only links to trade items, with `01`, are known here")]
    OtherKey {
        /// The identifier in place of `01`.
        ai: String,
    },
    /// Its path ends in a slash.
    #[error("the path of the link ends in `/`; a value is missing there")]
    Slash,
    /// A path segment after the number is not a qualifier.
    #[error(
        "`{found}` cannot follow a GTIN; the qualifiers are `22`, `10` and `21`, or `235` alone"
    )]
    Unknown {
        /// The segment.
        found: String,
    },
    /// The qualifiers are in another order.
    #[error(
        "`{second}` cannot follow `{first}`; the qualifiers come in the order `22`, `10`, `21`, \
         each once, and `235` stands alone"
    )]
    Order {
        /// The first identifier.
        first: &'static str,
        /// The identifier that follows it.
        second: &'static str,
    },
    /// A qualifier is in the query.
    #[error("`{ai}` is in the query of the link and belongs into its path")]
    Query {
        /// The application identifier.
        ai: &'static str,
    },
    /// A duplicate identifier.
    #[error("`{ai}` is there twice; say it once")]
    Twice {
        /// The application identifier.
        ai: String,
    },
    /// A parameter would be taken for data.
    #[error("`{name}` cannot be the name of a parameter; use a word")]
    Parameter {
        /// The name it goes by.
        name: String,
    },
    /// A browser would take the value for a step up the path.
    #[error("the value of `{ai}` is `{value}`, which browsers take out of a path; choose another")]
    Dots {
        /// The application identifier.
        ai: &'static str,
        /// The value that was given.
        value: String,
    },
    /// The number in it is none.
    #[error(transparent)]
    Gtin(#[from] GtinError),
    /// A value is not what it must be.
    #[error(transparent)]
    Attribute(#[from] AttributeError),
    /// A part cannot be decoded.
    #[error("`{part}` of the link cannot be read: {cause}")]
    Undecoded {
        /// The part of the link.
        part: String,
        /// The error behind it.
        cause: PercentError,
    },
}

// === impl DigitalLink ===

impl DigitalLink {
    /// A link to a trade item. The stem is `https://` or `http://`, a host, and a path if any.
    pub fn new(stem: &str, gtin: Gtin) -> Result<Self, DigitalLinkError> {
        Ok(Self {
            stem: parse::stem(stem)?,
            gtin,
            qualifiers: BTreeMap::new(),
            attributes: Vec::new(),
            parameters: Vec::new(),
        })
    }

    /// The link with a qualifier. The order in which they are given does not matter.
    pub fn qualified(mut self, by: LinkQualifier, value: &str) -> Result<Self, DigitalLinkError> {
        attribute::check_text(by.ai(), value, by.limit())?;
        if matches!(value, "." | "..") {
            return Err(DigitalLinkError::Dots {
                ai: by.ai(),
                value: value.to_owned(),
            });
        }
        let stranger =
            |other: &&LinkQualifier| (**other == LinkQualifier::ThirdParty) != by.is_alone();
        if let Some(other) = self.qualifiers.keys().find(stranger) {
            return Err(DigitalLinkError::Order {
                first: other.ai(),
                second: by.ai(),
            });
        }
        if self.qualifiers.insert(by, value.to_owned()).is_some() {
            let ai = by.ai().to_owned();
            return Err(DigitalLinkError::Twice { ai });
        }
        Ok(self)
    }

    /// The link with a data attribute, such as `17`, the expiry date.
    pub fn with(mut self, ai: &str, value: &str) -> Result<Self, DigitalLinkError> {
        let misplaced = LinkQualifier::ALL.into_iter().find(|by| by.ai() == ai);
        if let Some(by) = misplaced {
            // With a third party's serial number, a lot is not a qualifier.
            let is_data = by == LinkQualifier::Lot && self.get(LinkQualifier::ThirdParty).is_some();
            if !is_data {
                return Err(DigitalLinkError::Query { ai: by.ai() });
            }
        }
        attribute::check(ai, value)?;
        if self.attribute(ai).is_some() {
            let ai = ai.to_owned();
            return Err(DigitalLinkError::Twice { ai });
        }
        self.attributes.push((ai.to_owned(), value.to_owned()));
        Ok(self)
    }

    /// The link with a parameter that is no data of the item, such as `linkType`.
    pub fn parameter(mut self, name: &str, value: Option<&str>) -> Result<Self, DigitalLinkError> {
        let name = name.to_owned();
        if name.bytes().all(|one| one.is_ascii_digit()) {
            return Err(DigitalLinkError::Parameter { name });
        }
        self.parameters.push((name, value.map(str::to_owned)));
        Ok(self)
    }

    /// The trade item.
    pub fn gtin(&self) -> Gtin {
        self.gtin
    }

    /// The part before the number: scheme, host, and optionally a path.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// The value of a qualifier.
    pub fn get(&self, by: LinkQualifier) -> Option<&str> {
        self.qualifiers.get(&by).map(String::as_str)
    }

    /// The value of a data attribute.
    pub fn attribute(&self, ai: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(name, _)| name == ai);
        found.map(|(_, value)| value.as_str())
    }

    /// Every data attribute, in its order.
    pub fn attributes(&self) -> &[(String, String)] {
        &self.attributes
    }

    /// The value of a parameter that is no data.
    pub fn get_parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(key, _)| key == name);
        found.and_then(|(_, value)| value.as_deref())
    }

    /// The link, written out: 14 digits, qualifiers in their order, data before other parameters.
    pub fn uri(&self) -> Result<String, DigitalLinkError> {
        let mut uri = format!("{}/01/{}", self.stem, self.gtin);
        for (by, value) in &self.qualifiers {
            uri.extend(["/", by.ai(), "/", &percent::encode(value)]);
        }
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(ai, value)| format!("{ai}={}", percent::encode(value)));
        let plain = ":/";
        let parameters = self.parameters.iter().map(|(name, value)| match value {
            Some(value) => format!(
                "{}={}",
                percent::encode(name),
                percent::encode_but(value, plain)
            ),
            None => percent::encode(name),
        });
        let query: Vec<String> = attributes.chain(parameters).collect();
        if !query.is_empty() {
            uri.push('?');
            uri.push_str(&query.join("&"));
        }
        if uri.len() > LINK_MAX {
            let length = uri.len();
            return Err(DigitalLinkError::Long { length });
        }
        Ok(uri)
    }
}

// === impl LinkQualifier ===

impl LinkQualifier {
    /// All of them, in the order of the path.
    pub const ALL: [Self; 4] = [Self::Variant, Self::Lot, Self::Serial, Self::ThirdParty];

    /// Its application identifier.
    pub const fn ai(self) -> &'static str {
        match self {
            Self::Variant => "22",
            Self::Lot => "10",
            Self::Serial => "21",
            Self::ThirdParty => "235",
        }
    }

    /// The short name that early versions of the standard allowed.
    const fn short_name(self) -> Option<&'static str> {
        match self {
            Self::Variant => Some("cpv"),
            Self::Lot => Some("lot"),
            Self::Serial => Some("ser"),
            Self::ThirdParty => None,
        }
    }

    /// The most characters of its value.
    pub(crate) const fn limit(self) -> usize {
        match self {
            Self::ThirdParty => 28,
            _ => 20,
        }
    }

    const fn is_alone(self) -> bool {
        matches!(self, Self::ThirdParty)
    }
}
