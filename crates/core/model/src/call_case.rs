//! Cases of a tool: what it does in the calls whose arguments meet a condition.
//!
//! Many tools combine several operations: `action` may be `list` or `delete`. A case holds the
//! hints for calls in which one argument has one value. A condition that names several values is
//! stored as one case per value, so that two layers with the same value always refer to the same
//! case.

use std::fmt;

use crate::{Hint, OpinionField};

/// The condition of a case: one argument has this value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallCondition {
    /// The name of a top-level argument or, with a leading `/`, a JSON pointer into the arguments.
    pub argument: Box<str>,
    /// The required value.
    pub value: ConditionValue,
}

/// The required value of an argument. Nothing is converted: `"true"` is not `true`, and `List` is
/// not `list`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConditionValue {
    /// Exactly this text.
    Text(Box<str>),
    /// Exactly this boolean value.
    Truth(bool),
    /// SQL that parses completely and only reads.
    ReadingSql(SqlFlavour),
}

/// The SQL dialect of an argument.
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
    /// Unknown: the text must be read-only in every dialect above.
    Any,
}

/// One entry per hint for one case: an opinion, an edit, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseHints<T>([Option<T>; 4]);

/// One layer's opinion about one case.
pub type CaseOpinion = CaseHints<OpinionField<bool>>;

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
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
    /// The argument has this text as its value.
    pub fn text(argument: impl Into<Box<str>>, value: impl Into<Box<str>>) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::Text(value.into()),
        }
    }

    /// The argument is `true` or `false`.
    pub fn truth(argument: impl Into<Box<str>>, value: bool) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::Truth(value),
        }
    }

    /// The argument holds SQL that only reads.
    pub fn reading_sql(argument: impl Into<Box<str>>, flavour: SqlFlavour) -> Self {
        Self {
            argument: argument.into(),
            value: ConditionValue::ReadingSql(flavour),
        }
    }
}

/// A phrase that can follow "when".
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
    /// The entry for a hint.
    pub fn hint(&self, hint: Hint) -> Option<&T> {
        self.0[hint.index()].as_ref()
    }

    /// Sets or removes the entry for a hint.
    pub fn set_hint(&mut self, hint: Hint, statement: Option<T>) {
        self.0[hint.index()] = statement;
    }

    /// Every hint that has an entry.
    pub fn iter(&self) -> impl Iterator<Item = (Hint, &T)> {
        Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint, self.hint(hint)?)))
    }

    /// Every entry, mutable.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// Whether there is no entry.
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
