//! `SHOW`, which is read-only in all engines that have it.

use candor_text::quote;
use sqlparser::ast::{
    Ident, ShowStatementFilter, ShowStatementFilterPosition, ShowStatementOptions, Statement,
};

use super::{TreeReader, not_listed};
use crate::dialect::SqlEngine;
use crate::effect::{NotReadOnly, StatementKind};
use crate::lexer::Lexeme;

/// The words after `SHOW` in `MySQL` that the parser does not know.
const SHOWN_BY_MYSQL: [&str; 12] = [
    "engines",
    "errors",
    "events",
    "grants",
    "index",
    "indexes",
    "keys",
    "plugins",
    "privileges",
    "table",
    "triggers",
    "warnings",
];

/// Whether this is a statement that begins with `SHOW`.
pub(super) fn is_show(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::ShowVariable { .. }
            | Statement::ShowVariables { .. }
            | Statement::ShowStatus { .. }
            | Statement::ShowCreate { .. }
            | Statement::ShowColumns { .. }
            | Statement::ShowTables { .. }
            | Statement::ShowDatabases { .. }
            | Statement::ShowSchemas { .. }
            | Statement::ShowProcessList { .. }
            | Statement::ShowCollation { .. }
            | Statement::ShowCharset(_)
    )
}

/// PostgreSQL shows settings, `MySQL` everything that is listed. SQLite has no `SHOW`, and in SQL
/// Server a batch that begins so calls a procedure of that name.
pub(super) fn read_show(
    statement: &Statement,
    lexemes: &[Lexeme],
    engine: SqlEngine,
) -> Result<StatementKind, NotReadOnly> {
    match engine {
        SqlEngine::PostgreSql | SqlEngine::MySql => {}
        SqlEngine::Sqlite | SqlEngine::SqlServer => {
            return Err(not_listed(&format!("`SHOW` in {}", engine.name())));
        }
    }
    match (statement, engine) {
        (Statement::ShowVariable { variable }, _) => {
            shown_words(variable, lexemes, engine)?;
        }
        (_, SqlEngine::MySql) => {
            let mut reader = TreeReader::new(engine);
            if let Some(ShowStatementFilter::Where(condition)) = filter_of(statement) {
                reader.wait_for([condition]);
            }
            reader.finish()?;
        }
        _ => return Err(not_listed("this form of `SHOW`")),
    }
    Ok(StatementKind::Show)
}

/// The parser keeps the words of an unknown `SHOW` and skips everything between them, so anything
/// else is rejected.
fn shown_words(words: &[Ident], lexemes: &[Lexeme], engine: SqlEngine) -> Result<(), NotReadOnly> {
    let first = words.first().map_or("", |word| word.value.as_str());
    let only_words = lexemes.len() == words.len() + 1;
    let known = SHOWN_BY_MYSQL
        .iter()
        .any(|known| first.eq_ignore_ascii_case(known));
    if only_words && (known || engine == SqlEngine::PostgreSql) {
        return Ok(());
    }
    Err(not_listed(&format!("`SHOW` of {}", quote(first))))
}

fn filter_of(statement: &Statement) -> Option<&ShowStatementFilter> {
    match statement {
        Statement::ShowVariables { filter, .. }
        | Statement::ShowStatus { filter, .. }
        | Statement::ShowCollation { filter } => filter.as_ref(),
        Statement::ShowCharset(charset) => charset.filter.as_ref(),
        Statement::ShowColumns { show_options, .. }
        | Statement::ShowTables { show_options, .. }
        | Statement::ShowDatabases { show_options, .. }
        | Statement::ShowSchemas { show_options, .. } => filter_of_options(show_options),
        _ => None,
    }
}

fn filter_of_options(options: &ShowStatementOptions) -> Option<&ShowStatementFilter> {
    match options.filter_position.as_ref()? {
        ShowStatementFilterPosition::Infix(filter)
        | ShowStatementFilterPosition::Suffix(filter) => Some(filter),
    }
}
