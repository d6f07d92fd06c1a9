//! What the tools say of themselves.

use candor_functions::{FunctionDefinition, Hint};
use candor_lint::{DescribedTool, LintInput, LintPolicy, LintProfile, LintReport, LintSuppression};
use candor_model::Secret;
use candor_nextcloud::{
    NextcloudError, NextcloudOptions, PackModule, hint_table, module_tools, toolbox,
};

/// Tools that deal with the world outside the server, where most do not.
const OUTSIDE: [&str; 5] = [
    "nc_share_*",
    "nc_news_*item*",
    "nc_calendar_*event",
    "nc_calendar_create_meeting",
    "nc_calendar_bulk_operations",
];

fn outside(tool: &str) -> LintSuppression {
    LintSuppression {
        rule: "H023",
        tool: tool.to_owned(),
        reason: "shares and invitations reach people outside, and third parties write news"
            .to_owned(),
        until: None,
    }
}

fn options(host: &str) -> NextcloudOptions {
    NextcloudOptions {
        host: host.to_owned(),
        username: "ada".to_owned(),
        password: Secret::new("secret".to_owned()),
    }
}

#[test]
fn the_strict_profile_finds_nothing() {
    let toolbox = toolbox(&options("https://cloud.example.com")).unwrap();
    assert!(toolbox.warnings().is_empty(), "{:?}", toolbox.warnings());
    let tools = toolbox.definitions().map(FunctionDefinition::to_json);
    let tools: Vec<_> = tools
        .map(|tool| DescribedTool::read(tool).expect("a tool"))
        .collect();
    let mut policy = LintPolicy::of(LintProfile::Strict);
    // The pack is ten apps with a toolset each; the budgets are those of the whole.
    policy.budget.tool_tokens = 1_600;
    policy.budget.server_tokens = 70_000;
    policy.budget.tools = 200;
    policy.budget.advised_tools = 200;
    policy.suppressions = OUTSIDE.map(outside).to_vec();
    let input = LintInput::new(LintInput::subjects("nextcloud", tools, policy.destructive));
    let report = LintReport::new(&input, &policy, Vec::new());
    let found: Vec<String> = report
        .findings
        .iter()
        .map(|one| format!("{:?} {}: {}", one.tool, one.rule.id, one.message))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn addresses_that_are_none_are_refused() {
    for host in [
        "",
        "cloud.example.com",
        "ftp://cloud.example.com",
        "https://ada:secret@cloud.example.com",
        "https://cloud.example.com?x=1",
    ] {
        let error = toolbox(&options(host)).expect_err(host);
        assert!(matches!(error, NextcloudError::Host { .. }), "{host}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[test]
fn every_tool_says_every_hint_and_reaches_one_host() {
    let toolbox = toolbox(&options("https://cloud.example.com:8443/nextcloud")).unwrap();
    for tool in toolbox.definitions() {
        for hint in Hint::ALL {
            assert!(tool.hints.get(hint).is_some(), "{}: {hint:?}", tool.name);
        }
        assert_eq!(tool.hosts, ["cloud.example.com:8443"], "{}", tool.name);
        assert!(tool.output_schema.is_some(), "{}", tool.name);
        assert!(
            !tool.to_json().to_string().contains("secret\""),
            "{}",
            tool.name
        );
        for bad in ["&&", ";;", "||", "$(", "> ", "< "] {
            assert!(!tool.description.contains(bad), "{}: {bad}", tool.name);
        }
    }
}

#[test]
fn the_table_has_a_row_for_every_tool() {
    let toolbox = toolbox(&options("https://cloud.example.com")).unwrap();
    let table = hint_table();
    let rows: Vec<&str> = table.lines().skip(2).collect();
    assert_eq!(rows.len(), toolbox.definitions().count());
    for (row, tool) in rows.iter().zip(toolbox.definitions()) {
        let cells: Vec<&str> = row.split(" | ").collect();
        assert_eq!(cells.len(), 4, "{row}");
        assert!(row.contains(&format!("`{}`", tool.name)), "{row}");
        for cell in cells {
            assert!(cell.trim_matches(['|', ' ']).len() > 3, "{row}");
        }
    }
}

#[test]
fn every_tool_belongs_to_one_module() {
    let toolbox = toolbox(&options("https://cloud.example.com")).unwrap();
    let all: Vec<String> = PackModule::ALL.into_iter().flat_map(module_tools).collect();
    let named: Vec<String> = toolbox.definitions().map(|it| it.name.clone()).collect();
    assert_eq!(all, named);
}
