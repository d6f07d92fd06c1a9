//! Two sources, one of which is relied upon, and what is read off a page.

use std::time::Duration;

use candor_gateway::FileDeclarations;
use candor_model::{
    AnnotationAuthor, ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DefinitionPin, Digest,
    DriftRecord, FieldValue, Hint, Opinion, OpinionField, OpinionKey, Provenance, QualifiedName,
    SourceTrust, ToolPattern,
};
use candor_pagetest::{FetchedHtml, PageWorld, PageWorldPlan, open_settings, with_timeout};

/// What a zoo can do.
pub(crate) const ZOO: &str = r#"[
    {"name": "feed", "title": "Feed an animal", "description": "Gives food to an animal.\nTwice a day.",
     "inputSchema": {"type": "object", "properties": {"animal": {"type": "string"}}},
     "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false}},
    {"name": "list_animals", "title": "Animals", "description": "Lists all animals.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false}},
    {"name": "release", "description": "Opens a cage.", "inputSchema": {"type": "object"},
     "annotations": {"destructiveHint": true, "openWorldHint": true}},
    {"name": "sing", "description": "Sings to the crowd.", "inputSchema": {"type": "object"}}
]"#;

/// Tools without hints that can be inferred.
pub(crate) const WEB: &str = r#"[
    {"name": "get_page", "description": "Returns a page.", "inputSchema": {"type": "object"}},
    {"name": "list_links", "description": "Lists the links of a page.", "inputSchema": {"type": "object"}},
    {"name": "delete_cache", "description": "Deletes the cache.", "inputSchema": {"type": "object"},
     "annotations": {"destructiveHint": true}}
]"#;

pub(crate) fn plan() -> PageWorldPlan {
    PageWorldPlan {
        policy_settings: open_settings(),
        routes: candor_dashboard_tools::routes(),
        sources: vec![
            ("zoo".to_owned(), ZOO.to_owned(), SourceTrust::Trusted),
            ("web".to_owned(), WEB.to_owned(), SourceTrust::Untrusted),
        ],
        declarations: FileDeclarations::default(),
    }
}

pub(crate) async fn zoo() -> PageWorld {
    PageWorld::planned(plan()).await
}

/// The same where a file declares this about tools.
pub(crate) async fn declaring(about: &str, hint: Hint, value: bool) -> PageWorld {
    let key = OpinionKey::everywhere(ToolPattern::parse(about).expect("a pattern"));
    let mut opinion = Opinion::default();
    let provenance = Provenance {
        layer: key.scope.layer(),
        author: AnnotationAuthor::File("candor.toml:7".into()),
        about: Some(about.into()),
        at_micros: None,
        why: None,
    };
    let say = FieldValue::Set(value);
    let provenance = provenance.into();
    opinion.set_hint(
        hint,
        Some(OpinionField {
            value: say,
            provenance,
        }),
    );
    let declarations = FileDeclarations {
        opinions: vec![(key, opinion)],
        ..FileDeclarations::default()
    };
    PageWorld::planned(PageWorldPlan {
        declarations,
        ..plan()
    })
    .await
}

pub(crate) fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    }
}

/// Makes a tool's definition differ from the one that it is held to.
pub(crate) async fn drift(world: &PageWorld, name: &str) {
    let name = QualifiedName::parse(name).expect("a name");
    with_timeout(async {
        loop {
            let catalogue = world.gateway.catalogue();
            let tool = catalogue.named(&name).cloned();
            if tool.is_some_and(|tool| tool.quarantine.is_some()) {
                return;
            }
            hold_to_another(world, &name).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

/// Pins another definition. Nothing happens where the tool is not
/// pinned yet, or where the gateway has already seen that this was never its definition.
async fn hold_to_another(world: &PageWorld, name: &QualifiedName) {
    let store = &world.store;
    let Some(pin) = store.pin(name).await.expect("a database") else {
        return;
    };
    let other = Digest::of("other");
    if pin.hash == other {
        return;
    }
    let drift = DriftRecord {
        name: name.clone(),
        renamed_from: None,
        pinned: Some(pin.hash),
        found: DefinitionPin {
            hash: other,
            definition: pin.definition.replace("page", "book").into(),
            ..pin
        },
        differences: Vec::new(),
        loosens: false,
        quarantined: true,
    };
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 1,
        author: author(),
        action: "drift.accept".to_owned(),
        subject: name.to_string(),
        old: None,
        new: None,
    };
    // Without a person's yes, or else the form of before would count as accepted.
    let pinned = store.repin(&drift, &change).await;
    pinned.expect("a database");
}

/// The tools on a page, in their order.
pub(crate) fn names(page: &FetchedHtml) -> Vec<String> {
    let links = page
        .main()
        .split("<a class=\"mono\" href=\"/tools/")
        .skip(1);
    let names = links.map(|link| link.split(['"', '?']).next().expect("an end"));
    names.map(str::to_owned).collect()
}

/// The headings of the groups on a page.
pub(crate) fn groups(page: &FetchedHtml) -> Vec<String> {
    let headings = page.main().split("<h2 id=\"group").skip(1);
    let headings = headings.map(|heading| {
        let (_, heading) = heading.split_once('>').expect("a tag");
        heading.split("</h2>").next().expect("an end").to_owned()
    });
    headings.collect()
}

/// What a tool's hint is, as clients see it.
pub(crate) fn hint(world: &PageWorld, name: &str, hint: Hint) -> Option<bool> {
    let catalogue = world.gateway.catalogue();
    let mut tools = catalogue.everything().tools().iter();
    let tool = tools.find(|offered| offered.tool.name.to_string() == name);
    let shown = &tool.expect("a tool").effective.shown;
    shown.hint(hint).map(|fact| fact.value)
}
