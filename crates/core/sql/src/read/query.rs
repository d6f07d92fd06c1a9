//! Queries: clauses around and between `SELECT`s.

use sqlparser::ast::{
    Cte, Fetch, ForClause, LimitClause, LockType, Offset, OrderBy, OrderByExpr, OrderByKind,
    OrderByOptions, OrderBySort, Query, SetExpr, TableAlias, With,
};

use super::{PendingNode, QueryPlace, TreeReader, not_listed, refuse_if};
use crate::data_type::check_data_type;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    pub(super) fn query(
        &mut self,
        query: &'a Query,
        place: QueryPlace<'a>,
    ) -> Result<(), NotReadOnly> {
        let Query {
            with,
            body,
            order_by,
            limit_clause,
            fetch,
            locks,
            for_clause,
            settings,
            format_clause,
            pipe_operators,
        } = query;
        if let Some(With { cte_tables, .. }) = with {
            for table in cte_tables {
                self.common_table(table)?;
            }
        }
        self.pending.push(PendingNode::SetExpression(body, place));
        if let Some(lock) = locks.first() {
            let lock = match lock.lock_type {
                LockType::Share => "FOR SHARE",
                LockType::Update => "FOR UPDATE",
            };
            let why = format!("`{lock}` locks rows{}", place.in_words());
            return Err(NotReadOnly::Writes(why));
        }
        self.order_by(order_by.as_ref())?;
        self.limits(limit_clause.as_ref(), fetch.as_ref());
        self.for_clause(for_clause.as_ref())?;
        refuse_if(settings.is_some(), "`SETTINGS` or `OPTION` after a query")?;
        refuse_if(format_clause.is_some(), "`FORMAT` after a query")?;
        refuse_if(!pipe_operators.is_empty(), "a pipe after a query")
    }

    fn common_table(&mut self, table: &'a Cte) -> Result<(), NotReadOnly> {
        let Cte {
            alias,
            query,
            from,
            materialized: _,
            closing_paren_token: _,
        } = table;
        let place = QueryPlace::CommonTable(&alias.name.value);
        self.pending.push(PendingNode::Query(query, place));
        refuse_if(from.is_some(), "`FROM` of a common table expression")?;
        check_table_alias(Some(alias))
    }

    pub(super) fn set_expression(
        &mut self,
        body: &'a SetExpr,
        place: QueryPlace<'a>,
    ) -> Result<(), NotReadOnly> {
        let writes = match body {
            SetExpr::Select(select) => return self.select(select, place),
            SetExpr::Query(query) => {
                self.pending.push(PendingNode::Query(query, place));
                return Ok(());
            }
            SetExpr::SetOperation {
                left,
                op: _,
                set_quantifier: _,
                right,
            } => {
                let sides = [left, right];
                let sides = sides.map(|side| PendingNode::SetExpression(side, place));
                self.pending.extend(sides);
                return Ok(());
            }
            SetExpr::Values(values) => {
                self.wait_for(values.rows.iter().flat_map(|row| &row.content));
                return Ok(());
            }
            SetExpr::Table(_) => return Ok(()),
            SetExpr::Insert(_) => "INSERT",
            SetExpr::Update(_) => "UPDATE",
            SetExpr::Delete(_) => "DELETE",
            SetExpr::Merge(_) => "MERGE",
        };
        let why = format!("`{writes}`{}", place.in_words());
        Err(NotReadOnly::Writes(why))
    }

    fn order_by(&mut self, order: Option<&'a OrderBy>) -> Result<(), NotReadOnly> {
        let Some(OrderBy { kind, interpolate }) = order else {
            return Ok(());
        };
        refuse_if(interpolate.is_some(), "`INTERPOLATE`")?;
        match kind {
            OrderByKind::All(_) => Ok(()),
            OrderByKind::Expressions(orders) => self.orders(orders),
        }
    }

    /// `ORDER BY … USING` names an operator, which may be a user's.
    pub(super) fn orders(&mut self, orders: &'a [OrderByExpr]) -> Result<(), NotReadOnly> {
        for order in orders {
            let OrderByExpr {
                expr,
                options:
                    OrderByOptions {
                        sort,
                        nulls_first: _,
                    },
                with_fill,
            } = order;
            self.wait_for([expr]);
            let custom = matches!(sort, Some(OrderBySort::Using(_)));
            refuse_if(custom, "an operator after `ORDER BY … USING`")?;
            refuse_if(with_fill.is_some(), "`WITH FILL`")?;
        }
        Ok(())
    }

    fn limits(&mut self, limit: Option<&'a LimitClause>, fetch: Option<&'a Fetch>) {
        match limit {
            None => {}
            Some(LimitClause::LimitOffset {
                limit,
                offset,
                limit_by,
            }) => {
                self.wait_for(limit);
                self.wait_for(offset.as_ref().map(|Offset { value, rows: _ }| value));
                self.wait_for(limit_by);
            }
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
                self.wait_for([offset, limit]);
            }
        }
        self.wait_for(fetch.and_then(|fetch| fetch.quantity.as_ref()));
    }

    /// SQL Server gives results as JSON or XML.
    fn for_clause(&self, clause: Option<&ForClause>) -> Result<(), NotReadOnly> {
        match clause {
            None => Ok(()),
            Some(ForClause::Json { .. } | ForClause::Xml { .. })
                if self.engine == SqlEngine::SqlServer =>
            {
                Ok(())
            }
            Some(_) => Err(not_listed("`FOR` after a query")),
        }
    }
}

/// An alias that gives the columns types can name a user's type.
pub(super) fn check_table_alias(alias: Option<&TableAlias>) -> Result<(), NotReadOnly> {
    let Some(alias) = alias else {
        return Ok(());
    };
    let TableAlias {
        explicit: _,
        name: _,
        columns,
        at,
    } = alias;
    refuse_if(at.is_some(), "`AT` after a table")?;
    let types = columns
        .iter()
        .filter_map(|column| column.data_type.as_ref());
    types.into_iter().try_for_each(check_data_type)
}
