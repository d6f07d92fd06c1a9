//! The macro, as an author of tools uses it.

use candor_functions::{Context, Failure, Group, NoInput, Tool, Toolbox, assert_annotations};

async fn nothing(_: Context, _: NoInput) -> Result<&'static str, Failure> {
    Ok("")
}

fn toolbox() -> Toolbox {
    let tool = |name: &str| Tool::new(name, "Does something.", nothing).read_only(true);
    let tools = (0..100).map(|number| tool(&format!("tool{number}")));
    let group = tools.fold(Group::new("many", "1"), Group::tool);
    group
        .tool(tool("ping").idempotent(true))
        .build()
        .expect("tools in order")
}

#[test]
fn one_line_is_enough() {
    assert_annotations!(toolbox());
    assert_annotations!(toolbox(), destructive: []);
}

#[test]
#[should_panic(expected = "`tool0` has no row in the table")]
fn a_table_is_of_all_tools() {
    assert_annotations!(toolbox(), { "ping" => read_only idempotent });
}
