//! Reading a link.

use super::{DigitalLink, DigitalLinkError, LINK_MAX, LinkQualifier};
use crate::{
    gtin::{Gtin, GtinError},
    percent::{self, PercentError},
};

/// The word that early versions of the standard allowed in place of `01`.
const SHORT_KEY: &str = "gtin";

/// Keys of the standard that are not trade items.
const OTHER_KEYS: [&str; 15] = [
    "00", "253", "255", "401", "402", "414", "415", "417", "8003", "8004", "8006", "8010", "8013",
    "8017", "8018",
];

/// A link that was read, and what is odd about how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedLink {
    /// The link that was read.
    pub link: DigitalLink,
    /// What is odd, without being wrong.
    pub oddities: Vec<LinkOddity>,
}

/// Something that was once allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkOddity {
    /// A word where an identifier belongs.
    #[error("`{word}` is a deprecated name; write `{ai}`")]
    ShortName {
        /// The word in the path.
        word: &'static str,
        /// The application identifier.
        ai: &'static str,
    },
    /// A number without its filling zeros.
    #[error("the GTIN in the path has {digits} digits; write all 14")]
    ShortGtin {
        /// How many it has.
        digits: usize,
    },
}

impl DigitalLink {
    /// Reads a link.
    pub fn parse(uri: &str) -> Result<ParsedLink, DigitalLinkError> {
        let uri = uri.trim();
        if uri.len() > LINK_MAX {
            let length = uri.len();
            return Err(DigitalLinkError::Long { length });
        }
        check_characters(uri)?;
        let (uri, _fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let (address, query) = uri.split_once('?').unwrap_or((uri, ""));
        let Some((begin, path)) = split_path(address) else {
            return Err(stem(address).map_or_else(|error| error, |_| DigitalLinkError::NoKey));
        };
        stem(begin)?;
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let key = find_key(&segments)?;

        let before: usize = segments[..key]
            .iter()
            .map(|segment| segment.len() + 1)
            .sum();
        let mut oddities = Vec::new();
        let gtin = read_key(&segments[key..], &mut oddities)?;
        let mut link = DigitalLink::new(&format!("{begin}{}", &path[..before]), gtin)?;
        link = read_qualifiers(link, &segments[key + 2..], &mut oddities)?;
        link = read_query(link, query)?;
        Ok(ParsedLink { link, oddities })
    }
}

/// A stem as it is kept: scheme and host in small letters, and no slash at its end.
pub(super) fn stem(text: &str) -> Result<String, DigitalLinkError> {
    let text = text.trim();
    check_characters(text)?;
    let whole = format!("{text}/");
    let (begin, path) = split_path(&whole).ok_or_else(|| not_a_stem(text))?;
    if path.contains(['?', '#']) || path.split('/').any(is_dots) {
        return Err(not_a_stem(text));
    }
    let (scheme, host) = begin.split_once("://").ok_or_else(|| not_a_stem(text))?;
    let scheme = scheme.to_ascii_lowercase();
    // Without `_`, `~` and what separates, nothing but names, addresses and a port is left.
    let fits = |one: char| one.is_ascii_alphanumeric() || "-.:[]".contains(one);
    let is_named = host.contains(|one: char| one.is_ascii_alphanumeric());
    if !is_named || !host.chars().all(fits) || !matches!(scheme.as_str(), "https" | "http") {
        return Err(not_a_stem(text));
    }
    let path = path.trim_end_matches('/');
    Ok(format!("{scheme}://{}{path}", host.to_ascii_lowercase()))
}

/// Splits an address before its path.
fn split_path(address: &str) -> Option<(&str, &str)> {
    let host = address.find("://")? + "://".len();
    let path = host + address[host..].find('/')?;
    Some(address.split_at(path))
}

fn not_a_stem(text: &str) -> DigitalLinkError {
    let stem = text.chars().take(80).collect::<String>();
    DigitalLinkError::Stem {
        stem: stem.escape_debug().to_string(),
    }
}

fn is_dots(segment: &str) -> bool {
    percent::decode(segment).is_ok_and(|segment| matches!(segment.as_str(), "." | ".."))
}

/// Refuses what cannot be in a URI.
fn check_characters(uri: &str) -> Result<(), DigitalLinkError> {
    let is_allowed =
        |one: char| one.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(one);
    match uri.chars().find(|one| !is_allowed(*one)) {
        None => Ok(()),
        Some(found) => Err(DigitalLinkError::Character {
            found: found.escape_debug().to_string(),
        }),
    }
}

/// Where the number's identifier stands in the path: the last place from which the rest is
/// identifiers and values in turn.
fn find_key(segments: &[&str]) -> Result<usize, DigitalLinkError> {
    let is_key = |segment: &str| segment == "01" || segment == SHORT_KEY;
    if segments.last() == Some(&"") {
        return Err(DigitalLinkError::Slash);
    }
    for at in (0..segments.len()).rev().skip(1).step_by(2) {
        let segment = segments[at];
        if is_key(segment) {
            return Ok(at);
        }
        if OTHER_KEYS.contains(&segment) {
            let ai = segment.to_owned();
            return Err(DigitalLinkError::OtherKey { ai });
        }
        if qualifier(segment).is_none() {
            break;
        }
    }
    // Nearly one: what stands after the number tells what is wrong.
    let near = segments.iter().rposition(|segment| is_key(segment));
    let Some(near) = near.filter(|near| near + 2 < segments.len()) else {
        return Err(DigitalLinkError::NoKey);
    };
    let pairs = segments[near + 2..].chunks(2);
    let names = pairs.map(|pair| pair[0]);
    let stranger = names.into_iter().find(|name| qualifier(name).is_none());
    Err(match stranger {
        Some(found) => DigitalLinkError::Unknown {
            found: found.escape_debug().to_string(),
        },
        None => DigitalLinkError::Slash,
    })
}

/// The qualifier that a segment of the path names.
fn qualifier(segment: &str) -> Option<LinkQualifier> {
    let mut all = LinkQualifier::ALL.into_iter();
    all.find(|by| by.ai() == segment || by.short_name() == Some(segment))
}

/// The number: `segments` begins with its identifier.
fn read_key(segments: &[&str], oddities: &mut Vec<LinkOddity>) -> Result<Gtin, DigitalLinkError> {
    if segments[0] == SHORT_KEY {
        let (word, ai) = (SHORT_KEY, "01");
        oddities.push(LinkOddity::ShortName { word, ai });
    }
    let value = decoded("01", segments[1], percent::decode)?;
    // Spaces and hyphens are for people; an address has none.
    if let Some(found) = value.chars().find(|one| !one.is_ascii_digit()) {
        return Err(DigitalLinkError::Gtin(GtinError::Character {
            text: value.escape_debug().to_string(),
            found: found.escape_debug().to_string(),
        }));
    }
    let gtin = Gtin::parse(&value)?;
    if value.len() < 14 {
        let digits = value.len();
        oddities.push(LinkOddity::ShortGtin { digits });
    }
    Ok(gtin)
}

fn read_qualifiers(
    mut link: DigitalLink,
    segments: &[&str],
    oddities: &mut Vec<LinkOddity>,
) -> Result<DigitalLink, DigitalLinkError> {
    let mut last: Option<LinkQualifier> = None;
    for pair in segments.chunks_exact(2) {
        let (name, value) = (pair[0], pair[1]);
        let by = qualifier(name).ok_or(DigitalLinkError::NoKey)?;
        if let Some(first) = last.filter(|last| *last >= by) {
            return Err(DigitalLinkError::Order {
                first: first.ai(),
                second: by.ai(),
            });
        }
        last = Some(by);
        if let Some(word) = by.short_name().filter(|word| *word == name) {
            let ai = by.ai();
            oddities.push(LinkOddity::ShortName { word, ai });
        }
        let value = decoded(by.ai(), value, percent::decode)?;
        link = link.qualified(by, &value)?;
    }
    Ok(link)
}

fn read_query(mut link: DigitalLink, query: &str) -> Result<DigitalLink, DigitalLinkError> {
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = match pair.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (pair, None),
        };
        let is_data = !name.is_empty() && name.bytes().all(|one| one.is_ascii_digit());
        let value = value.map(|value| decoded(name, value, percent::decode_query));
        let value = value.transpose()?;
        link = match (is_data, value) {
            (true, value) => link.with(name, value.as_deref().unwrap_or_default())?,
            (false, value) => {
                let name = decoded(name, name, percent::decode_query)?;
                link.parameter(&name, value.as_deref())?
            }
        };
    }
    Ok(link)
}

fn decoded(
    part: &str,
    text: &str,
    decode: fn(&str) -> Result<String, PercentError>,
) -> Result<String, DigitalLinkError> {
    decode(text).map_err(|cause| DigitalLinkError::Undecoded {
        part: part.chars().take(40).collect(),
        cause,
    })
}
