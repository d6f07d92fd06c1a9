//! A shop whose tools have something to show, and what tests do behind the page's back.

use std::time::Duration;

use candor_gateway::{Endpoint, FileDeclarations};
use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DefinitionPin, Digest, DriftRecord,
    Environment, EnvironmentName, FieldEdit, Hint, OpinionEdit, OpinionKey, OpinionScope,
    QualifiedName, Role, SourceTrust, ToolPattern, Toolset, ToolsetMember, ToolsetName,
};
use candor_pagetest::{FetchedHtml, PageWorld, PageWorldPlan, open_settings, with_timeout};
use serde_json::Value;

/// What one trusted source and one untrusted offer.
const SHOP: &str = r##"[
    {"name": "list_books", "title": "List books",
     "description": "Lists **books**, a page at a time.\n\n- by author\n- by year",
     "inputSchema": {"type": "object", "additionalProperties": false, "required": ["shelf"],
        "properties": {
            "shelf": {"type": "string", "enum": ["new", "old"], "description": "Where to look."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
            "by": {"type": "object", "properties": {"author": {"$ref": "#/$defs/person"}}}},
        "$defs": {"person": {"type": "object", "required": ["name"],
            "properties": {"name": {"type": "string"}, "born": {"type": ["integer", "null"]}}}}},
     "outputSchema": {"type": "object", "properties": {"books": {"type": "array",
        "items": {"type": "object", "properties": {"isbn": {"type": "string"}}}}}},
     "annotations": {"readOnlyHint": true, "openWorldHint": false, "x-shelf": ["a", 1]}},
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book.",
     "inputSchema": {"type": "object", "properties": {"isbn": {"type": "string"}}},
     "annotations": {"destructiveHint": true, "readOnlyHint": false}},
    {"name": "touch", "inputSchema": {"type": "object"}}
]"##;

const WEB: &str = r#"[
    {"name": "fetch_page", "title": "Fetch a page", "description": "Fetches.\nA page.\nOf the web.",
     "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}},
     "annotations": {"readOnlyHint": true}}
]"#;

/// The page of a tool.
pub(crate) const LIST: &str = "/tools/shop.list_books";
pub(crate) const DELETE: &str = "/tools/shop.delete_book";
pub(crate) const FETCH: &str = "/tools/web.fetch_page";

fn plan() -> PageWorldPlan {
    PageWorldPlan {
        sources: vec![
            ("shop".to_owned(), SHOP.to_owned(), SourceTrust::Trusted),
            ("web".to_owned(), WEB.to_owned(), SourceTrust::Untrusted),
        ],
        ..PageWorldPlan::shop(candor_dashboard_tool::routes())
    }
}

/// The shop, without tokens.
pub(crate) async fn open() -> PageWorld {
    PageWorld::planned(plan()).await
}

/// The shop, with tokens.
pub(crate) async fn guarded() -> PageWorld {
    let settings = candor_pagetest::guarded_settings();
    PageWorld::planned(PageWorldPlan {
        policy_settings: settings,
        ..plan()
    })
    .await
}

/// The shop, with something in the configuration file.
pub(crate) async fn declaring(declarations: FileDeclarations) -> PageWorld {
    let settings = open_settings();
    PageWorld::planned(PageWorldPlan {
        policy_settings: settings,
        declarations,
        ..plan()
    })
    .await
}

/// One tool of a trusted source.
pub(crate) async fn with(tool: &Value) -> PageWorld {
    let sources = vec![(
        "odd".to_owned(),
        Value::Array(vec![tool.clone()]).to_string(),
        SourceTrust::Trusted,
    )];
    PageWorld::planned(PageWorldPlan { sources, ..plan() }).await
}

/// Another user, on another channel.
pub(crate) fn ann() -> ChangeAuthor {
    ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Cli,
        why: Some("she knows".to_owned()),
    }
}

pub(crate) fn named(text: &str) -> QualifiedName {
    QualifiedName::parse(text).expect("a name")
}

/// What is said about a tool everywhere.
pub(crate) fn everywhere(tool: &str) -> OpinionKey {
    OpinionKey::everywhere(ToolPattern::exactly(&named(tool)))
}

/// Another user edits a hint.
pub(crate) async fn says(world: &PageWorld, tool: &str, hint: Hint, amend: FieldEdit<bool>) {
    says_in(world, OpinionScope::Everywhere, tool, hint, amend).await;
}

