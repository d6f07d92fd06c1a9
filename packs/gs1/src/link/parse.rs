//! Reading a link.

use super::{LINK_MAX, Link, LinkError, Qualifier};
use crate::{
    gtin::{Gtin, GtinError},
    percent::{self, Undecoded},
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
pub struct Parsed {
    /// The link.
    pub link: Link,
    /// What is odd, without being wrong.
    pub oddities: Vec<Oddity>,
}

/// Something that was once allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Oddity {
    /// A word where an identifier belongs.
    #[error("`{word}` is a deprecated name; write `{ai}`")]
    ShortName {
        /// The word.
        word: &'static str,
        /// The identifier.
        ai: &'static str,
    },
    /// A number without its filling zeros.
    #[error("the GTIN in the path has {digits} digits; write all 14")]
    ShortGtin {
        /// How many it has.
        digits: usize,
    },
}

impl Link {
    /// Reads a link.
    pub fn parse(uri: &str) -> Result<Parsed, LinkError> {
        let uri = uri.trim();
        if uri.len() > LINK_MAX {
            let length = uri.len();
            return Err(LinkError::Long { length });
        }
        check_characters(uri)?;
        let (uri, _fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let (address, query) = uri.split_once('?').unwrap_or((uri, ""));
        let Some((begin, path)) = split_path(address) else {
            return Err(stem(address).map_or_else(|error| error, |_| LinkError::NoKey));
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
        let mut link = Link::new(&format!("{begin}{}", &path[..before]), gtin)?;
        link = read_qualifiers(link, &segments[key + 2..], &mut oddities)?;
        link = read_query(link, query)?;
        Ok(Parsed { link, oddities })
    }
}

/// A stem as it is kept: scheme and host in small letters, and no slash at its end.
pub(super) fn stem(text: &str) -> Result<String, LinkError> {
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

fn not_a_stem(text: &str) -> LinkError {
    let stem = text.chars().take(80).collect::<String>();
    LinkError::Stem {
        stem: stem.escape_debug().to_string(),
    }
}

fn is_dots(segment: &str) -> bool {
    percent::decode(segment).is_ok_and(|segment| matches!(segment.as_str(), "." | ".."))
}

/// Refuses what cannot be in a URI.
fn check_characters(uri: &str) -> Result<(), LinkError> {
    let is_allowed =
        |one: char| one.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(one);
    match uri.chars().find(|one| !is_allowed(*one)) {
        None => Ok(()),
        Some(found) => Err(LinkError::Character {
            found: found.escape_debug().to_string(),
        }),
    }
}

/// Where the number's identifier stands in the path: the last place from which the rest is
/// identifiers and values in turn.
fn find_key(segments: &[&str]) -> Result<usize, LinkError> {
    let is_key = |segment: &str| segment == "01" || segment == SHORT_KEY;
    if segments.last() == Some(&"") {
        return Err(LinkError::Slash);
    }
    for at in (0..segments.len()).rev().skip(1).step_by(2) {
        let segment = segments[at];
        if is_key(segment) {
            return Ok(at);
        }
        if OTHER_KEYS.contains(&segment) {
            let ai = segment.to_owned();
            return Err(LinkError::OtherKey { ai });
        }
        if qualifier(segment).is_none() {
            break;
        }
    }
    // Nearly one: what stands after the number tells what is wrong.
    let near = segments.iter().rposition(|segment| is_key(segment));
    let Some(near) = near.filter(|near| near + 2 < segments.len()) else {
        return Err(LinkError::NoKey);
    };
    let pairs = segments[near + 2..].chunks(2);
    let names = pairs.map(|pair| pair[0]);
    let stranger = names.into_iter().find(|name| qualifier(name).is_none());
    Err(match stranger {
        Some(found) => LinkError::Unknown {
            found: found.escape_debug().to_string(),
        },
        None => LinkError::Slash,
    })
}

/// The qualifier that a segment of the path names.
fn qualifier(segment: &str) -> Option<Qualifier> {
    let mut all = Qualifier::ALL.into_iter();
    all.find(|by| by.ai() == segment || by.short_name() == Some(segment))
}

/// The number: `segments` begins with its identifier.
fn read_key(segments: &[&str], oddities: &mut Vec<Oddity>) -> Result<Gtin, LinkError> {
    if segments[0] == SHORT_KEY {
        let (word, ai) = (SHORT_KEY, "01");
        oddities.push(Oddity::ShortName { word, ai });
    }
    let value = decoded("01", segments[1], percent::decode)?;
    // Spaces and hyphens are for people; an address has none.
    if let Some(found) = value.chars().find(|one| !one.is_ascii_digit()) {
        return Err(LinkError::Gtin(GtinError::Character {
            text: value.escape_debug().to_string(),
            found: found.escape_debug().to_string(),
        }));
    }
    let gtin = Gtin::parse(&value)?;
    if value.len() < 14 {
        let digits = value.len();
        oddities.push(Oddity::ShortGtin { digits });
    }
    Ok(gtin)
}

fn read_qualifiers(
    mut link: Link,
    segments: &[&str],
    oddities: &mut Vec<Oddity>,
) -> Result<Link, LinkError> {
    let mut last: Option<Qualifier> = None;
    for pair in segments.chunks_exact(2) {
        let (name, value) = (pair[0], pair[1]);
        let by = qualifier(name).ok_or(LinkError::NoKey)?;
        if let Some(first) = last.filter(|last| *last >= by) {
            return Err(LinkError::Order {
                first: first.ai(),
                second: by.ai(),
            });
        }
        last = Some(by);
        if let Some(word) = by.short_name().filter(|word| *word == name) {
            let ai = by.ai();
            oddities.push(Oddity::ShortName { word, ai });
        }
        let value = decoded(by.ai(), value, percent::decode)?;
        link = link.qualified(by, &value)?;
    }
    Ok(link)
}

fn read_query(mut link: Link, query: &str) -> Result<Link, LinkError> {
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
    decode: fn(&str) -> Result<String, Undecoded>,
) -> Result<String, LinkError> {
    decode(text).map_err(|cause| LinkError::Undecoded {
        part: part.chars().take(40).collect(),
        cause,
    })
}
