//! Conditions evaluated without the CEL interpreter: comparisons of call values with literals,
//! combined with `&&`, `||` and `!`.
//!
//! The interpreter converts the arguments and walks the expression. Most conditions only compare a
//! text or a number and do not need that. A result is returned only if the interpreter would
//! certainly return the same one; missing values, other types and non-integers are left to the
//! interpreter, which also produces the error messages.

mod evaluate;
mod operand;

use cel::IdedExpr;
use cel::common::ast::{CallExpr, Expr, LiteralValue, operators};

use self::operand::PlainOperand;

pub(super) use self::evaluate::PlainCall;

/// A condition made of comparisons.
#[derive(Clone, Debug)]
pub(super) enum PlainCondition {
    /// `true`, `false`, or a boolean argument.
    Flag(PlainOperand),
    Not(Box<Self>),
    And(Box<(Self, Self)>),
    Or(Box<(Self, Self)>),
    /// Whether the arguments have this path: `has(args.path.to.key)`.
    Has(Vec<String>),
    Compare(PlainOperator, PlainOperand, PlainOperand),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlainOperator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// The left operand is an element or a key of the right one.
    In,
    /// The right operand is a substring of the left one.
    Contains,
    StartsWith,
    EndsWith,
}

// === impl PlainCondition ===

impl PlainCondition {
    /// Converts an expression; `None` if any part needs the interpreter.
    pub(super) fn of(expression: &IdedExpr) -> Option<Self> {
        match &expression.expr {
            Expr::Call(call) => Self::of_call(call),
            Expr::Select(select) if select.test => {
                let mut path = operand::argument_path(&select.operand)?;
                path.push(select.field.clone());
                Some(Self::Has(path))
            }
            Expr::Select(_) | Expr::Literal(LiteralValue::Boolean(_)) => {
                PlainOperand::of(expression).map(Self::Flag)
            }
            _ => None,
        }
    }

    fn of_call(call: &CallExpr) -> Option<Self> {
        let joined = |left, right| Some(Box::new((Self::of(left)?, Self::of(right)?)));
        match (call.func_name.as_str(), &call.target, call.args.as_slice()) {
            (operators::LOGICAL_NOT, None, [one]) => Some(Self::Not(Box::new(Self::of(one)?))),
            (operators::LOGICAL_AND, None, [left, right]) => Some(Self::And(joined(left, right)?)),
            (operators::LOGICAL_OR, None, [left, right]) => Some(Self::Or(joined(left, right)?)),
            (operators::INDEX, None, _) => {
                operand::index_path(call).map(|path| Self::Flag(PlainOperand::Argument(path)))
            }
            (name, None, [left, right]) => Self::comparison(of_operator(name)?, left, right),
            (name, Some(text), [part]) => Self::comparison(of_method(name)?, text, part),
            _ => None,
        }
    }

    fn comparison(operator: PlainOperator, left: &IdedExpr, right: &IdedExpr) -> Option<Self> {
        let (left, right) = (PlainOperand::of(left)?, PlainOperand::of(right)?);
        Some(Self::Compare(operator, left, right))
    }
}

fn of_operator(name: &str) -> Option<PlainOperator> {
    Some(match name {
        operators::EQUALS => PlainOperator::Equal,
        operators::NOT_EQUALS => PlainOperator::NotEqual,
        operators::LESS => PlainOperator::Less,
        operators::LESS_EQUALS => PlainOperator::LessOrEqual,
        operators::GREATER => PlainOperator::Greater,
        operators::GREATER_EQUALS => PlainOperator::GreaterOrEqual,
        operators::IN => PlainOperator::In,
        _ => return None,
    })
}

fn of_method(name: &str) -> Option<PlainOperator> {
    Some(match name {
        "contains" => PlainOperator::Contains,
        "startsWith" => PlainOperator::StartsWith,
        "endsWith" => PlainOperator::EndsWith,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
