//! A source all of whose other tools are declared to read.

use candor_infer::{SourceFacts, ToolFacts, infer};
use candor_model::{DestructivePolicy, Hint, Hints};

/// What is guessed about a tool beside five others, of which the last is declared so.
fn guess(name: &str, description: &str, last: Option<bool>) -> Option<bool> {
    let read = Hints::UNSET.with(Hint::ReadOnly, true);
    let tool = |name, description, declared| ToolFacts {
        name,
        title: None,
        description: Some(description),
        input_schema: None,
        method: None,
        path: None,
        scopes: &[],
        tags: &[],
        declared,
    };
    let last = last.map_or(Hints::UNSET, |value| {
        Hints::UNSET.with(Hint::ReadOnly, value)
    });
    let tools = [
        tool("list_a", "List them.", read),
        tool("list_b", "List them.", read),
        tool("get_a", "Get one.", read),
        tool("get_b", "Get one.", read),
        tool("count_a", "Count them.", last),
        tool(name, description, Hints::UNSET),
    ];
    let inferences = infer(&SourceFacts {
        name: "source",
        tools: &tools,
        destructive: DestructivePolicy::Overwrites,
        open_world: None,
    });
    let found = inferences.last().expect("six tools").guess();
    found.get(Hint::ReadOnly)
}

#[test]
fn a_tool_that_says_nothing_reads_where_all_others_do() {
    assert_eq!(guess("frobs", "Frobs.", Some(true)), Some(true));
    assert_eq!(guess("frobs", "Frobs.", Some(false)), None);
    assert_eq!(guess("frobs", "Frobs.", None), None);
    assert_eq!(guess("delete_a", "Delete one.", Some(true)), Some(false));
}
