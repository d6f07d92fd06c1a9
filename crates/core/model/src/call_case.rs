//! Cases of a tool: what it does in the calls whose arguments meet a condition.
//!
//! Many tools are several in one: `action` may be `list` or `delete`. A case says what holds when
//! one argument has one value. Conditions that name several values are one case for each of them,
//! so that two layers that speak of the same value always meet.

use std::fmt;

use crate::{Hint, OpinionField};

/// When a case holds: one argument has this value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallCondition {
    /// The name of a top-level argument; with a `/` in front, a JSON pointer into the arguments.
    pub argument: Box<str>,
    /// What its value has to be.
    pub value: ConditionValue,
}

/// What the value of an argument has to be. Nothing is converted: `"true"` is not `true`, and
/// `List` is not `list`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConditionValue {
    /// This text, character by character.
    Text(Box<str>),
    /// This truth value.
    Truth(bool),
    /// SQL that is fully understood and only reads.
    ReadingSql(SqlFlavour),
}

/// Whose SQL an argument holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SqlFlavour {
    /// The SQL of PostgreSQL.
    PostgreSql,
    /// `MySQL` or `MariaDB`.
    MySql,
    /// The SQL of SQLite.
    Sqlite,
    /// Microsoft SQL Server.
    SqlServer,
    /// Not known: the text has to read in each of the others.
    Any,
}

/// What is said about the hints of one case, or done to them: a statement for each, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseHints<T>([Option<T>; 4]);

/// What a layer says about one case.
pub type CaseOpinion = CaseHints<OpinionField<bool>>;

candor_text::string_enum! {
    /// The word in files and in the API.
    SqlFlavour {
        PostgreSql => "postgresql",
        MySql => "mysql",
        Sqlite => "sqlite",
        SqlServer => "sql-server",
        Any => "any",
    }
}

// === impl CallCondition ===

impl CallCondition {
    /// An argument has this text as its value.
    pub fn text(argument: impl Into<Box<str>>, value: impl Into<Box<str>>) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::Text(value.into()),
        }
    }

    /// An argument is true, or false.
    pub fn truth(argument: impl Into<Box<str>>, value: bool) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::Truth(value),
        }
    }

    /// An argument holds SQL that only reads.
    pub fn reading_sql(argument: impl Into<Box<str>>, flavour: SqlFlavour) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::ReadingSql(flavour),
        }
    }
}

/// In words, to follow "when".
impl fmt::Display for CallCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let argument = &self.argument;
        match &self.value {
            ConditionValue::Text(text) => write!(f, "`{argument}` is `{text}`"),
            ConditionValue::Truth(yes) => write!(f, "`{argument}` is {yes}"),
            ConditionValue::ReadingSql(SqlFlavour::Any) => {
                write!(f, "`{argument}` is SQL that only reads")
            }
            ConditionValue::ReadingSql(flavour) => {
                write!(f, "`{argument}` is SQL ({flavour}) that only reads")
            }
        }
    }
}

// === impl CaseHints ===

impl<T> CaseHints<T> {
    /// What is said about a hint.
    pub fn hint(&self, hint: Hint) -> Option<&T> {
        self.0[hint.index()].as_ref()
    }

    /// Says something about a hint, or nothing any more.
    pub fn set_hint(&mut self, hint: Hint, statement: Option<T>) {
        self.0[hint.index()] = statement;
    }

    /// Every hint about which something is said.
    pub fn iter(&self) -> impl Iterator<Item = (Hint, &T)> {
        Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint, self.hint(hint)?)))
    }

    /// Every statement, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl<T> Default for CaseHints<T> {
    fn default() -> Self {
        Self([None, None, None, None])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_said_in_words() {
        let said = [
            CallCondition::text("action", "list"),
            CallCondition::truth("/options/dry_run", true),
            CallCondition::reading_sql("query", SqlFlavour::SqlServer),
            CallCondition::reading_sql("query", SqlFlavour::Any),
        ]
        .map(|condition| condition.to_string());
        assert_eq!(
            said,
            [
                "`action` is `list`",
                "`/options/dry_run` is true",
                "`query` is SQL (sql-server) that only reads",
                "`query` is SQL that only reads",
            ]
        );
    }
}
