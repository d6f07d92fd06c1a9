//! Worlds, and what is there in them.

use candor_gateway::{DeclaredEnvironment, FileDeclarations, GatewayPolicySettings};
use candor_model::{
    ChangeAuthor, ChangeChannel, Environment, EnvironmentName, EnvironmentVariable, FieldEdit,
    Hint, OpinionEdit, OpinionKey, OpinionScope, Secret, ToolPattern, Toolset, ToolsetMember,
    ToolsetName, VariableName, VariableValue,
};
use candor_pagetest::{PageWorld, PageWorldPlan, TestBrowser, open_settings};
use candor_policy::{PolicyRules, RuleDraft, RuleEffect};
use candor_store::ChangeFilter;

/// A world in which no token is needed, and a user with a browser.
pub(crate) async fn open() -> (PageWorld, TestBrowser) {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    let browser = world.browser();
    (world, browser)
}

/// A user who prepares things.
pub(crate) fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "keeper".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    }
}

pub(crate) fn name(text: &str) -> EnvironmentName {
    EnvironmentName::parse(text).expect("a name")
}

pub(crate) fn variable(name: &str, value: VariableValue) -> EnvironmentVariable {
    EnvironmentVariable {
        name: VariableName::parse(name).expect("a name"),
        value,
    }
}

pub(crate) fn environment(text: &str) -> Environment {
    Environment {
        name: name(text),
        description: "the real <thing>".to_owned(),
        profile: None,
        provenance: None,
    }
}

/// An environment with a plain variable, a secret, and something to say about a tool.
pub(crate) async fn furnish(world: &PageWorld) {
    let (editor, author) = (world.gateway.editor(), author());
    let made = editor
        .create_environment(&author, &environment("prod"))
        .await;
    made.expect("an environment");
    for one in [
        variable(
            "BASE_URL",
            VariableValue::Plain("https://api.example".to_owned()),
        ),
        variable(
            "TOKEN",
            VariableValue::Secret(Secret::new("sk-live-77".to_owned())),
        ),
    ] {
        let set = editor.set_variable(&author, &name("prod"), &one).await;
        set.expect("a variable");
    }
    let key = OpinionKey {
        scope: OpinionScope::Environment(name("prod")),
        about: ToolPattern::parse("shop.*").expect("a pattern"),
    };
    let mut amendment = OpinionEdit::default();
    amendment.set_hint(Hint::OpenWorld, Some(FieldEdit::Set(true)));
    let said = editor.amend(&author, &key, &amendment, None).await;
    said.expect("an opinion");
}

/// A toolset of everything that deletes.
pub(crate) async fn toolset(world: &PageWorld, text: &str) {
    let mut toolset = Toolset::new(ToolsetName::parse(text).expect("a name"));
    let pattern = ToolPattern::parse("shop.delete_*").expect("a pattern");
    toolset.members.push(ToolsetMember::Pattern(pattern));
    let (editor, author) = (world.gateway.editor(), author());
    let made = editor.create_toolset(&author, &toolset).await;
    made.expect("a toolset");
}

/// What the file declares.
pub(crate) fn declared() -> FileDeclarations {
    FileDeclarations {
        environments: vec![DeclaredEnvironment {
            environment: environment("staging"),
            variables: vec![
                variable("MODE", VariableValue::Plain("test".to_owned())),
                variable(
                    "KEY",
                    VariableValue::Secret(Secret::new("sk-file-1".to_owned())),
                ),
            ],
            place: "candor.toml:7".to_owned(),
        }],
        ..FileDeclarations::default()
    }
}

/// Settings with rules.
pub(crate) fn ruled() -> GatewayPolicySettings {
    let deny = RuleDraft {
        name: Some("no <deletes> in prod".to_owned()),
        tools: vec!["shop.delete_*".to_owned()],
        environments: vec!["prod".to_owned()],
        message: Some("Ask the shop's keeper.".to_owned()),
        ..RuleDraft::new(RuleEffect::Deny, "candor.toml:20")
    };
    let ask = RuleDraft {
        tools: vec!["shop.burn_book".to_owned()],
        when: Some("args.copies > 10".to_owned()),
        out_of_band: Some(true),
        ..RuleDraft::new(RuleEffect::Ask, "candor.toml:10")
    };
    let allow = RuleDraft {
        when: Some("true".to_owned()),
        tools: vec!["shop.burn_book".to_owned()],
        roles: vec![candor_model::Role::Editor],
        ..RuleDraft::new(RuleEffect::Allow, "candor.toml:30")
    };
    let source = candor_model::SourceName::parse("shop").expect("a name");
    GatewayPolicySettings {
        policy: PolicyRules::compile(vec![ask, deny, allow], &[source]).expect("rules"),
        ..open_settings()
    }
}

/// A world with rules and a file.
pub(crate) async fn ruled_world() -> PageWorld {
    PageWorld::planned(PageWorldPlan {
        policy_settings: ruled(),
        declarations: declared(),
        ..PageWorldPlan::shop(candor_dashboard_admin::routes())
    })
    .await
}

/// The fields of a form, as they are sent.
pub(crate) fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    let fields = fields.iter();
    fields.map(|(name, value)| (&**name, &**value)).collect()
}

/// A form filled in by another user is rejected, both from this browser and from one that is not
/// signed in.
pub(crate) async fn of_no_use(
    world: &PageWorld,
    other: &mut TestBrowser,
    path: &str,
    fields: &[(&str, &str)],
) {
    let page = other.post(path, fields).await;
    page.says(403, &["Form expired"]);
    let page = world.browser().post(path, fields).await;
    page.says(401, &["Sign-in required"]);
}

/// The actions in the history, the newest first.
pub(crate) async fn history(world: &PageWorld) -> Vec<String> {
    let filter = ChangeFilter {
        subject: None,
        who: None,
        action: None,
        after: None,
        limit: 50,
    };
    let changes = world.gateway.records().changes(&filter).await;
    let changes = changes.expect("changes").changes.into_iter();
    // What the gateway writes down by itself is no concern of a page.
    let people = changes.filter(|change| !change.action.starts_with("pins."));
    people
        .map(|change| format!("{} by {}", change.action, change.author.name))
        .collect()
}
