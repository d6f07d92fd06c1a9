//! The functions available to filters.

use std::sync::LazyLock;

use jaq_core::data::JustLut;
use jaq_core::load::parse::Def;
use jaq_core::native::Fun;
use jaq_json::Val;

use crate::refused;

/// The data type of filters: values only.
pub(crate) type FilterContext = JustLut<Val>;

/// The private halves of functions that are refused.
const HIDDEN: [&str; 2] = ["debug_empty", "stderr_empty"];

/// The functions that are written in jq. Parsing them takes longer than most filters run, so it is
/// done once a process.
static DEFINITIONS: LazyLock<Vec<Def<&'static str>>> = LazyLock::new(|| {
    jaq_core::defs()
        .chain(jaq_std::defs())
        .chain(jaq_json::defs())
        .chain(ours())
        .filter(|def| is_offered(def.name))
        .collect()
});

/// The functions that are written in jq.
pub(crate) fn definitions() -> impl Iterator<Item = Def<&'static str>> {
    DEFINITIONS.iter().cloned()
}

/// The functions that are written in Rust.
pub(crate) fn functions() -> impl Iterator<Item = Fun<FilterContext>> {
    jaq_core::funs()
        .chain(jaq_std::funs())
        .chain(jaq_json::funs())
        .filter(|(name, _, _)| is_offered(name))
}

/// The possible numbers of arguments of a function; empty if it does not exist.
pub(crate) fn arities(name: &str) -> Vec<usize> {
    let written = DEFINITIONS.iter().map(|def| (def.name, def.args.len()));
    let native = functions().map(|(name, args, _)| (name, args.len()));
    let mut arities: Vec<_> = written
        .chain(native)
        .filter_map(|(known, arity)| (known == name).then_some(arity))
        .collect();
    arities.sort_unstable();
    arities.dedup();
    arities
}

/// Does the work that is done once, before there is a job.
pub(crate) fn warm_up() {
    LazyLock::force(&DEFINITIONS);
}

fn is_offered(name: &str) -> bool {
    refused::reason(name).is_none() && !HIDDEN.contains(&name)
}

/// Functions missing in the libraries. The definitions are embedded source text.
fn ours() -> impl Iterator<Item = Def<&'static str>> {
    jaq_core::load::parse(include_str!("prelude.jq"), |parser| parser.defs())
        .into_iter()
        .flatten()
}
