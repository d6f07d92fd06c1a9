//! A test assertion for the annotations of a toolbox.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use candor_model::{Hint, Hints};

use crate::FunctionDefinition;

/// The annotations that the author expects.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct ExpectedAnnotations {
    /// The destructive tools, if given.
    pub destructive: Option<Vec<&'static str>>,
    /// Every tool with its hints, if given.
    pub table: Option<Vec<(&'static str, Hints)>>,
}

/// Asserts the annotations of a toolbox. Panics with all problems at once.
///
/// In every form, each tool must set at least `readOnlyHint` or `destructiveHint`, and a
/// destructive tool must not be read-only.
///
/// ```
/// # use candor_functions::{Context, Failure, Group, NoInput, Tool, assert_annotations};
/// # async fn nothing(_: Context, _: NoInput) -> Result<&'static str, Failure> { Ok("") }
/// # let ping = Tool::new("ping", "Answers.", nothing).read_only(true).idempotent(true);
/// # let safe = Group::new("a", "1").tool(ping.clone()).build().unwrap();
/// # let drop = Tool::new("drop", "Deletes.", nothing).destructive(true);
/// # let toolbox = Group::new("a", "1").tool(ping).tool(drop).build().unwrap();
/// // No tool is destructive.
/// assert_annotations!(safe);
/// // These are, and no others.
/// assert_annotations!(toolbox, destructive: ["drop"]);
/// // Every tool, with exactly the hints that it sets: first those that are true, then those that
/// // are false.
/// assert_annotations!(toolbox, {
///     "ping" => read_only idempotent,
///     "drop" => destructive,
/// });
/// ```
#[macro_export]
macro_rules! assert_annotations {
    ($toolbox:expr $(,)?) => {
        $crate::assert_annotations!($toolbox, destructive: [])
    };
    ($toolbox:expr, destructive: [$($name:expr),* $(,)?] $(,)?) => {
        $crate::assert_annotations!(@check $toolbox, $crate::ExpectedAnnotations {
            destructive: ::std::option::Option::Some(::std::vec![$($name),*]),
            table: ::std::option::Option::None,
        })
    };
    ($toolbox:expr, { $($name:literal => $($yes:ident)* $(! $no:ident)*),* $(,)? } $(,)?) => {
        $crate::assert_annotations!(@check $toolbox, $crate::ExpectedAnnotations {
            destructive: ::std::option::Option::None,
            table: ::std::option::Option::Some(::std::vec![$((
                $name,
                $crate::Hints::UNSET
                    $(.with($crate::assert_annotations!(@hint $yes), true))*
                    $(.with($crate::assert_annotations!(@hint $no), false))*
            )),*]),
        })
    };
    (@check $toolbox:expr, $expected:expr) => {{
        let toolbox = &$toolbox;
        let definitions: ::std::vec::Vec<_> = toolbox.definitions().collect();
        let problems = $crate::annotation_problems(&definitions, &$expected);
        assert!(
            problems.is_empty(),
            "the annotations are not as expected:\n  {}",
            problems.join("\n  ")
        );
    }};
    (@hint read_only) => { $crate::Hint::ReadOnly };
    (@hint destructive) => { $crate::Hint::Destructive };
    (@hint idempotent) => { $crate::Hint::Idempotent };
    (@hint open_world) => { $crate::Hint::OpenWorld };
}

/// All differences between the actual and the expected annotations.
#[doc(hidden)]
pub fn annotation_problems(
    definitions: &[&FunctionDefinition],
    expected: &ExpectedAnnotations,
) -> Vec<String> {
    let mut problems = Vec::new();
    if definitions.is_empty() {
        problems.push("there are no tools".to_owned());
    }
    for definition in definitions {
        let name = &definition.name;
        let said = |hint| definition.hints.get(hint);
        let (reads, destroys) = (said(Hint::ReadOnly), said(Hint::Destructive));
        if reads.is_none() && destroys.is_none() {
            let told = "sets neither `readOnlyHint` nor `destructiveHint`";
            problems.push(format!("`{name}` {told}"));
        }
        if reads == Some(true) && destroys == Some(true) {
            let told = "says that it destroys and that it only reads";
            problems.push(format!("`{name}` {told}"));
        }
    }
    if let Some(names) = &expected.destructive {
        destructive(definitions, names, &mut problems);
    }
    if let Some(rows) = &expected.table {
        table(definitions, rows, &mut problems);
    }
    problems
}

/// Checks the list of destructive tools, so that a change to it is deliberate.
fn destructive(definitions: &[&FunctionDefinition], names: &[&str], problems: &mut Vec<String>) {
    let destroying = definitions
        .iter()
        .filter(|one| one.hints.get(Hint::Destructive) == Some(true));
    let found: BTreeSet<&str> = destroying.map(|one| one.name.as_str()).collect();
    let wanted: BTreeSet<&str> = names.iter().copied().collect();
    for name in found.difference(&wanted) {
        problems.push(format!("`{name}` is destructive and not on the list"));
    }
    for name in wanted.difference(&found) {
        problems.push(format!("`{name}` is on the list and not destructive"));
    }
}

fn table(definitions: &[&FunctionDefinition], rows: &[(&str, Hints)], problems: &mut Vec<String>) {
    for definition in definitions {
        let name = definition.name.as_str();
        let Some((_, wanted)) = rows.iter().find(|(row, _)| *row == name) else {
            problems.push(format!("`{name}` has no row in the table"));
            continue;
        };
        for hint in Hint::ALL {
            let (found, wanted) = (definition.hints.get(hint), wanted.get(hint));
            if found != wanted {
                let (found, wanted) = (shown(found), shown(wanted));
                let hint = hint.wire();
                problems.push(format!("`{name}`: `{hint}` is {found} instead of {wanted}"));
            }
        }
    }
    for (at, (row, _)) in rows.iter().enumerate() {
        if !definitions.iter().any(|one| one.name == *row) {
            problems.push(format!("`{row}` is in the table and no tool"));
        }
        if rows[..at].iter().any(|(before, _)| before == row) {
            problems.push(format!("`{row}` is in the table twice"));
        }
    }
}

fn shown(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "true",
        Some(false) => "false",
        None => "unset",
    }
}
