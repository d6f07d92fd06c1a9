//! Static checks of a parsed condition.

use std::sync::Arc;

use candor_text::{nearest, quote, quote_list};
use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, LiteralValue, SelectExpr,
};
use cel::common::types::CelString;
use cel::{Context, IdedExpr, Value};

use super::context::VARIABLES;
use super::functions::{self, NO_ANSWER, TYPES};
use super::{ConditionFlaw, ENV};

/// The maximum number of nodes in a condition, including those that loops expand to.
const NODES_MAX: usize = 200;

/// The maximum nesting of expressions: evaluating nested expressions uses much stack, and the
/// evaluating thread has little.
const DEPTH_MAX: usize = 16;

/// The longest regular expression, in characters.
const REGEX_MAX: usize = 200;

/// Properties of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConditionParts {
    /// Whether its value depends on the call.
    pub(crate) depends: bool,
    /// Whether it iterates over a list or map.
    pub(crate) loops: bool,
}

#[derive(Default)]
struct ConditionInspector<'a> {
    nodes: usize,
    depth: usize,
    depends: bool,
    loops: bool,
    /// Whether the current node is inside a loop.
    inside: bool,
    /// The variables bound by enclosing loops.
    bound: Vec<&'a str>,
    flaws: Vec<ConditionFlaw>,
}

/// Checks every node of a condition and reports all problems at once.
pub(crate) fn inspect(expression: &IdedExpr) -> Result<ConditionParts, Vec<ConditionFlaw>> {
    let mut inspector = ConditionInspector::default();
    inspector.expression(expression);
    if inspector.nodes > NODES_MAX {
        let flaw = ConditionFlaw::new(format!(
            "the condition is too costly: it has more than {NODES_MAX} parts"
        ));
        return Err(vec![flaw.with_hint("divide it into several rules")]);
    }
    if let Some(what) = never_answers(expression) {
        let flaw = ConditionFlaw::new(format!(
            "the condition comes to {what} and not to true or false"
        ));
        let hint = "compare it with something, such as `args.amount > 100`";
        inspector.flaws.push(flaw.with_hint(hint));
    }
    match inspector.flaws {
        flaws if flaws.is_empty() => Ok(ConditionParts {
            depends: inspector.depends,
            loops: inspector.loops,
        }),
        flaws => Err(flaws),
    }
}

/// The type of a condition that obviously cannot evaluate to a boolean.
fn never_answers(expression: &IdedExpr) -> Option<&'static str> {
    match &expression.expr {
        Expr::Literal(LiteralValue::Boolean(_)) => None,
        Expr::Literal(LiteralValue::String(_)) => Some("a text"),
        Expr::Literal(_) => Some("a constant"),
        Expr::List(_) => Some("a list"),
        Expr::Map(_) => Some("a map"),
        Expr::Call(call) if NO_ANSWER.contains(&call.func_name.as_str()) => Some("a value"),
        Expr::Ident(name) if VARIABLES.contains(&name.as_str()) => Some("a value"),
        _ => None,
    }
}

// === impl ConditionInspector ===

