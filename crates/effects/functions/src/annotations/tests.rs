use super::*;
use crate::{Context, Failure, Group, NoInput, Tool, Toolbox};

async fn nothing(_: Context, _: NoInput) -> Result<&'static str, Failure> {
    Ok("")
}

fn tool(name: &str) -> Tool {
    Tool::new(name, "Does something.", nothing)
}

fn toolbox() -> Toolbox {
    Group::new("shop", "1")
        .tool(
            tool("look")
                .read_only(true)
                .idempotent(true)
                .open_world(false),
        )
        .tool(tool("order").read_only(false).destructive(false))
        .tool(tool("cancel").read_only(false).destructive(true))
        .build()
        .expect("tools in order")
}

#[test]
fn what_is_as_expected_passes() {
    crate::assert_annotations!(toolbox(), destructive: ["cancel"]);
    crate::assert_annotations!(&toolbox(), {
        "look" => read_only idempotent !open_world,
        "order" => !read_only !destructive,
        "cancel" => destructive !read_only,
    });
    let safe = Group::new("a", "1").tool(tool("look").read_only(true));
    crate::assert_annotations!(safe.build().expect("a toolbox"));
}

/// What a failing assertion says, without the first line.
fn told(assertion: impl FnOnce() + std::panic::UnwindSafe) -> Vec<String> {
    let panic = std::panic::catch_unwind(assertion).expect_err("a failure");
    let told = panic.downcast_ref::<String>().expect("a text");
    told.lines()
        .skip(1)
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn everything_else_is_told_at_once() {
    assert_eq!(
        told(|| crate::assert_annotations!(toolbox())),
        ["`cancel` is destructive and not on the list"]
    );
    assert_eq!(
        told(|| crate::assert_annotations!(toolbox(), destructive: ["order", "cancel"])),
        ["`order` is on the list and not destructive"]
    );
    assert_eq!(
        told(|| {
            crate::assert_annotations!(toolbox(), {
                "look" => read_only !idempotent,
                "order" => !read_only !destructive,
                "order" => !read_only !destructive,
                "pay" => destructive,
            });
        }),
        [
            "`look`: `idempotentHint` is true instead of false",
            "`look`: `openWorldHint` is false instead of unset",
            "`cancel` has no row in the table",
            "`order` is in the table twice",
            "`pay` is in the table and no tool",
        ]
    );
}

#[test]
fn a_tool_without_a_word_is_noticed() {
    let silent = FunctionDefinition::new("silent", "Says nothing.");
    let mut torn = FunctionDefinition::new("torn", "Says both.");
    torn.hints = Hints::UNSET
        .with(Hint::ReadOnly, true)
        .with(Hint::Destructive, true);
    let expected = ExpectedAnnotations::default();
    assert_eq!(
        annotation_problems(&[&silent, &torn], &expected),
        [
            "`silent` sets neither `readOnlyHint` nor `destructiveHint`",
            "`torn` says that it destroys and that it only reads",
        ]
    );
    assert_eq!(annotation_problems(&[], &expected), ["there are no tools"]);
}
