//! What the tests of this crate share.

use candor_gateway::FileDeclarations;
use candor_model::{ChangeAuthor, ChangeChannel, SourceTrust, Toolset, ToolsetMember, ToolsetName};
use candor_pagetest::{PageWorld, PageWorldPlan, guarded_settings, open_settings};

/// What else differs from run to run, or is tested elsewhere.
pub(crate) const FILTERS: [(&str, &str); 7] = [
    (r"(?s)<svg .*?</svg>", "[sign]"),
    (r#"(?s)<details class="legend">.*?</details>"#, "[legend]"),
    (
        r#"name="restore" value="\d+""#,
        r#"name="restore" value="[version]""#,
    ),
    (r"Version \d+", "Version [version]"),
    (r"unseen.> version \d+", "unseen\"> version [version]"),
    (
        r#"data-label="Version">\d+"#,
        r#"data-label="Version">[version]"#,
    ),
    (
        r"<strong>\d+</strong>( <span class=.small.><a href=.[a-z/]*/versions)",
        "<strong>[version]</strong>$1",
    ),
];

/// Compares a page with its snapshot.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        candor_pagetest::assert_page!($name, $page, crate::world::FILTERS)
    };
}

pub(crate) use assert_kept;

/// A bookshop that keeps to itself.
const SHOP: &str = r#"[
    {"name": "list_books", "title": "List books", "description": "Lists the books.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": false}},
    {"name": "list_orders", "description": "Lists the orders.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": false}},
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false}}
]"#;

/// A source of the open web.
const WEB: &str = r#"[
    {"name": "fetch", "description": "Fetches a page.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": true}},
    {"name": "post", "description": "Posts a message.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}}
]"#;

/// A shop and the outside, both trusted.
pub(crate) fn plan() -> PageWorldPlan {
    PageWorldPlan {
        policy_settings: open_settings(),
        routes: candor_dashboard_toolsets::routes(),
        sources: vec![
            ("shop".to_owned(), SHOP.to_owned(), SourceTrust::Trusted),
            ("web".to_owned(), WEB.to_owned(), SourceTrust::Trusted),
        ],
        declarations: FileDeclarations::default(),
    }
}

/// A world whose gateway asks for no sign-in.
pub(crate) async fn open() -> PageWorld {
    PageWorld::planned(plan()).await
}

/// A world whose pages need a token.
pub(crate) async fn guarded() -> PageWorld {
    PageWorld::planned(PageWorldPlan {
        policy_settings: guarded_settings(),
        ..plan()
    })
    .await
}

/// A user of the command line.
pub(crate) fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Cli,
        why: Some("the book club <meets>".to_owned()),
    }
}

pub(crate) fn name(text: &str) -> ToolsetName {
    ToolsetName::parse(text).expect("a name")
}

/// A toolset of these members.
pub(crate) fn toolset(text: &str, members: &[&str]) -> Toolset {
    let members = members.iter().map(|member| ToolsetMember::parse(member));
    Toolset {
        description: "for the book club".to_owned(),
        members: members.collect::<Result<_, _>>().expect("members"),
        ..Toolset::new(name(text))
    }
}

pub(crate) async fn make(world: &PageWorld, text: &str, members: &[&str]) {
    let editor = world.gateway.editor();
    let made = editor
        .create_toolset(&author(), &toolset(text, members))
        .await;
    made.expect("a toolset");
}

/// What is kept of one.
pub(crate) async fn kept(world: &PageWorld, text: &str) -> Toolset {
    let view = world.gateway.editor().toolset(&name(text)).await;
    Toolset::clone(&view.expect("a toolset").toolset)
}

/// Its members as texts.
pub(crate) async fn members(world: &PageWorld, text: &str) -> Vec<String> {
    let toolset = kept(world, text).await;
    toolset.members.iter().map(ToString::to_string).collect()
}

/// Changes one as another user would.
pub(crate) async fn edit(
    world: &PageWorld,
    text: &str,
    change: impl Fn(&mut Toolset) + Send + Sync,
) {
    let (author, name) = (author(), name(text));
    let editor = world.gateway.editor();
    let edit = |toolset: &mut Toolset| {
        change(toolset);
        Ok(())
    };
    let edited = editor.edit_toolset(&author, &name, None, &edit).await;
    edited.expect("an edit");
}
