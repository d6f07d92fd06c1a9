//! Removes types from TypeScript, keeping the position of all other characters.
//!
//! Types are replaced by spaces, so that line and column at run time match the source, and no
//! source map is needed. The price is that only types can be removed: features that TypeScript
//! would compile to code (`enum`, parameter properties) are rejected, with an alternative.
//!
//! The parser recurses with the nesting of the text, so a malicious text can overflow the stack,
//! which ends the process. It is therefore only used in a confined worker.

mod error;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use swc_common::errors::{DiagnosticBuilder, Emitter, Handler};
use swc_common::sync::Lrc;
use swc_common::{BytePos, SourceMap};
use swc_ts_fast_strip::{ErrorCode, Options, operate};

pub(crate) use error::{StripError, StripFault};

/// The parser's messages with their positions.
type ParserMessages = Rc<RefCell<Vec<(Option<BytePos>, String)>>>;

/// Keeps complaints instead of printing them.
struct MessageCollector(ParserMessages);

/// Removes types from a TypeScript module: every line keeps its length in UTF-16 units, which
/// JavaScript and editors count, and everything else stays in place.
///
/// `file` must end in `.ts` or `.mts`; it is only used as a name. Of several errors, the first is
/// reported.
pub(crate) fn strip(file: &str, text: &str) -> Result<String, StripError> {
    check_kind(file)?;
    // The parser drops a byte order mark. For JavaScript it is a blank like others, so it stays.
    let (mark, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    };
    let stripped = catch_unwind(AssertUnwindSafe(|| parse(file, rest))).unwrap_or_else(|_| {
        let message = "the TypeScript parser failed on this file";
        Err(StripError {
            hint: Some("simplify what was changed last, or write the file as JavaScript"),
            ..StripError::new(StripFault::Parser, file, (1, 1), message)
        })
    })?;
    Ok(format!("{mark}{stripped}"))
}

fn check_kind(file: &str) -> Result<(), StripError> {
    let ending = file
        .rsplit('/')
        .next()
        .and_then(|name| name.rsplit_once('.'));
    let (message, hint) = match ending {
        Some((_, "ts" | "mts")) => return Ok(()),
        Some((_, "tsx")) => (
            "`.tsx` is not read: there is nothing here that shows elements",
            "name the file `.ts`, and use no elements in it",
        ),
        Some((_, "cts")) => (
            "`.cts` is not read: modules are ES modules here",
            "name the file `.ts`, and use `import` and `export` in it",
        ),
        _ => (
            "this is no TypeScript file",
            "name the file `.ts` or `.mts`",
        ),
    };
    Err(StripError {
        hint: Some(hint),
        ..StripError::new(StripFault::Kind, file, (1, 1), message)
    })
}

fn parse(file: &str, text: &str) -> Result<String, StripError> {
    let map: Lrc<SourceMap> = Lrc::default();
    let complaints = ParserMessages::default();
    let handler = Handler::with_emitter(
        false,
        false,
        Box::new(MessageCollector(Rc::clone(&complaints))),
    );
    let options = Options {
        module: Some(true),
        ..Options::default()
    };
    let error = match operate(&map, &handler, text.to_owned(), options) {
        Ok(output) => return Ok(output.code),
        Err(error) => error,
    };
    let mut complaints = complaints.take();
    complaints.sort_by_key(|(at, _)| at.unwrap_or(BytePos(u32::MAX)));
    let (at, said) = complaints
        .into_iter()
        .next()
        .unwrap_or((None, error.message));
    let place = place_of(text, at);
    Err(match error.code {
        ErrorCode::UnsupportedSyntax => StripError::unerasable(file, place, &said),
        ErrorCode::InvalidSyntax => StripError::new(StripFault::Syntax, file, place, &said),
        _ => StripError::new(StripFault::Parser, file, place, &said),
    })
}

/// The line and column of a position. The parser counts bytes from 1, and there is only one text.
fn place_of(text: &str, at: Option<BytePos>) -> (u32, u32) {
    let offset = at.map_or(0, |at| at.0.saturating_sub(1)) as usize;
    let before = match text.get(..offset) {
        Some(before) => before,
        None => text,
    };
    let line_starts = before.rfind('\n').map_or(0, |end| end + 1);
    let count = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
    (
        count(before.matches('\n').count()),
        count(before[line_starts..].encode_utf16().count()),
    )
}

// === impl MessageCollector ===

impl Emitter for MessageCollector {
    fn emit(&mut self, complaint: &mut DiagnosticBuilder<'_>) {
        let at = complaint.span.primary_span().map(|span| span.lo);
        self.0.borrow_mut().push((at, complaint.message()));
    }
}

#[cfg(test)]
mod tests;
