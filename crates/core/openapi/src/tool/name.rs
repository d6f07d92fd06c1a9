//! The names of tools.
//!
//! The rule, in order:
//! 1. What `x-candor` says; else the `operationId`; else method and path.
//! 2. *Flatten*: Latin letters lose their marks, and every run of other characters outside
//!    `[A-Za-z0-9_-]` becomes one `_`, or nothing at either end. Capitals stay.
//! 3. A name of more than 64 characters is cut and ends in `_` and the start of its SHA-256.
//! 4. Where several operations come to the same name, *each* of them gets `_` and the start of
//!    the SHA-256 of its method and path, so that no name depends on the order of the document.
//!
//! Names are given to all operations of a document before any is selected: a narrower selection
//! never renames a tool.

use std::collections::{BTreeMap, HashSet};

use candor_model::{Diagnostic, Digest};

use super::findings::ToolFindings;
use crate::api::OpenApiOperation;

/// The maximum length of a name, in characters.
const LONGEST: usize = 64;

/// The number of hexadecimal digits of a hash.
const DIGITS: usize = 8;

/// How many operations of a collision are listed.
const NAMED: usize = 4;

/// The names of the operations, in the same order: distinct and within limits.
pub(super) fn names(operations: &[OpenApiOperation], findings: &mut ToolFindings) -> Vec<String> {
    let mut names: Vec<String> = operations.iter().map(preferred_name).collect();
    let mut uses: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        uses.entry(name).or_default().push(at);
    }
    let mut taken: HashSet<String> = uses.keys().map(|name| (*name).to_owned()).collect();
    let clashes: Vec<(String, Vec<usize>)> = uses
        .into_iter()
        .filter(|(_, at)| at.len() > 1)
        .map(|(name, at)| (name.to_owned(), at))
        .collect();
    for (name, mut clashing) in clashes {
        // Not in document order, so that even a collision of hashes is always resolved the same
        // way.
        clashing.sort_by_key(|at| identity(&operations[*at]));
        for at in &clashing {
            names[*at] = hashed(&name, &operations[*at], &taken);
            taken.insert(names[*at].clone());
        }
        findings.add(told(&name, &clashing, operations, &names));
    }
    names
}

/// The name of an operation before resolving collisions.
fn preferred_name(operation: &OpenApiOperation) -> String {
    let own = [&operation.extension.name, &operation.id];
    let own = own.into_iter().flatten().find_map(|text| {
        let flat = flatten(text);
        (!flat.is_empty()).then(|| shortened(flat, text))
    });
    own.unwrap_or_else(|| {
        let method = operation.method.as_str().to_ascii_lowercase();
        let text = format!("{method}_{}", operation.path);
        shortened(flatten(&text), &text)
    })
}

/// A text in plain characters, at full length.
fn flatten(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut gap = SeparatorRun::default();
    for c in text.chars() {
        if c == '_' {
            gap.underscores += 1;
        } else if c.is_ascii_alphanumeric() || c == '-' {
            gap.close(&mut flat);
            flat.push(c);
        } else if let Some(letters) = without_marks(c) {
            if !letters.is_empty() {
                gap.close(&mut flat);
                flat.push_str(letters);
            }
        } else {
            gap.is_foreign = true;
        }
    }
    if !gap.is_foreign {
        gap.close(&mut flat);
    }
    flat
}

/// A run of underscores and foreign characters between plain ones. A run of only underscores is
/// kept.
#[derive(Default)]
struct SeparatorRun {
    underscores: usize,
    is_foreign: bool,
}

// === impl SeparatorRun ===

impl SeparatorRun {
    fn close(&mut self, flat: &mut String) {
        let count = match (self.is_foreign, flat.is_empty()) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => self.underscores,
        };
        flat.extend(std::iter::repeat_n('_', count));
        *self = Self::default();
    }
}

/// A Latin letter without its marks; empty for a combining mark.
fn without_marks(c: char) -> Option<&'static str> {
    Some(match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ď' | 'Đ' | 'Ð' => "D",
        'ď' | 'đ' | 'ð' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'Ł' | 'Ĺ' | 'Ļ' | 'Ľ' => "L",
        'ł' | 'ĺ' | 'ļ' | 'ľ' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'Ţ' | 'Ť' | 'Ț' => "T",
        'ţ' | 'ť' | 'ț' => "t",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'Ý' | 'Ÿ' => "Y",
        'ý' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        '\u{300}'..='\u{36f}' => "",
        _ => return None,
    })
}

/// A flat name, shortened if necessary; the hash is that of the whole text.
fn shortened(flat: String, text: &str) -> String {
    if flat.len() <= LONGEST {
        return flat;
    }
    with_digits(&flat, &Digest::of(text).to_string())
}

/// The name with a hash of the operation, which is unique.
fn hashed(name: &str, operation: &OpenApiOperation, taken: &HashSet<String>) -> String {
    let mut text = identity(operation);
    loop {
        let candidate = with_digits(name, &Digest::of(&text).to_string());
        if !taken.contains(&candidate) {
            return candidate;
        }
        text.push('+');
    }
}

/// The name, cut to leave room for the digits.
fn with_digits(name: &str, digits: &str) -> String {
    let room = LONGEST - 1 - DIGITS;
    format!("{}_{}", &name[..name.len().min(room)], &digits[..DIGITS])
}

/// The unique identity of an operation.
fn identity(operation: &OpenApiOperation) -> String {
    format!("{} {}", operation.method, operation.path)
}

fn told(
    name: &str,
    clashing: &[usize],
    operations: &[OpenApiOperation],
    names: &[String],
) -> Diagnostic {
    let mut listed: Vec<String> = clashing
        .iter()
        .take(NAMED)
        .map(|at| format!("`{}` is `{}`", identity(&operations[*at]), names[*at]))
        .collect();
    if clashing.len() > NAMED {
        listed.push(format!("and {} more", clashing.len() - NAMED));
    }
    Diagnostic::warning(
        "openapi::name-clash",
        format!(
            "{} operations would be called `{name}`, so each has a suffix: {}",
            clashing.len(),
            listed.join(", ")
        ),
    )
    .with_hint("give them different `operationId`s, or names in `x-candor`")
}

#[cfg(test)]
mod tests;
