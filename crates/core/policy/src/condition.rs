//! Conditions on a call, written in CEL.
//!
//! A condition speaks of `args`, `kind`, `tool`, `source`, `toolset`, `environment`, `principal` and
//! `roles`. Everything that can be known about it is known when it is read: whether it can be
//! parsed, whether its names and functions exist, and that it cannot take long.
//!
//! What it costs is bounded from three sides: its own size, no loop inside a loop, and the size
//! of the arguments that it is asked about.

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

/// How deep brackets and choices (`? :`) may stand in each other.
const DEPTH_MAX: u16 = 16;

/// Reading takes more stack than most threads have left: a quarter of this at worst, as measured
/// without optimisation.
const STACK: usize = 16 << 20;

/// How many values the arguments may hold, at any depth, where the condition has a loop.
const LOOP_VALUES_MAX: usize = 1_000;

/// Standard functions and operators, and nothing that reads a clock.
static ENV: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));

/// A condition that was found to make sense.
#[derive(Clone, Debug)]
pub(crate) struct RuleCondition {
    expression: Arc<IdedExpr>,
    /// The same, where it needs no interpreter.
    plain: Option<Arc<PlainCondition>>,
    /// Whether it looks at every element of something.
    loops: bool,
}

/// What is wrong with a condition, and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConditionFlaw {
    pub(crate) sentence: String,
    pub(crate) hint: Option<String>,
}

/// A condition that was read.
#[derive(Clone, Debug)]
pub(crate) struct ReadCondition {
    pub(crate) condition: RuleCondition,
    /// Its value, where it is the same for every call.
    pub(crate) constant: Option<bool>,
}

// === impl RuleCondition ===

impl RuleCondition {
    /// Reads a condition. All that is wrong with it is told at once.
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

    /// Whether the condition holds, or why that cannot be told.
    pub(crate) fn holds(&self, scene: &ConditionContext<'_>) -> Result<bool, String> {
        self.answer(scene).map_or_else(|| self.interpret(scene), Ok)
    }

    /// The answer that needs no interpreter, where there is one.
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

/// What can be seen without parsing.
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

/// Does something on a thread of its own that has the stack for it.
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

/// The first mistake with its place; those after it are mostly its consequences.
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
