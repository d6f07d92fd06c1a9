//! Calls of functions.

use candor_text::quote;
use sqlparser::ast::{
    Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArgumentList,
    FunctionArguments, ListAggOnOverflow, ObjectName, WindowFrame, WindowFrameBound, WindowSpec,
    WindowType,
};

use super::select::check_wildcard;
use super::{TreeReader, not_listed, refuse_if};
use crate::data_type::check_data_type;
use crate::effect::NotReadOnly;
use crate::functions::is_known_function;

/// The name of a built-in function. With a schema before it, or in quotes, it may be another
/// function of the same name.
pub(super) fn plain_name(name: &ObjectName) -> Option<&str> {
    match name.0.as_slice() {
        [part] => {
            let name = part.as_ident()?;
            name.quote_style.is_none().then_some(name.value.as_str())
        }
        _ => None,
    }
}

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    pub(super) fn function(&mut self, function: &'a Function) -> Result<(), NotReadOnly> {
        let Function {
            name,
            uses_odbc_syntax,
            parameters,
            args,
            within_group,
            filter,
            null_treatment: _,
            over,
        } = function;
        self.wait_for(filter.as_deref());
        self.arguments(args)?;
        self.orders(within_group)?;
        match over {
            None | Some(WindowType::NamedWindow(_)) => {}
            Some(WindowType::WindowSpec(window)) => self.window(window)?,
        }
        refuse_if(*uses_odbc_syntax, "`{fn …}`")?;
        let plain = matches!(parameters, FunctionArguments::None);
        refuse_if(!plain, "a function with two lists of arguments")?;
        if plain_name(name).is_some_and(|name| is_known_function(name, self.engine)) {
            return Ok(());
        }
        Err(NotReadOnly::unknown(format!(
            "the function {} is not known to only read",
            quote(&name.to_string())
        )))
    }

    fn arguments(&mut self, arguments: &'a FunctionArguments) -> Result<(), NotReadOnly> {
        match arguments {
            FunctionArguments::None => Ok(()),
            FunctionArguments::Subquery(query) => {
                self.wait_for_subquery(query);
                Ok(())
            }
            FunctionArguments::List(list) => {
                let FunctionArgumentList {
                    duplicate_treatment: _,
                    args,
                    clauses,
                } = list;
                args.iter().try_for_each(|arg| self.argument(arg))?;
                clauses.iter().try_for_each(|clause| self.clause(clause))
            }
        }
    }

    pub(super) fn argument(&mut self, argument: &'a FunctionArg) -> Result<(), NotReadOnly> {
        match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => {
                self.wait_for([expr]);
                Ok(())
            }
            FunctionArg::Unnamed(
                FunctionArgExpr::Wildcard | FunctionArgExpr::QualifiedWildcard(_),
            ) => Ok(()),
            FunctionArg::Unnamed(FunctionArgExpr::WildcardWithOptions(options)) => {
                check_wildcard(options)
            }
            FunctionArg::Named { .. } | FunctionArg::ExprNamed { .. } => {
                Err(not_listed("an argument with a name"))
            }
        }
    }

    fn clause(&mut self, clause: &'a FunctionArgumentClause) -> Result<(), NotReadOnly> {
        use FunctionArgumentClause as Clause;
        match clause {
            Clause::IgnoreOrRespectNulls(_) | Clause::Separator(_) | Clause::JsonNullClause(_) => {
                Ok(())
            }
            Clause::OnOverflow(ListAggOnOverflow::Error) => Ok(()),
            Clause::OrderBy(orders) => self.orders(orders),
            Clause::Limit(expr) => {
                self.wait_for([expr]);
                Ok(())
            }
            Clause::JsonReturningClause(returning) => check_data_type(&returning.data_type),
            _ => Err(not_listed("this clause in the arguments of a function")),
        }
    }

    pub(super) fn window(&mut self, window: &'a WindowSpec) -> Result<(), NotReadOnly> {
        let WindowSpec {
            window_name: _,
            partition_by,
            order_by,
            window_frame,
        } = window;
        self.wait_for(partition_by);
        if let Some(WindowFrame {
            units: _,
            start_bound,
            end_bound,
        }) = window_frame
        {
            self.bound(start_bound);
            if let Some(end) = end_bound {
                self.bound(end);
            }
        }
        self.orders(order_by)
    }

    fn bound(&mut self, bound: &'a WindowFrameBound) {
        match bound {
            WindowFrameBound::CurrentRow => {}
            WindowFrameBound::Preceding(expr) | WindowFrameBound::Following(expr) => {
                self.wait_for(expr.as_deref());
            }
        }
    }
}
