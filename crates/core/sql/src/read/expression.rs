//! Whether an expression only reads.

use candor_text::quote;
use sqlparser::ast::{AccessExpr, BinaryOperator, CaseWhen, Expr, Subscript};

use super::{TreeReader, not_listed, refuse_if};
use crate::data_type::check_data_type;
use crate::effect::NotReadOnly;
use crate::operators::{is_known_binary, is_known_unary};

// === impl TreeReader ===

impl<'a> TreeReader<'a> {
    pub(super) fn expression(&mut self, expr: &'a Expr) -> Result<(), NotReadOnly> {
        match expr {
            Expr::Identifier(_)
            | Expr::CompoundIdentifier(_)
            | Expr::Value(_)
            | Expr::Wildcard(_)
            | Expr::QualifiedWildcard(..) => {}
            Expr::Nested(inner)
            | Expr::IsFalse(inner)
            | Expr::IsNotFalse(inner)
            | Expr::IsTrue(inner)
            | Expr::IsNotTrue(inner)
            | Expr::IsNull(inner)
            | Expr::IsNotNull(inner)
            | Expr::IsUnknown(inner)
            | Expr::IsNotUnknown(inner) => self.wait_for([&**inner]),
            Expr::IsDistinctFrom(left, right) | Expr::IsNotDistinctFrom(left, right) => {
                self.wait_for([&**left, &**right]);
            }
            Expr::BinaryOp { left, op, right } => {
                self.wait_for([&**left, &**right]);
                check_operator(op)?;
            }
            Expr::AnyOp {
                left,
                compare_op,
                right,
                is_some: _,
            }
            | Expr::AllOp {
                left,
                compare_op,
                right,
            } => {
                self.wait_for([&**left, &**right]);
                check_operator(compare_op)?;
            }
            Expr::UnaryOp { op, expr } => {
                self.wait_for([&**expr]);
                let known = is_known_unary(*op);
                refuse_if(!known, &format!("the operator {}", quote(&op.to_string())))?;
            }
            Expr::Tuple(items) => self.wait_for(items),
            Expr::Array(array) => self.wait_for(&array.elem),
            Expr::GroupingSets(sets) | Expr::Cube(sets) | Expr::Rollup(sets) => {
                self.wait_for(sets.iter().flatten());
            }
            Expr::Function(function) => self.function(function)?,
            Expr::Subquery(query)
            | Expr::Exists {
                subquery: query,
                negated: _,
            } => self.wait_for_subquery(query),
            _ => return self.comparison(expr),
        }
        Ok(())
    }

    /// Comparisons that have a notation of their own.
    fn comparison(&mut self, expr: &'a Expr) -> Result<(), NotReadOnly> {
        match expr {
            Expr::InList {
                expr,
                list,
                negated: _,
            } => {
                self.wait_for([&**expr]);
                self.wait_for(list);
            }
            Expr::InSubquery {
                expr,
                subquery,
                negated: _,
            } => {
                self.wait_for([&**expr]);
                self.wait_for_subquery(subquery);
            }
            Expr::Between {
                expr,
                negated: _,
                low,
                high,
            } => self.wait_for([&**expr, &**low, &**high]),
            Expr::Like {
                negated: _,
                any: _,
                expr,
                pattern,
                escape_char,
            }
            | Expr::ILike {
                negated: _,
                any: _,
                expr,
                pattern,
                escape_char,
            }
            | Expr::SimilarTo {
                negated: _,
                expr,
                pattern,
                escape_char,
            } => {
                self.wait_for([&**expr, &**pattern]);
                self.wait_for(escape_char.as_deref());
            }
            // SQLite has `REGEXP` too, as a function of the program that opened the database; its
            // grammar makes it an operator, which is not on the list.
            Expr::RLike {
                negated: _,
                expr,
                pattern,
                regexp: _,
            } => self.wait_for([&**expr, &**pattern]),
            Expr::Case {
                case_token: _,
                end_token: _,
                operand,
                conditions,
                else_result,
            } => {
                self.wait_for(operand.as_deref());
                self.wait_for(else_result.as_deref());
                for CaseWhen { condition, result } in conditions {
                    self.wait_for([condition, result]);
                }
            }
            _ => return self.conversion(expr),
        }
        Ok(())
    }