impl<'a> ConditionInspector<'a> {
    fn expression(&mut self, expression: &'a IdedExpr) {
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return;
        }
        if self.depth == DEPTH_MAX {
            let flaw = ConditionFlaw::new(format!(
                "the condition is too costly: its parts stand more than {DEPTH_MAX} deep in each other"
            ));
            return self.flaw(flaw.with_hint("divide it into several rules"));
        }
        // A dotted name is resolved as a whole, so it adds no nesting.
        let step = usize::from(!is_name(expression));
        self.depth += step;
        self.parts(expression);
        self.depth -= step;
    }

    fn parts(&mut self, expression: &'a IdedExpr) {
        match &expression.expr {
            Expr::Unspecified | Expr::Literal(_) => {}
            Expr::Ident(name) => self.name(name),
            Expr::Select(select) => self.select(select),
            Expr::Call(call) => self.call(call),
            Expr::List(list) => list.elements.iter().for_each(|one| self.expression(one)),
            Expr::Map(map) => self.entries(&map.entries),
            Expr::Struct(made) => {
                let sentence = format!("the type {} is unknown", quote(&made.type_name));
                self.flaw(ConditionFlaw::new(sentence));
                self.entries(&made.entries);
            }
            Expr::Comprehension(one) => self.comprehension(one),
        }
    }

    fn entries(&mut self, entries: &'a [IdedEntryExpr]) {
        for entry in entries {
            match &entry.expr {
                EntryExpr::StructField(field) => self.expression(&field.value),
                EntryExpr::MapEntry(entry) => {
                    self.expression(&entry.key);
                    self.expression(&entry.value);
                }
            }
        }
    }

    fn name(&mut self, name: &'a str) {
        if name.starts_with('@') || self.bound.contains(&name) || TYPES.contains(&name) {
            return;
        }
        if VARIABLES.contains(&name) {
            self.depends = true;
            return;
        }
        let flaw = ConditionFlaw::new(format!("the name {} is unknown", quote(name)));
        let known = || quote_list(VARIABLES, "and");
        self.flaw(flaw.with_hint(match nearest(name, VARIABLES) {
            Some(near) => format!("did you mean {}?", quote(near)),
            None => format!("known are {}; an argument is `args.name`", known()),
        }));
    }

    fn select(&mut self, select: &'a SelectExpr) {
        if let Expr::Ident(name) = &select.operand.expr
            && name != "args"
            && VARIABLES.contains(&name.as_str())
            && !self.bound.contains(&name.as_str())
        {
            let (name, field) = (quote(name), quote(&select.field));
            let flaw = ConditionFlaw::new(format!("{name} has no members, and so no {field}"));
            self.flaw(flaw.with_hint("members are those of `args`, such as `args.amount`"));
        }
        self.expression(&select.operand);
    }

    fn call(&mut self, call: &'a CallExpr) {
        let name = call.func_name.as_str();
        let operator = !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let check = || functions::check(name, call.target.is_some(), call.args.len());
        if let Some(flaw) = (!operator).then(check).flatten() {
            self.flaw(flaw);
        }
        if name == "matches" {
            self.regex(call);
        }
        call.target
            .iter()
            .for_each(|target| self.expression(target));
        call.args.iter().for_each(|one| self.expression(one));
    }

    /// Regular expressions are compiled on every call, so they must be literal, short and outside
    /// of loops.
    fn regex(&mut self, call: &CallExpr) {
        let Some(Expr::Literal(LiteralValue::String(text))) = call.args.last().map(|one| &one.expr)
        else {
            let flaw = ConditionFlaw::new("the regular expression of `matches` is not written out");
            let hint = "write it into the condition, such as `args.path.matches('^/tmp/')`";
            return self.flaw(flaw.with_hint(hint));
        };
        let regex = text.inner();
        if self.inside {
            let flaw = ConditionFlaw::new("the condition is too costly: `matches` inside a loop");
            return self.flaw(flaw.with_hint("use `startsWith`, `endsWith` or `contains`"));
        }
        if regex.chars().count() > REGEX_MAX {
            return self.flaw(ConditionFlaw::new(format!(
                "the condition is too costly: a regular expression has at most {REGEX_MAX} characters"
            )));
        }
        if !is_regex(text) {
            let sentence = format!(
                "{} is no regular expression, or too costly a one",
                quote(regex)
            );
            self.flaw(ConditionFlaw::new(sentence));
        }
    }

    fn comprehension(&mut self, one: &'a ComprehensionExpr) {
        if self.inside {
            let flaw = ConditionFlaw::new("the condition is too costly: a loop inside a loop");
            return self.flaw(flaw.with_hint("divide it into several rules, or compare by `in`"));
        }
        self.loops = true;
        self.inside = true;
        self.expression(&one.iter_range);
        self.expression(&one.accu_init);
        let before = self.bound.len();
        self.bound.push(&one.iter_var);
        self.bound.extend(one.iter_var2.as_deref());
        self.expression(&one.loop_cond);
        self.expression(&one.loop_step);
        self.expression(&one.result);
        self.bound.truncate(before);
        self.inside = false;
    }

    fn flaw(&mut self, flaw: ConditionFlaw) {
        if !self.flaws.contains(&flaw) {
            self.flaws.push(flaw);
        }
    }
}

/// Whether it is a name, possibly dotted, such as `args.to.name`.
fn is_name(expression: &IdedExpr) -> bool {
    match &expression.expr {
        Expr::Ident(_) => true,
        Expr::Select(select) => !select.test && is_name(&select.operand),
        _ => false,
    }
}

/// Whether a text is a valid regular expression, by matching it against an empty text.
fn is_regex(text: &CelString<'static>) -> bool {
    let literal = |text| IdedExpr {
        id: 0,
        expr: Expr::Literal(LiteralValue::String(text)),
    };
    let call = IdedExpr {
        id: 0,
        expr: Expr::Call(CallExpr {
            func_name: "matches".to_owned(),
            target: None,
            args: vec![literal("".into()), literal(text.clone())],
        }),
    };
    Value::resolve(&call, &Context::with_env(Arc::clone(&ENV))).is_ok()
}
