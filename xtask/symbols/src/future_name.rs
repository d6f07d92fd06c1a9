//! The name of a future's code in a binary.

#[cfg(test)]
mod tests;

/// Libraries whose futures are counted, by how the names of their crates begin.
pub(crate) const LIBRARIES: [&str; 3] = ["candor_store", "candor_gateway", "sqlx"];

/// What a function does with a future.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FutureKind {
    /// It runs the future. Closures look the same and count as well.
    Body,
    /// It drops the future.
    DropGlue,
}

/// A function that runs or drops a future of one of the libraries that are counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FutureName {
    /// The library, as the names of its crates begin.
    pub library: &'static str,
    /// What the function does.
    pub kind: FutureKind,
    /// The path of the future in its source, without hashes.
    pub path: String,
}

// === impl FutureName ===

impl FutureName {
    /// Reads a symbol; nothing if it is not about a future of a counted library.
    ///
    /// Both ways of mangling names are understood. The legacy one leaves out type parameters and
    /// numbers no closures, so that the instances of a generic future, and the closures of one
    /// function, share one path. The path of drop glue names the whole type in either.
    pub fn read(symbol: &str) -> Option<Self> {
        // Most symbols are about other things, and taking a name apart is slow.
        if !LIBRARIES.iter().any(|library| symbol.contains(library)) {
            return None;
        }
        let name = format!("{:#}", rustc_demangle::try_demangle(symbol).ok()?);
        let (kind, path) = match dropped_type(&name) {
            Some(path) => (FutureKind::DropGlue, path),
            None => (FutureKind::Body, name.as_str()),
        };
        if !is_closure(path) {
            return None;
        }
        let home = home_crate(path);
        let library = LIBRARIES.into_iter().find(|it| is_of(home, it))?;
        Some(Self {
            library,
            kind,
            path: path.to_owned(),
        })
    }

    /// Whether the future is written in this workspace.
    pub(crate) fn is_own(&self) -> bool {
        self.library.starts_with("candor")
    }

    /// Whether a crate is one in which code of this future is expected. Everything about the
    /// database is meant to be compiled where the statements are written.
    pub fn is_at_home_in(&self, name: &str) -> bool {
        is_of(name, self.library) || (self.library == "sqlx" && name == "candor_store")
    }
}

/// Whether a crate belongs to a library: it is called so, or continues the name after `_`.
fn is_of(name: &str, library: &str) -> bool {
    let rest = name.strip_prefix(library);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The type that a function drops, if it does nothing else.
fn dropped_type(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("core::ptr::drop_in_place")?;
    let rest = rest.strip_prefix("::").unwrap_or(rest);
    rest.strip_prefix('<')?.strip_suffix('>')
}

/// Whether a path ends in a closure: `{{closure}}`, or `{closure#0}` in the newer mangling.
fn is_closure(path: &str) -> bool {
    let last = path.rsplit("::").next().unwrap_or(path);
    last == "{{closure}}" || (last.starts_with("{closure") && last.ends_with('}'))
}

/// The crate in which a path begins: that of the type for a method, `<candor_store::Store>::read`.
fn home_crate(path: &str) -> &str {
    let mut rest = path;
    while let Some(shorter) = ["<", "&", "mut ", "dyn "]
        .iter()
        .find_map(|prefix| rest.strip_prefix(prefix))
    {
        rest = shorter;
    }
    let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
    &rest[..end.unwrap_or(rest.len())]
}
