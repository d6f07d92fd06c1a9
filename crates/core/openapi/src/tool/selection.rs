//! Which operations become tools.

use candor_model::Diagnostic;

use super::findings::ToolFindings;
use super::glob::path_fits;
use crate::api::OpenApiOperation;

/// What is in and what is out. What is both is out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationSelection {
    /// An operation must fit each list that is not empty.
    pub include: OperationFilter,
    /// An operation that fits any of these is left out.
    pub exclude: OperationFilter,
    /// Whether operations that should no longer be used are in.
    pub deprecated: bool,
}

/// Operations, described in four ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationFilter {
    /// By tag, whatever the capitals.
    pub tags: Vec<String>,
    /// By path: `*` stands for anything within a segment, `**` for any number of segments.
    pub paths: Vec<String>,
    /// By `operationId` or name of the tool; `*` stands for anything.
    pub operations: Vec<String>,
    /// By method, whatever the capitals.
    pub methods: Vec<String>,
}

/// The four ways.
#[derive(Clone, Copy)]
enum FilterKind {
    Tag,
    Path,
    Operation,
    Method,
}

/// How many candidates a hint lists.
const LISTED: usize = 5;

/// The operations that are wanted, by their place in the list. `names` are those of the tools.
/// A filter that speaks of nothing in the document is told.
pub(super) fn choose(
    operations: &[OpenApiOperation],
    names: &[String],
    selection: &OperationSelection,
    findings: &mut ToolFindings,
) -> Vec<usize> {
    let all: Vec<(&OpenApiOperation, &str)> = operations
        .iter()
        .zip(names.iter().map(String::as_str))
        .collect();
    tell_idle_filters(&all, selection, findings);
    let fitting: Vec<usize> = (0..all.len())
        .filter(|at| selection.fits(all[*at].0, all[*at].1))
        .collect();
    let (chosen, old): (Vec<_>, Vec<_>) = fitting
        .into_iter()
        .partition(|at| selection.deprecated || !all[*at].0.deprecated);
    if !old.is_empty() {
        let one = if old.len() == 1 {
            "operation is"
        } else {
            "operations are"
        };
        findings.note(
            "openapi::deprecated",
            format!(
                "{} deprecated {one} left out, such as `{}`",
                old.len(),
                all[old[0]].1
            ),
        );
    }
    if chosen.is_empty() && !all.is_empty() {
        findings.add(Diagnostic::warning(
            "openapi::nothing-selected",
            format!("none of the {} operations becomes a tool", all.len()),
        ));
    }
    chosen
}

// === impl OperationSelection ===

impl OperationSelection {
    /// Whether an operation is wanted, be it deprecated or not.
    fn fits(&self, operation: &OpenApiOperation, name: &str) -> bool {
        let included = FilterKind::ALL.into_iter().all(|way| {
            let filters = self.include.filters(way);
            filters.is_empty() || filters.iter().any(|one| way.fits(one, operation, name))
        });
        let excluded = FilterKind::ALL.into_iter().any(|way| {
            let filters = self.exclude.filters(way);
            filters.iter().any(|one| way.fits(one, operation, name))
        });
        included && !excluded && !operation.extension.hidden
    }
}

// === impl OperationFilter ===

impl OperationFilter {
    fn filters(&self, way: FilterKind) -> &[String] {
        match way {
            FilterKind::Tag => &self.tags,
            FilterKind::Path => &self.paths,
            FilterKind::Operation => &self.operations,
            FilterKind::Method => &self.methods,
        }
    }
}

// === impl FilterKind ===

impl FilterKind {
    const ALL: [Self; 4] = [Self::Tag, Self::Path, Self::Operation, Self::Method];

    /// The name of the list in the settings.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Path => "paths",
            Self::Operation => "operations",
            Self::Method => "methods",
        }
    }

    fn fits(self, filter: &str, operation: &OpenApiOperation, name: &str) -> bool {
        match self {
            Self::Tag => {
                let filter = filter.to_lowercase();
                operation
                    .tags
                    .iter()
                    .any(|tag| tag.to_lowercase() == filter)
            }
            Self::Path => path_fits(filter, &operation.path),
            Self::Operation => {
                let id = operation.id.as_deref();
                candor_model::glob::glob_matches(filter, name)
                    || id.is_some_and(|id| candor_model::glob::glob_matches(filter, id))
            }
            Self::Method => operation.method.as_str().eq_ignore_ascii_case(filter),
        }
    }

    /// What a filter could have said about this operation.
    fn words<'a>(self, operation: &'a OpenApiOperation, name: &'a str) -> Vec<&'a str> {
        match self {
            Self::Tag => operation.tags.iter().map(String::as_str).collect(),
            Self::Path => vec![&operation.path],
            Self::Operation => vec![name],
            Self::Method => vec![operation.method.as_str()],
        }
    }
}

/// Tells each filter that fits no operation at all, hidden and deprecated ones included.
fn tell_idle_filters(
    all: &[(&OpenApiOperation, &str)],
    selection: &OperationSelection,
    findings: &mut ToolFindings,
) {
    let lists = [
        ("include", &selection.include),
        ("exclude", &selection.exclude),
    ];
    for (list, wanted) in lists {
        for way in FilterKind::ALL {
            for filter in wanted.filters(way) {
                if !all.iter().any(|(one, name)| way.fits(filter, one, name)) {
                    findings.add(idle(list, way, filter, all));
                }
            }
        }
    }
}

fn idle(
    list: &str,
    way: FilterKind,
    filter: &str,
    all: &[(&OpenApiOperation, &str)],
) -> Diagnostic {
    let shown: String = filter.chars().take(100).collect();
    let told = Diagnostic::warning(
        "openapi::idle-filter",
        format!(
            "`{shown}` in `{list}.{}` fits no operation of the document",
            way.as_str()
        ),
    );
    let mut words: Vec<&str> = all
        .iter()
        .flat_map(|(one, name)| way.words(one, name))
        .collect();
    words.sort_by_key(|word| (std::cmp::Reverse(alike(word, filter)), *word));
    words.dedup();
    words.truncate(LISTED);
    if words.is_empty() {
        return told;
    }
    let listed: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    told.with_hint(format!("nearest in the document: {}", listed.join(", ")))
}

/// How many characters two texts have in common at their beginning, whatever the capitals.
fn alike(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

#[cfg(test)]
mod tests;
