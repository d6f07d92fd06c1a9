//! Which operations become tools.

use candor_model::Diagnostic;

use super::findings::ToolFindings;
use super::glob::path_fits;
use crate::api::OpenApiOperation;

/// The selection of operations. Exclusion takes precedence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationSelection {
    /// An operation must match each of these lists that is not empty.
    pub include: OperationFilter,
    /// An operation that matches any of these is left out.
    pub exclude: OperationFilter,
    /// Whether deprecated operations are included.
    pub deprecated: bool,
}

/// A filter for operations with four criteria.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationFilter {
    /// By tag, ignoring case.
    pub tags: Vec<String>,
    /// By path: `*` stands for anything within a segment, `**` for any number of segments.
    pub paths: Vec<String>,
    /// By `operationId` or tool name; `*` stands for anything.
    pub operations: Vec<String>,
    /// By method, ignoring case.
    pub methods: Vec<String>,
}

/// The four criteria.
#[derive(Clone, Copy)]
enum FilterKind {
    Tag,
    Path,
    Operation,
    Method,
}

/// The maximum number of suggestions in a hint.
const LISTED: usize = 5;

/// The indexes of the selected operations. `names` are those of the tools. Reports filters that
/// match nothing in the document.
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
    /// Whether an operation is selected, regardless of deprecation.
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

    /// The name of the criterion in the settings.
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

    /// The texts of an operation that a filter is compared with.
    fn words<'a>(self, operation: &'a OpenApiOperation, name: &'a str) -> Vec<&'a str> {
        match self {
            Self::Tag => operation.tags.iter().map(String::as_str).collect(),
            Self::Path => vec![&operation.path],
            Self::Operation => vec![name],
            Self::Method => vec![operation.method.as_str()],
        }
    }
}

/// Reports each filter that matches no operation, including hidden and deprecated ones.
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

/// The length of the common prefix of two texts, ignoring case.
fn alike(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

#[cfg(test)]
mod tests;
