//! Tools as they are in a toolset and in an environment.

use candor_model::{
    Environment, EnvironmentName, Hint, ToolPattern, Toolset, ToolsetMember, ToolsetName,
};
use candor_pagetest::{PageWorld, assert_page};

use crate::kit::{author, hint, names, zoo};

async fn furnished() -> PageWorld {
    let world = zoo().await;
    let editor = world.gateway.editor();
    let environment = Environment {
        name: EnvironmentName::parse("prod").expect("a name"),
        description: String::new(),
        profile: None,
        provenance: None,
    };
    let made = editor.create_environment(&author(), &environment).await;
    made.expect("an environment");
    make(&world, "animals").await;
    world
}

/// A toolset of everything in the zoo.
async fn make(world: &PageWorld, name: &str) {
    let everything = ToolPattern::parse("zoo.*").expect("a pattern");
    let name = ToolsetName::parse(name).expect("a name");
    let toolset = Toolset {
        members: vec![ToolsetMember::Pattern(everything)],
        ..Toolset::new(name)
    };
    let editor = world.gateway.editor();
    let made = editor.create_toolset(&author(), &toolset).await;
    made.expect("a toolset");
}

#[tokio::test]
async fn a_list_is_looked_at_from_a_place_and_corrected_there() {
    let world = furnished().await;
    let mut local = world.browser();
    let list = "/tools?toolset=animals&environment=prod";
    let page = local.get(list).await;
    assert_eq!(names(&page).len(), 4);
    page.says(
        200,
        &[
            "<option value=\"animals\" selected>",
            "href=\"/tools/zoo.feed?toolset=animals&#38;environment=prod\"",
            ">Toolset animals</option>",
            "Environment: prod",
        ],
    );
    assert_page!("in_a_toolset", page);
    for (place, tool) in [("toolset", "zoo.sing"), ("environment", "zoo.feed")] {
        let fields = [
            ("act", "set"),
            ("hint", "idempotent"),
            ("value", "true"),
            ("place", place),
            ("tool[]", tool),
        ];
        let done = local.submit(list, "/tools/bulk", &fields).await;
        assert_eq!(done.leads(), format!("{list}&done=set&n=1"));
        let page = local.get(&format!("{list}&layer={place}")).await;
        assert_eq!(names(&page), [tool]);
        assert_ne!(
            hint(&world, tool, Hint::Idempotent),
            Some(true),
            "only there"
        );
    }
    let page = local.get("/tools?environment=prod&layer=environment").await;
    assert_eq!(names(&page), ["zoo.feed"]);
    let page = local.get("/tools?toolset=animals&q=unicorn").await;
    page.says(200, &["No matching tools"]);
}

#[tokio::test]
async fn one_of_many_toolsets_is_typed() {
    let world = furnished().await;
    for at in 0..40 {
        make(&world, &format!("set-{at:02}")).await;
    }
    let mut local = world.browser();
    let page = local.get("/tools?toolset=animals").await;
    page.says(
        200,
        &[
            "name=\"toolset\" value=\"animals\" list=\"by-toolset-help\"",
            "placeholder=\"All tools\"",
            "<option value=\"set-39\"></option>",
        ],
    );
    page.lacks(&["<select id=\"by-toolset\""]);
    let page = local.get("/tools?toolset=set-4").await;
    page.says(400, &["Page not found", "set-4"]);
}