pub(crate) async fn says_in(
    world: &PageWorld,
    scope: OpinionScope,
    tool: &str,
    hint: Hint,
    amend: FieldEdit<bool>,
) {
    let mut amendment = OpinionEdit::default();
    amendment.set_hint(hint, Some(amend));
    let about = ToolPattern::parse(tool).expect("a pattern");
    let key = OpinionKey { scope, about };
    let editor = world.gateway.editor();
    let said = editor.amend(&ann(), &key, &amendment, None).await;
    said.expect("something said");
}

/// What clients are told about a hint.
pub(crate) fn shown(world: &PageWorld, tool: &str, hint: Hint) -> Option<bool> {
    let editor = world.gateway.editor();
    let explained = editor.explain(&named(tool), &Endpoint::default());
    let explained = explained.expect("a tool");
    explained.effective.shown.hint(hint).map(|fact| fact.value)
}

/// What the editor stores about a hint everywhere, and by whom.
pub(crate) async fn said(world: &PageWorld, tool: &str, hint: Hint) -> Option<(String, String)> {
    let entry = world.gateway.editor().opinion(&everywhere(tool)).await;
    let entry = entry.expect("an entry");
    let statement = entry.opinion.hint(hint)?;
    let who = statement.provenance.to_string();
    Some((format!("{:?}", statement.value), who))
}

pub(crate) async fn toolset(world: &PageWorld, name: &str, members: &[&str]) -> ToolsetName {
    let name = ToolsetName::parse(name).expect("a name");
    let mut toolset = Toolset::new(name.clone());
    toolset.members = members
        .iter()
        .map(|text| ToolsetMember::parse(text).expect("a member"))
        .collect();
    let made = world
        .gateway
        .editor()
        .create_toolset(&ann(), &toolset)
        .await;
    made.expect("a toolset");
    name
}

pub(crate) async fn environment(world: &PageWorld, name: &str) -> EnvironmentName {
    let name = EnvironmentName::parse(name).expect("a name");
    let environment = Environment {
        name: name.clone(),
        description: String::new(),
        profile: None,
        provenance: None,
    };
    let editor = world.gateway.editor();
    let made = editor.create_environment(&ann(), &environment).await;
    made.expect("an environment");
    name
}

/// Holds a tool to another definition than it has, so that the one it has is a change.
pub(crate) async fn hold(world: &PageWorld, tool: &str, before: &Value) -> Digest {
    hold_as(world, tool, None, before).await
}

/// The same, perhaps under the name that the tool had before.
pub(crate) async fn hold_as(
    world: &PageWorld,
    tool: &str,
    former: Option<&str>,
    before: &Value,
) -> Digest {
    let name = named(tool);
    let store = &world.store;
    let pinned = with_timeout(async {
        loop {
            if let Some(pin) = store.pin(&name).await.expect("a pin") {
                return pin;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
    let held = former.map_or_else(|| name.clone(), named);
    let found: DefinitionPin = candor_drift::pin(&held, before, 0);
    let drift = DriftRecord {
        renamed_from: former.map(|_| name.clone()),
        name: held,
        pinned: Some(pinned.hash),
        found,
        differences: Vec::new(),
        loosens: false,
        quarantined: false,
    };
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 0,
        author: ann(),
        action: "drift.record".to_owned(),
        subject: tool.to_owned(),
        old: None,
        new: None,
    };
    let held = store.repin(&drift, &change).await;
    assert!(held.expect("another pin"));
    with_timeout(async {
        loop {
            let catalogue = world.gateway.catalogue();
            let tool = catalogue.named(&name).expect("a tool");
            let written = store.drifts().await.expect("drifts");
            if tool.quarantine.is_some() && !written.is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
    pinned.hash
}

/// Sends the form of a page that goes to `{page}/{kind}`, with what stands in its hidden fields.
pub(crate) async fn send(
    world: &PageWorld,
    page: &str,
    kind: &str,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let mut browser = world.browser();
    let (path, _) = page.split_once('?').unwrap_or((page, ""));
    browser
        .submit(page, &format!("{path}/{kind}"), fields)
        .await
}

/// The names of the roles that may not edit.
pub(crate) const LOOKERS: [Role; 2] = [Role::Viewer, Role::Approver];

/// No form was accepted.
pub(crate) async fn assert_no_opinions(world: &PageWorld) {
    let opinions = world.gateway.editor().opinions().await;
    assert!(opinions.expect("opinions").is_empty());
}
