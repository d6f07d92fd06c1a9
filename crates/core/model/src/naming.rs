//! Derives exposed names from `source.tool`.
//!
//! The rule, in order:
//! 1. *Flatten*: `source_tool`, with every character outside `[A-Za-z0-9_-]` turned into `_`.
//! 2. A flat name of at most 64 characters that no other name flattens to is the exposed name.
//! 3. Every other one is cut and ends in `_` and the start of its SHA-256, taken over the
//!    qualified name. *All* names of a clash get their hash, so that no name depends on the
//!    order in which sources were read.

use std::collections::{HashMap, HashSet};

use crate::Digest;
use crate::name::{EXPOSED_MAX, ExposedName, QualifiedName, is_plain};

/// Initial number of hexadecimal digits of the hash; more are used if those collide.
const HASH_DIGITS: usize = 8;

/// Gives each qualified name its exposed name, in the same order. The input names must be distinct;
/// the results are distinct, within the length limit, and depend only on the set of names.
pub fn expose_names(names: &[QualifiedName]) -> Vec<ExposedName> {
    let flats: Vec<String> = names.iter().map(flatten).collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for flat in &flats {
        *uses.entry(flat).or_default() += 1;
    }
    let is_settled = |flat: &str| flat.len() <= EXPOSED_MAX && uses[flat] == 1;
    let mut taken: HashSet<String> = flats
        .iter()
        .filter(|flat| is_settled(flat))
        .cloned()
        .collect();

    let mut exposed: Vec<Option<ExposedName>> = flats
        .iter()
        .map(|flat| is_settled(flat).then(|| ExposedName(flat.as_str().into())))
        .collect();
    // Hashed names are assigned in the order of the names, not of the input list, so that a
    // collision of two hashes is always resolved the same way.
    let mut hashed: Vec<usize> = (0..names.len())
        .filter(|at| exposed[*at].is_none())
        .collect();
    hashed.sort_by(|a, b| names[*a].cmp(&names[*b]));
    for at in hashed {
        let name = with_hash(&flats[at], &names[at], &taken);
        taken.insert(name.clone());
        exposed[at] = Some(ExposedName(name.into()));
    }
    exposed.into_iter().flatten().collect()
}

/// `source_tool` with every other character replaced, at full length.
fn flatten(name: &QualifiedName) -> String {
    let plain = |c| if is_plain(c) { c } else { '_' };
    let own = name.own().chars().map(plain);
    name.source()
        .as_str()
        .chars()
        .chain(['_'])
        .chain(own)
        .collect()
}

/// The flat name, cut and suffixed with as many digits of its hash as make it unique.
fn with_hash(flat: &str, name: &QualifiedName, taken: &HashSet<String>) -> String {
    let digest = Digest::of(name.to_string()).to_string();
    (HASH_DIGITS..EXPOSED_MAX - 1)
        .map(|digits| {
            let room = EXPOSED_MAX - 1 - digits;
            format!("{}_{}", &flat[..flat.len().min(room)], &digest[..digits])
        })
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or_else(|| digest[..EXPOSED_MAX].to_owned())
}

#[cfg(test)]
mod tests;
