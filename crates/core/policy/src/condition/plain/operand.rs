//! Operands of plain conditions.

use cel::IdedExpr;
use cel::common::ast::{CallExpr, Expr, LiteralValue, operators};

use super::super::context::VARIABLES;

/// One side of a comparison.
#[derive(Clone, Debug)]
pub(in crate::condition) enum PlainOperand {
    Null,
    Flag(bool),
    Whole(i64),
    Text(String),
    /// A list of string literals.
    Texts(Vec<String>),
    /// An argument, by its path; an empty path is the arguments as a whole.
    Argument(Vec<String>),
    /// A variable about the call, by its name in [`VARIABLES`].
    Name(&'static str),
    /// The number of characters, elements or members of a value.
    Size(Box<Self>),
}

// === impl PlainOperand ===

impl PlainOperand {
    /// Converts an expression; `None` if any part needs the interpreter.
    pub(super) fn of(expression: &IdedExpr) -> Option<Self> {
        match &expression.expr {
            Expr::Literal(literal) => Self::of_literal(literal),
            Expr::List(list) if list.optional_indices.is_empty() => {
                let texts = list.elements.iter().map(text);
                texts.collect::<Option<_>>().map(Self::Texts)
            }
            Expr::Ident(name) if name != "args" => VARIABLES
                .into_iter()
                .find(|one| one == name)
                .map(Self::Name),
            Expr::Ident(_) | Expr::Select(_) => argument_path(expression).map(Self::Argument),
            Expr::Call(call) => Self::of_call(call),
            _ => None,
        }
    }

    fn of_literal(literal: &LiteralValue) -> Option<Self> {
        Some(match literal {
            LiteralValue::Null => Self::Null,
            LiteralValue::Boolean(flag) => Self::Flag(*flag.inner()),
            LiteralValue::Int(whole) => Self::Whole(*whole.inner()),
            LiteralValue::String(text) => Self::Text(text.inner().to_owned()),
            LiteralValue::Bytes(_) | LiteralValue::Double(_) | LiteralValue::UInt(_) => {
                return None;
            }
        })
    }

    fn of_call(call: &CallExpr) -> Option<Self> {
        match (call.func_name.as_str(), &call.target, call.args.as_slice()) {
            ("size", None, [one]) => Some(Self::Size(Box::new(Self::of(one)?))),
            ("size", Some(one), []) => Some(Self::Size(Box::new(Self::of(one)?))),
            _ => index_path(call).map(Self::Argument),
        }
    }
}

/// The path of an argument, written as `args.to.name` or `args['to'].name`.
pub(super) fn argument_path(expression: &IdedExpr) -> Option<Vec<String>> {
    match &expression.expr {
        Expr::Ident(name) if name == "args" => Some(Vec::new()),
        Expr::Select(select) if !select.test => {
            let mut path = argument_path(&select.operand)?;
            path.push(select.field.clone());
            Some(path)
        }
        Expr::Call(call) => index_path(call),
        _ => None,
    }
}

/// The path of an index expression such as `args['to']`.
pub(super) fn index_path(call: &CallExpr) -> Option<Vec<String>> {
    match (call.func_name.as_str(), &call.target, call.args.as_slice()) {
        (operators::INDEX, None, [of, key]) => {
            let mut path = argument_path(of)?;
            path.push(text(key)?);
            Some(path)
        }
        _ => None,
    }
}

fn text(expression: &IdedExpr) -> Option<String> {
    match &expression.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner().to_owned()),
        _ => None,
    }
}
