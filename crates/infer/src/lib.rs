//! From evidence to hints: what a tool seems to do, judged by its HTTP method, its name, its
//! description, its schema, its scopes and the other tools of its source.
//!
//! Pure functions of their arguments. A guess that makes a tool look more dangerous applies by
//! itself; one that makes it look safer is a suggestion that waits for a person. The HTTP method
//! is the one kind of evidence that may also say that a tool is safe.
//!
//! No tool and no server is known by name here. What is known is vocabulary: which verbs of the
//! trade read, add, change, remove or set something going (`verb`), and where in a name or a
//! sentence a verb stands (`head`, `description`). Clues are weighed in decibans (`weigh`).

mod description;
mod facts;
mod finding;
mod head;
mod house;
mod judge;
mod method;
mod phrase;
mod schema;
mod scope;
mod siblings;
mod title;
mod verb;
mod weigh;
mod words;
mod world;

pub use self::facts::{SourceFacts, ToolFacts};
pub use self::finding::{Finding, Inference};
pub use self::method::Method;
pub use self::weigh::Confidence;

use self::description::Prose;
use self::house::House;
use self::siblings::Siblings;
use self::words::Name;

/// What is found about each tool of a source, in the order of the tools.
///
/// A tool's own declared hints are never evidence about itself; those of its siblings are.
pub fn infer(source: &SourceFacts<'_>) -> Vec<Inference> {
    let names: Vec<Name<'_>> = source
        .tools
        .iter()
        .map(|tool| Name::split(tool.name))
        .collect();
    let house = House::of(source.name, &names);
    let prose: Vec<Prose> = source
        .tools
        .iter()
        .map(|tool| Prose::of(tool.description))
        .collect();
    let heads: Vec<_> = names
        .iter()
        .zip(&prose)
        .map(|(name, prose)| head::find(name, &house, prose.lead()))
        .collect();
    let titles = title::titles(source.tools, &names, &heads, &house);
    let siblings = Siblings::of(source.tools, &names, &heads, &house);
    let mut inferences = Vec::with_capacity(source.tools.len());
    for ((index, tool), title) in source.tools.iter().enumerate().zip(titles) {
        let head = heads[index].as_ref();
        let kin = siblings.without(index);
        let prose = &prose[index];
        let mut findings = judge::judge(source, tool, head, prose, &kin);
        findings.extend(world::open_world(source, tool, head, prose, &kin));
        let untitled = tool.title.is_none_or(|title| title.trim().is_empty());
        let title = untitled.then_some(title);
        inferences.push(Inference { findings, title });
    }
    inferences
}
