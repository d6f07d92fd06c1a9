//! Checks the syntax tree of a statement, node by node. Constructs that are not listed here are not
//! considered read-only.
//!
//! Pending nodes are kept in a list rather than visited recursively, so that a deep tree needs no
//! deep stack. Structs are destructured without `..`, so that a field added by a new parser version
//! does not compile until it is handled.

mod expression;
mod function;
mod query;
mod select;
mod show;
mod statement;
mod table;

use candor_text::quote;
use sqlparser::ast::{Expr, Query, SetExpr, TableFactor};

pub(crate) use self::statement::read_statement;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

/// The position of a query.
#[derive(Clone, Copy)]
enum QueryPlace<'a> {
    Statement,
    CommonTable(&'a str),
    Subquery,
}

/// A node that is still to be looked at.
enum PendingNode<'a> {
    Query(&'a Query, QueryPlace<'a>),
    SetExpression(&'a SetExpr, QueryPlace<'a>),
    Table(&'a TableFactor),
    Expression(&'a Expr),
}

/// Visits a tree.
struct TreeReader<'a> {
    engine: SqlEngine,
    pending: Vec<PendingNode<'a>>,
}

// === impl QueryPlace ===

impl QueryPlace<'_> {
    /// The end of a sentence about something that was found there.
    fn in_words(self) -> String {
        match self {
            Self::Statement => " in a query".to_owned(),
            Self::CommonTable(name) => {
                format!(" inside the common table expression {}", quote(name))
            }
            Self::Subquery => " inside a subquery".to_owned(),
        }
    }
}

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    fn new(engine: SqlEngine) -> Self {
        let pending = Vec::new();
        Self { engine, pending }
    }

    /// Visits all pending nodes. Writing constructs are reported before unknown ones.
    fn finish(mut self) -> Result<(), NotReadOnly> {
        let mut unknown = None;
        while let Some(node) = self.pending.pop() {
            let found = match node {
                PendingNode::Query(query, place) => self.query(query, place),
                PendingNode::SetExpression(body, place) => self.set_expression(body, place),
                PendingNode::Table(table) => self.table(table),
                PendingNode::Expression(expression) => self.expression(expression),
            };
            match found {
                Ok(()) => {}
                Err(NotReadOnly::Unknown(why)) => _ = unknown.get_or_insert(why),
                Err(writes) => return Err(writes),
            }
        }
        unknown.map_or(Ok(()), |why| Err(NotReadOnly::Unknown(why)))
    }

    fn wait_for(&mut self, expressions: impl IntoIterator<Item = &'a Expr>) {
        let nodes = expressions.into_iter().map(PendingNode::Expression);
        self.pending.extend(nodes);
    }

    fn wait_for_subquery(&mut self, query: &'a Query) {
        let node = PendingNode::Query(query, QueryPlace::Subquery);
        self.pending.push(node);
    }
}

/// Refuses a part of a statement that is there.
fn refuse_if(there: bool, what: &str) -> Result<(), NotReadOnly> {
    if there {
        return Err(not_listed(what));
    }
    Ok(())
}

fn not_listed(what: &str) -> NotReadOnly {
    NotReadOnly::unknown(format!("{what} is not on the list of what only reads"))
}
