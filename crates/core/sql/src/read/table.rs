//! The tables in a `FROM` clause.

use candor_text::quote;
use sqlparser::ast::{
    Expr, ExprWithAlias, FunctionArg, Join, JoinConstraint, JoinOperator, JsonTableColumn,
    ObjectName, PivotValueSource, TableFactor, TableWithJoins,
};

use super::query::check_table_alias;
use super::{PendingNode, TreeReader, not_listed, refuse_if};
use crate::data_type::check_data_type;
use crate::effect::NotReadOnly;
use crate::functions::is_known_table_function;

/// Table hints of SQL Server that take no lock.
const HARMLESS_HINTS: [&str; 3] = ["nolock", "readuncommitted", "readpast"];

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    pub(super) fn joined_tables(&mut self, tables: &'a TableWithJoins) -> Result<(), NotReadOnly> {
        let TableWithJoins { relation, joins } = tables;
        self.pending.push(PendingNode::Table(relation));
        joins.iter().try_for_each(|join| self.join(join))
    }

    fn join(&mut self, join: &'a Join) -> Result<(), NotReadOnly> {
        use JoinOperator as Kind;
        let Join {
            relation,
            global,
            join_operator,
        } = join;
        self.pending.push(PendingNode::Table(relation));
        refuse_if(*global, "`GLOBAL JOIN`")?;
        let constraint = match join_operator {
            Kind::Join(constraint)
            | Kind::Inner(constraint)
            | Kind::Left(constraint)
            | Kind::LeftOuter(constraint)
            | Kind::Right(constraint)
            | Kind::RightOuter(constraint)
            | Kind::FullOuter(constraint)
            | Kind::CrossJoin(constraint)
            | Kind::StraightJoin(constraint) => constraint,
            Kind::CrossApply | Kind::OuterApply => return Ok(()),
            _ => return Err(not_listed("this kind of join")),
        };
        if let JoinConstraint::On(condition) = constraint {
            self.wait_for([condition]);
        }
        Ok(())
    }

    pub(super) fn table(&mut self, table: &'a TableFactor) -> Result<(), NotReadOnly> {
        match table {
            TableFactor::Table { .. } => self.named_table(table),
            TableFactor::Derived {
                lateral: _,
                subquery,
                alias,
                sample,
            } => {
                self.wait_for_subquery(subquery);
                refuse_if(sample.is_some(), "`TABLESAMPLE` of a subquery")?;
                check_table_alias(alias.as_ref())
            }
            TableFactor::Function {
                lateral: _,
                name,
                args,
                with_ordinality: _,
                alias,
            } => {
                self.table_function(name, args)?;
                check_table_alias(alias.as_ref())
            }
            TableFactor::UNNEST {
                alias,
                array_exprs,
                with_offset: false,
                with_offset_alias: None,
                with_ordinality: _,
            } => {
                self.wait_for(array_exprs);
                check_table_alias(alias.as_ref())
            }
            TableFactor::NestedJoin {
                table_with_joins,
                alias,
            } => {
                self.joined_tables(table_with_joins)?;
                check_table_alias(alias.as_ref())
            }
            TableFactor::JsonTable { .. } | TableFactor::OpenJsonTable { .. } => {
                self.json_table(table)
            }
            TableFactor::Pivot { .. } | TableFactor::Unpivot { .. } => self.pivot(table),
            _ => Err(not_listed("this kind of table after `FROM`")),
        }
    }

    fn named_table(&mut self, table: &'a TableFactor) -> Result<(), NotReadOnly> {
        let TableFactor::Table {
            name,
            alias,
            args,
            with_hints,
            version,
            with_ordinality: _,
            partitions: _,
            json_path,
            sample,
            index_hints: _,
        } = table
        else {
            return Err(not_listed("this kind of table after `FROM`"));
        };
        check_table_alias(alias.as_ref())?;
        // A clause that the parser does not know, as `OPTION (…)`, looks the same.
        let listed = alias.as_ref().filter(|alias| !alias.columns.is_empty());
        let clause = listed.is_some_and(|alias| !alias.explicit);
        refuse_if(clause, "a list of columns after a table without `AS`")?;
        with_hints.iter().try_for_each(check_table_hint)?;
        refuse_if(version.is_some(), "an older version of a table")?;
        refuse_if(json_path.is_some(), "a path after a table")?;
        // A sampling method can be a user's.
        refuse_if(sample.is_some(), "`TABLESAMPLE`")?;
        match args {
            None => refuse_if(has_call(name), "a call in the name of a table"),
            Some(args) => {
                refuse_if(args.settings.is_some(), "`SETTINGS` of a table function")?;
                self.table_function(name, &args.args)
            }
        }
    }

    fn table_function(
        &mut self,
        name: &ObjectName,
        args: &'a [FunctionArg],
    ) -> Result<(), NotReadOnly> {
        let known = super::function::plain_name(name)
            .is_some_and(|name| is_known_table_function(name, self.engine));
        if !known {
            return Err(NotReadOnly::unknown(format!(
                "the table function {} is not known to only read",
                quote(&name.to_string())
            )));
        }
        args.iter().try_for_each(|arg| self.argument(arg))
    }

    /// `JSON_TABLE` and `OPENJSON`: rows out of one value.
    fn json_table(&mut self, table: &'a TableFactor) -> Result<(), NotReadOnly> {
        match table {
            TableFactor::JsonTable {
                json_expr,
                json_path: _,
                columns,
                alias,
            } => {
                self.wait_for([json_expr]);
                columns.iter().try_for_each(check_json_column)?;
                check_table_alias(alias.as_ref())
            }
            TableFactor::OpenJsonTable {
                json_expr,
                json_path: _,
                columns,
                alias,
            } => {
                self.wait_for([json_expr]);
                let mut types = columns.iter().map(|column| &column.r#type);
                types.try_for_each(check_data_type)?;
                check_table_alias(alias.as_ref())
            }
            _ => Err(not_listed("this kind of table after `FROM`")),
        }
    }

    fn pivot(&mut self, table: &'a TableFactor) -> Result<(), NotReadOnly> {
        match table {
            TableFactor::Pivot {
                table,
                aggregate_functions,
                value_column,
                value_source: PivotValueSource::List(values),
                default_on_null: None,
                alias,
            } => {
                self.pending.push(PendingNode::Table(table));
                let named = aggregate_functions.iter().chain(values);
                self.wait_for(named.map(|ExprWithAlias { expr, alias: _ }| expr));
                self.wait_for(value_column);
                check_table_alias(alias.as_ref())
            }
            TableFactor::Unpivot {
                table,
                value,
                name: _,
                columns,
                null_inclusion: _,
                alias,
            } => {
                self.pending.push(PendingNode::Table(table));
                self.wait_for([value]);
                self.wait_for(columns.iter().map(|ExprWithAlias { expr, alias: _ }| expr));
                check_table_alias(alias.as_ref())
            }
            _ => Err(not_listed("this form of `PIVOT`")),
        }
    }
}

fn has_call(name: &ObjectName) -> bool {
    name.0.iter().any(|part| part.as_ident().is_none())
}

fn check_table_hint(hint: &Expr) -> Result<(), NotReadOnly> {
    let name = match hint {
        Expr::Identifier(name) => name.value.as_str(),
        _ => "",
    };
    if HARMLESS_HINTS
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
    {
        return Ok(());
    }
    Err(not_listed(&format!("the table hint {}", quote(name))))
}

fn check_json_column(column: &JsonTableColumn) -> Result<(), NotReadOnly> {
    match column {
        JsonTableColumn::Named(column) => check_data_type(&column.r#type),
        JsonTableColumn::ForOrdinality(_) => Ok(()),
        JsonTableColumn::Nested(_) => Err(not_listed("`NESTED PATH`")),
    }
}
