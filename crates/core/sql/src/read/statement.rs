//! Whether a statement only reads.

use candor_text::quote;
use sqlparser::ast::{DescribeAlias, Statement, UtilityOption};

use super::{PendingNode, QueryPlace, TreeReader, not_listed, show};
use crate::dialect::SqlEngine;
use crate::effect::{NotReadOnly, StatementKind};
use crate::lexer::Lexeme;

/// Options of `EXPLAIN ( … )` in PostgreSQL.
const EXPLAIN_OPTIONS: [&str; 12] = [
    "analyze",
    "buffers",
    "costs",
    "format",
    "generic_plan",
    "memory",
    "serialize",
    "settings",
    "summary",
    "timing",
    "verbose",
    "wal",
];

/// The kind of a statement, if all of it only reads.
pub(crate) fn read_statement(
    statement: &Statement,
    lexemes: &[Lexeme],
    engine: SqlEngine,
) -> Result<StatementKind, NotReadOnly> {
    match statement {
        Statement::Query(query) => {
            let mut reader = TreeReader::new(engine);
            let node = PendingNode::Query(query, QueryPlace::Statement);
            reader.pending.push(node);
            reader.finish()?;
            Ok(StatementKind::Query)
        }
        Statement::Explain { .. } | Statement::ExplainTable { .. } => explained(statement, engine),
        _ if show::is_show(statement) => show::read_show(statement, lexemes, engine),
        _ => Err(other_statement(statement, lexemes)),
    }
}

/// `EXPLAIN` executes its statement with `ANALYZE`, and even without it an engine may execute parts
/// of a statement to plan it, so the statement itself must be read-only.
///
/// SQL Server has none: a batch that starts with an unknown word calls a procedure with that name.
fn explained(statement: &Statement, engine: SqlEngine) -> Result<StatementKind, NotReadOnly> {
    if engine == SqlEngine::SqlServer {
        return Err(not_listed("a procedure named `EXPLAIN` or `DESCRIBE`"));
    }
    match statement {
        Statement::Explain {
            describe_alias: DescribeAlias::Explain,
            analyze: _,
            verbose: _,
            query_plan: _,
            estimate: false,
            statement,
            format: _,
            options,
        } => {
            check_explain_options(options.as_deref().unwrap_or_default())?;
            match &**statement {
                Statement::Query(_) => {
                    read_statement(statement, &[], engine).map(|_| StatementKind::Explain)
                }
                other => Err(other_statement(other, &[])),
            }
        }
        Statement::ExplainTable {
            describe_alias: _,
            hive_format: None,
            has_table_keyword: false,
            table_name: _,
        } if engine == SqlEngine::MySql => Ok(StatementKind::Describe),
        _ => Err(not_listed("this form of `EXPLAIN`")),
    }
}

fn check_explain_options(options: &[UtilityOption]) -> Result<(), NotReadOnly> {
    let known = |option: &&UtilityOption| {
        let name = &option.name;
        let mut names = EXPLAIN_OPTIONS.iter();
        name.quote_style.is_none() && names.any(|known| name.value.eq_ignore_ascii_case(known))
    };
    match options.iter().find(|option| !known(option)) {
        None => Ok(()),
        Some(option) => Err(not_listed(&format!(
            "the option {} of `EXPLAIN`",
            quote(&option.name.value)
        ))),
    }
}

/// A statement of a kind that is not listed. Those that change data are named as such.
pub(super) fn other_statement(statement: &Statement, lexemes: &[Lexeme]) -> NotReadOnly {
    let writes = match statement {
        Statement::Insert(_) => "INSERT",
        Statement::Update(_) => "UPDATE",
        Statement::Delete(_) => "DELETE",
        Statement::Merge(_) => "MERGE",
        _ => {
            let word = lexemes.first().and_then(Lexeme::bare_word);
            return match word {
                Some(word) => not_listed(&format!("a statement that begins with {}", quote(word))),
                None => not_listed("this kind of statement"),
            };
        }
    };
    NotReadOnly::writes(format!("`{writes}` changes data"))
}
