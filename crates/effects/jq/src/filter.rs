//! Compilation of filters.

mod error;
#[cfg(test)]
mod tests;

use std::thread;

use jaq_core::Compiler;
use jaq_core::compile::{self, Undefined};
use jaq_core::load::{self, Arena, File, Loader, lex};

pub use error::FilterError;

use crate::library::{self, FilterContext};
use crate::message::clip;
use crate::refused;

/// The longest filter, in characters.
pub const MAX_FILTER: usize = 4_000;

/// Stack for compiling and running a filter: both recurse with its nesting, and the longest filter
/// can be nothing but nesting. Only what is used of it takes memory.
pub(crate) const STACK: usize = 128 * 1024 * 1024;

/// The maximum length of a quoted filter, in characters.
const LONGEST_QUOTE: usize = 40;

/// A filter that can run.
pub(crate) type CompiledFilter = jaq_core::Filter<FilterContext>;

/// Sees whether a filter can run: its syntax, and that it calls only what there is.
///
/// This compiles the filter in a thread of its own, in this process. For an untrusted filter inside
/// a long-lived process, [`FilterWorkers::check`](crate::FilterWorkers::check) does the same in a
/// child.
pub fn check(filter: &str) -> Result<(), FilterError> {
    check_length(filter)?;
    thread::scope(|scope| {
        thread::Builder::new()
            .name("jq-check".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || compile(filter).map(drop))
            .map_err(|cause| cause.to_string())
            .and_then(|thread| {
                thread
                    .join()
                    .map_err(|_| "the jq library failed on it".to_owned())
            })
            .unwrap_or_else(|reason| Err(FilterError::Unchecked { reason }))
    })
}

/// Refuses what is too long to look at.
pub(crate) fn check_length(filter: &str) -> Result<(), FilterError> {
    let length = filter.chars().count();
    if length > MAX_FILTER {
        return Err(FilterError::TooLong {
            length,
            limit: MAX_FILTER,
        });
    }
    Ok(())
}

/// Compiles a filter. Needs [`STACK`].
pub(crate) fn compile(filter: &str) -> Result<CompiledFilter, FilterError> {
    check_length(filter)?;
    let arena = Arena::default();
    let file = File {
        code: filter,
        path: (),
    };
    let modules = Loader::new(library::definitions())
        .load(&arena, file)
        .map_err(|errors| of_loading(filter, errors))?;
    load::import(&modules, |_| Err("data files are not available".to_owned()))
        .map_err(|errors| of_loading(filter, errors))?;
    Compiler::default()
        .with_funs(library::functions())
        .compile(modules)
        .map_err(|errors| of_compiling(filter, errors))
}

/// The first problem of a filter that could not be read.
fn of_loading(filter: &str, errors: load::Errors<&str, ()>) -> FilterError {
    let mut found: Vec<_> = errors
        .into_iter()
        .flat_map(|(_, error)| match error {
            load::Error::Io(errors) => errors
                .into_iter()
                .map(|(path, _)| of_import(filter, path))
                .collect::<Vec<_>>(),
            load::Error::Lex(errors) => errors
                .into_iter()
                .map(|(expected, rest)| of_lexing(filter, &expected, rest))
                .collect(),
            load::Error::Parse(errors) => errors
                .into_iter()
                .map(|(expected, token)| of_parsing(filter, expected.as_str(), token))
                .collect(),
        })
        .collect();
    found.sort_by_key(|(column, _)| *column);
    first(found)
}

fn of_import(filter: &str, path: &str) -> (usize, FilterError) {
    let column = column(filter, path);
    let name = format!("import of \"{}\"", clip(path, LONGEST_QUOTE));
    let reason = refused::MODULES;
    (
        column,
        FilterError::Refused {
            name,
            column,
            reason,
        },
    )
}

fn of_lexing(filter: &str, expected: &lex::Expect<&str>, rest: &str) -> (usize, FilterError) {
    let (column, problem) = match expected {
        lex::Expect::Delim(open) => (
            column(filter, open),
            format!("`{open}` is never closed, or closed by the wrong sign"),
        ),
        other => {
            let found = rest.chars().next().map(String::from);
            let found = found_text(found.as_deref());
            let expected = other.as_str();
            (
                column(filter, rest),
                format!("expected a {expected}, found {found}"),
            )
        }
    };
    (column, FilterError::Syntax { column, problem })
}

fn of_parsing(filter: &str, expected: &str, token: &str) -> (usize, FilterError) {
    let column = column(filter, token);
    let token = (!token.is_empty()).then(|| clip(token, LONGEST_QUOTE));
    let found = found_text(token.as_deref());
    let problem = format!("expected {expected}, found {found}");
    (column, FilterError::Syntax { column, problem })
}

/// The first problem of a filter that uses what there is not.
fn of_compiling(filter: &str, errors: compile::Errors<&str, ()>) -> FilterError {
    let mut found: Vec<_> = errors
        .into_iter()
        .flat_map(|(_, errors)| errors)
        .map(|(name, undefined)| (column(filter, name), name, undefined))
        .collect();
    found.sort_by_key(|(column, _, _)| *column);
    let found = found
        .into_iter()
        .map(|(column, name, undefined)| (column, of_name(name, &undefined, column)))
        .collect();
    first(found)
}

fn of_name(name: &str, undefined: &Undefined, column: usize) -> FilterError {
    if let Some(reason) = refused::reason(name) {
        return FilterError::Refused {
            name: name.to_owned(),
            column,
            reason,
        };
    }
    let (kind, problem) = match undefined {
        Undefined::Filter(arity) => ("function", of_function(name, *arity)),
        Undefined::Var => (
            "variable",
            format!("nothing before it binds one; bind it with `... as {name} | ...`"),
        ),
        Undefined::Label => (
            "label",
            format!("nothing before it declares one; declare it with `label {name} | ...`"),
        ),
        other => (other.as_str(), refused::MODULES.to_owned()),
    };
    FilterError::Unknown {
        kind,
        name: clip(name, LONGEST_QUOTE),
        column,
        problem,
    }
}

/// The message for a missing function, or a wrong number of arguments.
fn of_function(name: &str, arity: usize) -> String {
    let known = match name {
        "reduce" => vec![2],
        "foreach" => vec![2, 3],
        _ => library::arities(name),
    };
    if known.is_empty() {
        return "jq has no function of that name here; functions are such as `select(.a > 1)`, \
                `map(.name)`, `length`, `keys` and `to_entries`"
            .to_owned();
    }
    let known: Vec<_> = known.iter().map(ToString::to_string).collect();
    let known = known.join(" or ");
    format!("it takes {known} arguments, and here are {arity}; they are separated by `;`")
}

/// The first of some errors, by place.
fn first(errors: Vec<(usize, FilterError)>) -> FilterError {
    let first = errors.into_iter().next().map(|(_, error)| error);
    first.unwrap_or_else(|| FilterError::Syntax {
        column: 1,
        problem: "the jq library did not say what is wrong".to_owned(),
    })
}

fn found_text(token: Option<&str>) -> String {
    token.map_or_else(
        || "the end of the filter".to_owned(),
        |token| format!("`{token}`"),
    )
}

/// The column of a part of the filter, in characters from 1.
fn column(filter: &str, part: &str) -> usize {
    // The library returns slices of the filter itself. For anything else, the column is the end
    // rather than a panic.
    let start = (part.as_ptr() as usize)
        .checked_sub(filter.as_ptr() as usize)
        .filter(|start| filter.is_char_boundary(*start))
        .unwrap_or(filter.len());
    filter[..start].chars().count() + 1
}
