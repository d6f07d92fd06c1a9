//! From evidence to hints: what a tool seems to do, judged by its HTTP method, its name, its
//! description, its schema, its scopes and the other tools of its source.
//!
//! Pure functions of their arguments. A guess that makes a tool look more dangerous applies by
//! itself; one that makes it look safer is a suggestion that waits for a person. The HTTP method
//! is the one kind of evidence that may also say that a tool is safe.
//!
//! No tool and no server is known by name here. What is known is vocabulary: which verbs of the
//! trade read, add, change, remove or set something going (`verb`), and where in a name or a
//! sentence a verb stands (`head_verb`, `description`). Clues are weighed in decibans (`evidence`);
//! how sure a finding is was measured (`calibration`).

mod calibration;
mod cases;
mod description;
mod evidence;
mod facts;
mod finding;
mod head_verb;
mod judge;
mod method;
mod naming_style;
mod open_world;
mod phrase;
mod schema;
mod scope;
mod siblings;
mod title;
mod verb;
mod words;

pub use self::cases::CaseFinding;
pub use self::evidence::Confidence;
pub use self::facts::{InputSchema, SourceFacts, ToolFacts};
pub use self::finding::{HintFinding, ToolInference, UndecidedHint};
pub use self::method::HttpMethod;

use candor_model::DestructivePolicy;
use serde_json::Value;

use self::description::DescriptionReading;
use self::naming_style::NamingStyle;
use self::schema::ParameterEvidence;
use self::siblings::SiblingTools;
use self::words::NameWords;

/// What is found about some calls of one tool, by its parameters and its description alone.
pub fn infer_cases(
    input_schema: Option<&Value>,
    description: Option<&str>,
    destructive: DestructivePolicy,
) -> Vec<CaseFinding> {
    cases::find(input_schema, description, destructive)
}

/// What is found about each tool of a source, in the order of the tools.
///
/// A tool's own declared hints are never evidence about itself; those of its siblings are.
pub fn infer(source: &SourceFacts<'_>) -> Vec<ToolInference> {
    let names: Vec<NameWords<'_>> = source
        .tools
        .iter()
        .map(|tool| NameWords::split(tool.name))
        .collect();
    let house = NamingStyle::of(source.name, &names);
    let prose: Vec<DescriptionReading> = source
        .tools
        .iter()
        .map(|tool| DescriptionReading::of(tool.description).with_title(tool.title))
        .collect();
    let heads: Vec<_> = names
        .iter()
        .zip(&prose)
        .map(|(name, prose)| head_verb::find(name, &house, prose.lead()))
        .collect();
    let titles = title::titles(source.tools, &names, &heads, &house);
    let siblings = SiblingTools::of(source.tools, &names, &heads, &house);
    let (mut shapes, cases): (Vec<ParameterEvidence>, Vec<_>) = source
        .tools
        .iter()
        .map(|tool| {
            let schema = tool.input_schema.and_then(InputSchema::read);
            let schema = schema.as_deref();
            let cases = cases::find(schema, tool.description, source.destructive);
            (schema::look(schema), cases)
        })
        .unzip();
    schema::drop_common_outputs(&mut shapes);
    let webs: Vec<Option<String>> = (0..source.tools.len())
        .map(|index| open_world::web(heads[index].as_ref(), &prose[index], &shapes[index]))
        .collect();
    let reach = open_world::SourceReach::of(&heads, &webs, &shapes);
    let mut inferences = Vec::with_capacity(source.tools.len());
    let known = source.tools.iter().enumerate().zip(titles).zip(cases);
    for (((index, tool), title), cases) in known {
        let head = heads[index].as_ref();
        let kin = siblings.without(index);
        let prose = &prose[index];
        let (mut findings, undecided) =
            judge::judge(source, tool, head, prose, &shapes[index], &kin);
        let web = webs[index].as_deref();
        findings.extend(open_world::open_world(source, web, &kin, reach));
        let untitled = tool.title.is_none_or(|title| title.trim().is_empty());
        let title = untitled.then_some(title);
        inferences.push(ToolInference {
            findings,
            undecided,
            cases,
            title,
        });
    }
    inferences
}
