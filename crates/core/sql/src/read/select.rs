//! Checks each clause of a `SELECT`.

use sqlparser::ast::{
    BinaryOperator, Distinct, Expr, GroupByExpr, GroupByWithModifier, NamedWindowDefinition,
    NamedWindowExpr, Select, SelectFlavor, SelectItem, SelectItemQualifiedWildcardKind, Top,
    TopQuantity, Value, WildcardAdditionalOptions,
};

use super::{QueryPlace, TreeReader, not_listed, refuse_if};
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    pub(super) fn select(
        &mut self,
        select: &'a Select,
        place: QueryPlace<'a>,
    ) -> Result<(), NotReadOnly> {
        let Select {
            select_token: _,
            optimizer_hints,
            distinct,
            select_modifiers,
            top,
            top_before_distinct: _,
            projection,
            exclude,
            into,
            from,
            lateral_views,
            prewhere,
            selection,
            connect_by,
            group_by,
            cluster_by,
            distribute_by,
            sort_by,
            having,
            named_window,
            qualify,
            window_before_qualify: _,
            value_table_mode,
            flavor,
        } = select;
        if into.is_some() {
            let why = format!("`SELECT INTO`{}", place.in_words());
            return Err(NotReadOnly::Writes(why));
        }
        for tables in from {
            self.joined_tables(tables)?;
        }
        let conditions = [prewhere, selection, having, qualify];
        self.wait_for(conditions.into_iter().flatten());
        self.distinct(distinct.as_ref());
        self.top(top.as_ref());
        for item in projection {
            self.select_item(item)?;
        }
        self.group_by(group_by)?;
        for window in named_window {
            self.named_window(window)?;
        }
        refuse_if(!optimizer_hints.is_empty(), "an optimizer hint")?;
        // `SQL_CALC_FOUND_ROWS` and its neighbours leave something behind in the session.
        refuse_if(
            select_modifiers.is_some(),
            "a modifier of MySQL after `SELECT`",
        )?;
        refuse_if(exclude.is_some(), "`EXCLUDE`")?;
        refuse_if(!lateral_views.is_empty(), "`LATERAL VIEW`")?;
        refuse_if(!connect_by.is_empty(), "`CONNECT BY`")?;
        let sorts = [cluster_by, distribute_by].iter().any(|by| !by.is_empty());
        refuse_if(
            sorts || !sort_by.is_empty(),
            "`CLUSTER`, `DISTRIBUTE` or `SORT BY`",
        )?;
        refuse_if(value_table_mode.is_some(), "`AS STRUCT` or `AS VALUE`")?;
        refuse_if(*flavor != SelectFlavor::Standard, "`FROM` before `SELECT`")
    }

    fn distinct(&mut self, distinct: Option<&'a Distinct>) {
        if let Some(Distinct::On(expressions)) = distinct {
            self.wait_for(expressions);
        }
    }

    fn top(&mut self, top: Option<&'a Top>) {
        if let Some(Top {
            quantity: Some(TopQuantity::Expr(quantity)),
            ..
        }) = top
        {
            self.wait_for([quantity]);
        }
    }

    fn select_item(&mut self, item: &'a SelectItem) -> Result<(), NotReadOnly> {
        match item {
            SelectItem::UnnamedExpr(expr) => {
                self.wait_for([expr]);
                self.check_assignment(expr)
            }
            SelectItem::ExprWithAlias { expr, alias: _ } => {
                self.wait_for([expr]);
                Ok(())
            }
            SelectItem::ExprWithAliases { .. } => Err(not_listed("a list of aliases")),
            SelectItem::QualifiedWildcard(kind, options) => {
                if let SelectItemQualifiedWildcardKind::Expr(expr) = kind {
                    self.wait_for([expr]);
                }
                check_wildcard(options)
            }
            SelectItem::Wildcard(options) => check_wildcard(options),
        }
    }

    /// `SELECT @a = 1` is a comparison everywhere but in SQL Server, where it sets a variable.
    fn check_assignment(&self, expr: &Expr) -> Result<(), NotReadOnly> {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right: _,
        } = expr
        else {
            return Ok(());
        };
        let variable = match &**left {
            Expr::Value(value) => match &value.value {
                Value::Placeholder(name) => name.starts_with('@'),
                _ => false,
            },
            _ => false,
        };
        if variable && self.engine == SqlEngine::SqlServer {
            return Err(NotReadOnly::writes("`SELECT @… =` sets a variable"));
        }
        Ok(())
    }

    fn group_by(&mut self, group_by: &'a GroupByExpr) -> Result<(), NotReadOnly> {
        let modifiers = match group_by {
            GroupByExpr::All(modifiers) => modifiers,
            GroupByExpr::Expressions(expressions, modifiers) => {
                self.wait_for(expressions);
                modifiers
            }
        };
        for modifier in modifiers {
            match modifier {
                GroupByWithModifier::Rollup | GroupByWithModifier::Cube => {}
                GroupByWithModifier::GroupingSets(sets) => self.wait_for([sets]),
                GroupByWithModifier::Totals => return Err(not_listed("`WITH TOTALS`")),
            }
        }
        Ok(())
    }

    fn named_window(&mut self, window: &'a NamedWindowDefinition) -> Result<(), NotReadOnly> {
        let NamedWindowDefinition(_, window) = window;
        match window {
            NamedWindowExpr::NamedWindow(_) => Ok(()),
            NamedWindowExpr::WindowSpec(window) => self.window(window),
        }
    }
}

/// `*` with nothing behind it.
pub(super) fn check_wildcard(options: &WildcardAdditionalOptions) -> Result<(), NotReadOnly> {
    let WildcardAdditionalOptions {
        wildcard_token: _,
        opt_ilike,
        opt_exclude,
        opt_except,
        opt_replace,
        opt_rename,
        opt_alias: _,
    } = options;
    let chosen = opt_ilike.is_some() || opt_exclude.is_some() || opt_except.is_some();
    let changed = opt_replace.is_some() || opt_rename.is_some();
    refuse_if(chosen || changed, "a choice of columns after `*`")
}
