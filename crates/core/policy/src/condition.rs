//! Conditions on a call, written in CEL.
//!
//! A condition can use `args`, `kind`, `tool`, `source`, `toolset`, `environment`, `principal` and
//! `roles`. It is checked completely when it is compiled: that it parses, that its names and
//! functions exist, and that its evaluation time is bounded.
//!
//! The cost is bounded in three ways: the size of the condition, no nested loops, and the size of
//! the arguments that it is evaluated on.

mod context;
mod functions;
mod inspect;
mod plain;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock};

use candor_model::hidden_character;
use cel::parser::ParseErrors;
use cel::{Context, Env, IdedExpr, Value};

use plain::PlainCondition;

pub(crate) use context::ConditionContext;

/// The longest condition, in characters.
const TEXT_MAX: usize = 1_000;

/// The maximum nesting of brackets and conditional expressions (`? :`).
const DEPTH_MAX: u16 = 16;

/// The stack size for parsing. Parsing can need more stack than most threads have left; the worst
/// case measured, without optimisation, was a quarter of this.
const STACK: usize = 16 << 20;

/// The maximum number of values in the arguments, at any depth, for a condition with a loop.
const LOOP_VALUES_MAX: usize = 1_000;

/// The CEL standard library, without functions that read the clock.
static ENV: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));

/// A compiled condition that passed all checks.
#[derive(Clone, Debug)]
pub(crate) struct RuleCondition {
    expression: Arc<IdedExpr>,
    /// The same condition in a form that needs no interpreter, if it has one.
    plain: Option<Arc<PlainCondition>>,
    /// Whether it iterates over a list or map.
    loops: bool,
}

/// A problem with a condition, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConditionFlaw {
    pub(crate) sentence: String,
    pub(crate) hint: Option<String>,
}

/// The result of compiling a condition.
#[derive(Clone, Debug)]
pub(crate) struct ReadCondition {
    pub(crate) condition: RuleCondition,
    /// Its value, if it is the same for every call.
    pub(crate) constant: Option<bool>,
}

// === impl RuleCondition ===

impl RuleCondition {
    /// Compiles a condition. On failure, all problems are reported at once.
    pub(crate) fn read(text: &str) -> Result<ReadCondition, Vec<ConditionFlaw>> {
        check_text(text)?;
        let (expression, found) = with_stack(|| {
            let expression = parse(text)?;
            let found = inspect::inspect(&expression)?;
            Ok((expression, found))
        })?;
        let condition = Self {
            plain: PlainCondition::of(&expression).map(Arc::new),
            expression: Arc::new(expression),
            loops: found.loops,
        };
        let evaluate = || condition.evaluate(&Context::with_env(Arc::clone(&ENV)));
        let constant = (!found.depends).then(evaluate);
        match constant.transpose() {
            Ok(constant) => Ok(ReadCondition {
                condition,
                constant,
            }),
            Err(why) => Err(vec![ConditionFlaw::new(format!(
                "the condition can never be evaluated: {why}"
            ))]),
        }
    }

    /// Whether the condition is true for a call, or why it cannot be evaluated.
    pub(crate) fn holds(&self, scene: &ConditionContext<'_>) -> Result<bool, String> {
        self.answer(scene).map_or_else(|| self.interpret(scene), Ok)
    }

    /// The result without the interpreter, if that is possible.
    fn answer(&self, scene: &ConditionContext<'_>) -> Option<bool> {
        self.plain.as_ref()?.holds(scene.plain()?)
    }

    fn interpret(&self, scene: &ConditionContext<'_>) -> Result<bool, String> {
        let context = scene.context()?;
        if self.loops && scene.values() > LOOP_VALUES_MAX {
            return Err(format!(
                "it looks at every element, and the arguments hold more than {LOOP_VALUES_MAX} values"
            ));
        }
        self.evaluate(&context)
    }

    fn evaluate(&self, context: &Context<'_, '_>) -> Result<bool, String> {
        let run = || Value::resolve(&self.expression, context);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(Value::Bool(holds))) => Ok(holds),
            Ok(Ok(other)) => Err(format!(
                "it comes to a value of the type {} and not to true or false",
                other.type_of()
            )),
            Ok(Err(error)) => Err(words::failure(&error)),
            Err(_) => Err("the evaluation broke off".to_owned()),
        }
    }
}

// === impl ConditionFlaw ===

impl ConditionFlaw {
    fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            hint: None,
        }
    }

    fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The checks that need no parsing.
fn check_text(text: &str) -> Result<(), Vec<ConditionFlaw>> {
    let length = text.chars().count();
    let seen: String = text.replace(['\n', '\r', '\t'], " ");
    let flaw = if text.trim().is_empty() {
        ConditionFlaw::new("the condition is empty").with_hint("write one, or leave out `when`")
    } else if length > TEXT_MAX {
        ConditionFlaw::new(format!(
            "the condition has {length} characters; at most {TEXT_MAX} are allowed"
        ))
        .with_hint("divide it into several rules")
    } else if let Some((before, character)) = hidden_character(&seen) {
        ConditionFlaw::new(format!(
            "the condition holds the hidden character U+{:04X} at position {}",
            u32::from(character),
            before + 1
        ))
        .with_hint("remove it")
    } else {
        return Ok(());
    };
    Err(vec![flaw])
}

/// Runs a closure on a separate thread with a larger stack.
fn with_stack<T: Send>(
    work: impl FnOnce() -> Result<T, Vec<ConditionFlaw>> + Send,
) -> Result<T, Vec<ConditionFlaw>> {
    let broken = |why: &str| {
        vec![ConditionFlaw::new(format!(
            "the condition cannot be read: {why}"
        ))]
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(running) => running
                .join()
                .unwrap_or_else(|_| Err(broken("the reader broke off"))),
            Err(error) => Err(broken(&format!("there is no thread for it: {error}"))),
        }
    })
}

fn parse(text: &str) -> Result<IdedExpr, Vec<ConditionFlaw>> {
    let parser = ENV.parser().max_recursion_depth(DEPTH_MAX);
    parser.parse(text).map_err(|errors| syntax(&errors))
}

/// The first syntax error with its position; later ones are usually consequences of it.
fn syntax(errors: &ParseErrors) -> Vec<ConditionFlaw> {
    let Some(first) = errors.errors.first() else {
        return vec![ConditionFlaw::new("the condition cannot be read")];
    };
    if first.msg.contains("Recursion limit") {
        let flaw = ConditionFlaw::new(format!(
            "the condition is too costly: brackets and choices stand more than {DEPTH_MAX} deep in each other"
        ));
        return vec![flaw.with_hint("divide it into several rules")];
    }
    let (line, column) = first.pos;
    let what = words::syntax(&first.msg);
    vec![ConditionFlaw::new(format!(
        "the condition cannot be read at line {line}, column {column}: {what}"
    ))]
}

#[cfg(test)]
mod tests;
