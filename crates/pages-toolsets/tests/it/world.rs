//! What the tests of this crate share.

use candor_gateway::Declarations;
use candor_model::{Author, Door, Member, Toolset, ToolsetName, Trust};
use candor_pagetest::{Plan, World, guarded_house, open_house};

/// What else is taken out: versions, which differ with what sources wrote before, how long ago a
/// moment is, and what the frame draws and tests by itself.
pub(crate) const FILTERS: [(&str, &str); 6] = [
    (r"(?s)<svg .*?</svg>", "[sign]"),
    (r#"(?s)<details class="legend">.*?</details>"#, "[legend]"),
    (r">now</time>", ">[away]</time>"),
    (
        r#"name="restore" value="\d+""#,
        r#"name="restore" value="[version]""#,
    ),
    (r"([Vv])ersion \d+", "${1}ersion [version]"),
    (
        r"<strong>\d+</strong>( <span class=.small.>is its)",
        "<strong>[version]</strong>$1",
    ),
];

/// Compares the contents of a page with those that were kept under a name.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        let filters = candor_pagetest::settle::FILTERS.iter();
        let filters = filters.chain(&crate::world::FILTERS).copied();
        insta::with_settings!({ filters => filters.collect::<Vec<_>>(), omit_expression => true }, {
            insta::assert_snapshot!($name, $page.main());
        });
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

/// The outside.
const WEB: &str = r#"[
    {"name": "fetch", "description": "Fetches a page.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": true}},
    {"name": "post", "description": "Posts a message.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}}
]"#;

/// A shop and the outside, both trusted.
pub(crate) fn plan() -> Plan {
    Plan {
        house: open_house(),
        routes: candor_pages_toolsets::routes(),
        sources: vec![
            ("shop".to_owned(), SHOP.to_owned(), Trust::Trusted),
            ("web".to_owned(), WEB.to_owned(), Trust::Trusted),
        ],
        declarations: Declarations::default(),
    }
}

/// With nobody to be recognised.
pub(crate) async fn open() -> World {
    World::planned(plan()).await
}

/// With tokens.
pub(crate) async fn guarded() -> World {
    World::planned(Plan {
        house: guarded_house(),
        ..plan()
    })
    .await
}

/// Somebody on the command line.
pub(crate) fn author() -> Author {
    Author {
        name: "ann".to_owned(),
        door: Door::Cli,
        why: Some("the book club <meets>".to_owned()),
    }
}

pub(crate) fn name(text: &str) -> ToolsetName {
    ToolsetName::parse(text).expect("a name")
}

/// A toolset of these members.
pub(crate) fn toolset(text: &str, members: &[&str]) -> Toolset {
    let members = members.iter().map(|member| Member::parse(member));
    Toolset {
        description: "for the book club".to_owned(),
        members: members.collect::<Result<_, _>>().expect("members"),
        ..Toolset::new(name(text))
    }
}

/// Makes one.
pub(crate) async fn make(world: &World, text: &str, members: &[&str]) {
    let desk = world.gateway.desk();
    let made = desk
        .create_toolset(&author(), &toolset(text, members))
        .await;
    made.expect("a toolset");
}

/// What is kept of one.
pub(crate) async fn kept(world: &World, text: &str) -> Toolset {
    let view = world.gateway.desk().toolset(&name(text)).await;
    Toolset::clone(&view.expect("a toolset").toolset)
}

/// Its members as texts.
pub(crate) async fn members(world: &World, text: &str) -> Vec<String> {
    let toolset = kept(world, text).await;
    toolset.members.iter().map(ToString::to_string).collect()
}

/// Changes one as somebody else would.
pub(crate) async fn edit(world: &World, text: &str, change: impl Fn(&mut Toolset)) {
    let (author, name) = (author(), name(text));
    let desk = world.gateway.desk();
    let edited = desk.edit_toolset(&author, &name, None, |toolset| {
        change(toolset);
        Ok(())
    });
    edited.await.expect("an edit");
}