    /// Casts, and date and time expressions.
    fn conversion(&mut self, expr: &'a Expr) -> Result<(), NotReadOnly> {
        match expr {
            Expr::Cast {
                kind: _,
                expr,
                data_type,
                format,
            } => {
                self.wait_for([&**expr]);
                refuse_if(format.is_some(), "`FORMAT` in a cast")?;
                check_data_type(data_type)?;
            }
            Expr::Convert {
                is_try: _,
                expr,
                data_type,
                charset: _,
                target_before_value: _,
                styles,
            } => {
                self.wait_for([&**expr]);
                self.wait_for(styles);
                data_type.as_ref().map_or(Ok(()), check_data_type)?;
            }
            Expr::TypedString(text) => {
                refuse_if(text.uses_odbc_syntax, "`{d …}`")?;
                check_data_type(&text.data_type)?;
            }
            Expr::AtTimeZone {
                timestamp,
                time_zone,
            } => self.wait_for([&**timestamp, &**time_zone]),
            Expr::Extract {
                field: _,
                syntax: _,
                expr,
            }
            | Expr::Ceil { expr, field: _ }
            | Expr::Floor { expr, field: _ } => self.wait_for([&**expr]),
            Expr::Interval(interval) => self.wait_for([&*interval.value]),
            _ => return self.text_part(expr),
        }
        Ok(())
    }

    /// Parts of texts and arrays.
    fn text_part(&mut self, expr: &'a Expr) -> Result<(), NotReadOnly> {
        match expr {
            Expr::Position { expr, r#in } => self.wait_for([&**expr, &**r#in]),
            Expr::Substring {
                expr,
                substring_from,
                substring_for,
                special: _,
                shorthand: _,
            } => {
                self.wait_for([&**expr]);
                self.wait_for(substring_from.as_deref());
                self.wait_for(substring_for.as_deref());
            }
            Expr::Trim {
                trim_where: _,
                trim_what,
                expr,
                trim_characters,
            } => {
                self.wait_for([&**expr]);
                self.wait_for(trim_what.as_deref());
                self.wait_for(trim_characters.iter().flatten());
            }
            Expr::Overlay {
                expr,
                overlay_what,
                overlay_from,
                overlay_for,
            } => {
                self.wait_for([&**expr, &**overlay_what, &**overlay_from]);
                self.wait_for(overlay_for.as_deref());
            }
            Expr::Collate { expr, collation: _ } => self.wait_for([&**expr]),
            Expr::MatchAgainst {
                columns: _,
                match_value: _,
                opt_search_modifier: _,
            } => {}
            Expr::CompoundFieldAccess { root, access_chain } => {
                self.wait_for([&**root]);
                for access in access_chain {
                    self.access(access)?;
                }
            }
            _ => return Err(not_listed("an expression of a rare kind")),
        }
        Ok(())
    }

    /// A field or an element. A dot before anything but a name can call a method.
    fn access(&mut self, access: &'a AccessExpr) -> Result<(), NotReadOnly> {
        match access {
            AccessExpr::Dot(Expr::Identifier(_)) => {}
            AccessExpr::Dot(_) => return Err(not_listed("a call after a dot")),
            AccessExpr::Subscript(Subscript::Index { index }) => self.wait_for([index]),
            AccessExpr::Subscript(Subscript::Slice {
                lower_bound,
                upper_bound,
                stride,
            }) => {
                let bounds = [lower_bound, upper_bound, stride];
                self.wait_for(bounds.into_iter().flatten());
            }
        }
        Ok(())
    }
}

fn check_operator(operator: &BinaryOperator) -> Result<(), NotReadOnly> {
    if is_known_binary(operator) {
        return Ok(());
    }
    Err(not_listed(&format!(
        "the operator {}",
        quote(&operator.to_string())
    )))
}
