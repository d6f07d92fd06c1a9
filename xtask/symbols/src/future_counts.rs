//! How often the futures of a binary were compiled, and where.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::future_name::{FutureKind, FutureName, LIBRARIES};

/// The futures of the counted libraries in one binary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FutureCounts {
    /// One entry for each library.
    pub libraries: Vec<LibraryCounts>,
    /// The futures with copies, the most copied first.
    pub copied: Vec<CopiedFuture>,
}

/// The futures of one library.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryCounts {
    /// The library, as the names of its crates begin.
    pub library: String,
    /// Functions that run a future.
    pub bodies: usize,
    /// Functions that drop a future.
    pub drop_glue: usize,
    /// Functions of either kind that were compiled in a crate where they are not at home.
    pub outside: usize,
    /// How often something was compiled in a further crate after the first.
    pub copies: usize,
}

/// A future that was compiled in more than one crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedFuture {
    /// What was compiled.
    pub name: FutureName,
    /// How often after the first time.
    pub copies: usize,
    /// The crates in which it is not at home and was compiled.
    pub crates: Vec<String>,
}

// === impl FutureCounts ===

impl FutureCounts {
    /// Counts functions, each with the crate that it was compiled in.
    pub fn of<'a>(functions: impl IntoIterator<Item = (FutureName, &'a str)>) -> Self {
        let mut places: BTreeMap<FutureName, BTreeSet<&str>> = BTreeMap::new();
        let mut libraries = LIBRARIES.map(|library| LibraryCounts {
            library: library.to_owned(),
            ..LibraryCounts::default()
        });
        for (name, place) in functions {
            let Some(counts) = libraries.iter_mut().find(|it| it.library == name.library) else {
                continue;
            };
            match name.kind {
                FutureKind::Body => counts.bodies += 1,
                FutureKind::DropGlue => counts.drop_glue += 1,
            }
            counts.outside += usize::from(!name.is_at_home_in(place));
            places.entry(name).or_default().insert(place);
        }
        let copied = places
            .into_iter()
            .filter_map(|it| CopiedFuture::of(it.0, &it.1));
        let mut copied: Vec<CopiedFuture> = copied.collect();
        copied.sort_by_key(|it| std::cmp::Reverse(it.copies));
        for counts in &mut libraries {
            let own = copied.iter().filter(|it| it.name.library == counts.library);
            counts.copies = own.map(|it| it.copies).sum();
        }
        Self {
            libraries: libraries.to_vec(),
            copied,
        }
    }

    /// How often a future of any library was compiled in a further crate after the first.
    pub fn copies(&self) -> usize {
        self.libraries.iter().map(|it| it.copies).sum()
    }

    /// How many functions were compiled in a crate where they are not at home.
    pub fn outside(&self) -> usize {
        self.libraries.iter().map(|it| it.outside).sum()
    }
}

// === impl CopiedFuture ===

impl CopiedFuture {
    /// The copies among the crates in which something was compiled. All the crates at home count
    /// as one; if it is in none of them, one of the others has what counts as the first.
    fn of(name: FutureName, places: &BTreeSet<&str>) -> Option<Self> {
        let away = places.iter().filter(|place| !name.is_at_home_in(place));
        let crates: Vec<String> = away.map(|place| (*place).to_owned()).collect();
        let is_at_home = crates.len() < places.len();
        let copies = crates.len() - usize::from(!is_at_home && !crates.is_empty());
        (copies > 0).then_some(Self {
            name,
            copies,
            crates,
        })
    }
}

impl std::fmt::Display for CopiedFuture {
    /// One line for a person: how often, what, and where.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.name.kind {
            FutureKind::Body => "",
            FutureKind::DropGlue => "dropping ",
        };
        let (copies, path, crates) = (self.copies, &self.name.path, self.crates.join(", "));
        write!(f, "{copies} of {kind}{path} ({crates})")
    }
}
