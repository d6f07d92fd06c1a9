use candor_model::DestructivePolicy;
use serde_json::{Value, json};

use super::*;
use crate::{HttpMethod, InputSchema, ToolInference, infer};

fn infer_under(tool: ToolFacts<'_>, destructive: DestructivePolicy) -> ToolInference {
    let source = SourceFacts {
        name: "source",
        tools: &[tool],
        destructive,
        open_world: None,
    };
    infer(&source).remove(0)
}

fn infer_one(tool: ToolFacts<'_>) -> ToolInference {
    infer_under(tool, DestructivePolicy::Overwrites)
}

/// The guess in letters: read-only, destructive, idempotent as `T`, `F` or `-`, in small letters
/// where it is a suggestion.
fn letters(inference: &ToolInference) -> String {
    let guess = inference.guess();
    let suggested = |hint| inference.suggestions().any(|finding| finding.hint == hint);
    [Hint::ReadOnly, Hint::Destructive, Hint::Idempotent]
        .into_iter()
        .map(|hint| match (guess.get(hint), suggested(hint)) {
            (Some(true), false) => 'T',
            (Some(true), true) => 't',
            (Some(false), false) => 'F',
            (Some(false), true) => 'f',
            (None, _) => '-',
        })
        .collect()
}

#[test]
fn names_and_descriptions() {
    for (name, description, expect) in [
        ("list_issues", "", "tft"),
        ("issues-list", "Lists the issues", "tft"),
        ("deletePage", "", "FTt"),
        ("pages.delete", "", "FTt"),
        ("create_page", "Creates a page", "FfF"),
        ("update_page", "", "FTt"),
        ("toggle_light", "", "FTF"),
        ("post_message", "Post a message to a channel", "FfF"),
        (
            "get_create_fields",
            "Get the fields for creating an issue",
            "tft",
        ),
        (
            "get_next",
            "Fetch the next message and mark it as read",
            "ftt",
        ),
        ("tabs", "List, create, close, or select a tab.", "Ft-"),
        ("charge", "Charge a card", "F-F"),
        (
            "create_token",
            "Creates a token. Not idempotent; it is irreversible.",
            "FTF",
        ),
        ("console_messages", "Returns all messages", "tft"),
        ("frobnicate", "Frobnicates the thing", "---"),
        (
            "restore_backup",
            "Restore a backup. Overwrites existing files.",
            "FTt",
        ),
        ("", "", "---"),
    ] {
        let tool = ToolFacts {
            description: Some(description),
            ..ToolFacts::named(name)
        };
        let inference = infer_one(tool);
        assert_eq!(letters(&inference), expect, "{name}: {inference:#?}");
    }
}

#[test]
fn nothing_lowers_the_risk_by_itself() {
    for name in ["list_issues", "create_page", "update_page", "whoami"] {
        for finding in infer_one(ToolFacts::named(name)).findings {
            assert_eq!(finding.applies, finding.raises_risk(), "{name} {finding:?}");
            assert!(!finding.because().is_empty());
        }
    }
}

#[test]
fn what_counts_as_destructive_is_the_houses_policy() {
    use DestructivePolicy::{Deletes, Overwrites, Writes};
    for (name, policy, expect) in [
        ("revoke_token", Deletes, true),
        ("revoke_token", Overwrites, true),
        ("revoke_token", Writes, true),
        ("rename_file", Deletes, false),
        ("rename_file", Overwrites, true),
        ("create_file", Overwrites, false),
        ("create_file", Writes, true),
    ] {
        let guess = infer_under(ToolFacts::named(name), policy).guess();
        let found = guess.get(Hint::Destructive);
        assert_eq!(found, Some(expect), "{name} {policy}");
    }
}

#[test]
fn schemas_speak_too() {
    for (name, schema, expect) in [
        (
            "issue_read",
            json!({"method": {"enum": ["get", "list"]}}),
            "tft",
        ),
        (
            "issues",
            json!({"action": {"enum": ["get", "create"]}}),
            "Ff-",
        ),
        (
            "manage",
            json!({"action": {"enum": ["get", "delete"]}}),
            "FTF",
        ),
        ("query", json!({"sql": {"type": "string"}}), "f--"),
        ("read_query", json!({"sql": {"type": "string"}}), "---"),
        ("get_report", json!({"code": {"type": "string"}}), "tft"),
        ("update_page", json!({"etag": {"type": "string"}}), "FTF"),
        ("sync", json!({"dry_run": {"type": "boolean"}}), "FTt"),
    ] {
        let schema = json!({"type": "object", "properties": schema});
        let tool = ToolFacts {
            input_schema: Some(InputSchema::Value(&schema)),
            ..ToolFacts::named(name)
        };
        let inference = infer_one(tool);
        assert_eq!(letters(&inference), expect, "{name}: {inference:#?}");
    }
}

#[test]
fn scopes_and_tags_speak_too() {
    let write = ["repo:write".to_owned()];
    let tool = ToolFacts {
        scopes: &write,
        ..ToolFacts::named("list_issues")
    };
    assert_eq!(infer_one(tool).guess().get(Hint::ReadOnly), None);
    let read = ["read".to_owned()];
    let tool = ToolFacts {
        tags: &read,
        description: Some("Details of a page"),
        ..ToolFacts::named("page_details")
    };
    assert_eq!(letters(&infer_one(tool)), "tft");
}

fn with_method<'a>(method: HttpMethod, name: &'a str, path: &'a str) -> ToolFacts<'a> {
    ToolFacts {
        method: Some(method),
        path: Some(path),
        ..ToolFacts::named(name)
    }
}

#[test]
fn a_method_applies_as_the_table_says() {
    for (method, expect) in [
        (HttpMethod::Get, "TFT"),
        (HttpMethod::Head, "TFT"),
        (HttpMethod::Options, "TFT"),
        (HttpMethod::Post, "FFF"),
        (HttpMethod::Put, "FFT"),
        (HttpMethod::Patch, "FFF"),
        (HttpMethod::Delete, "FTT"),
    ] {
        for name in ["pet", "put_pet", "patch_pet", "create_pet"] {
            if method.is_safe() && name != "pet" {
                continue;
            }
            let inference = infer_one(with_method(method, name, "/pets/{id}"));
            assert_eq!(letters(&inference), expect, "{method} {name}");
        }
    }
}

#[test]
fn a_method_yields_to_what_raises_the_risk() {
    for (method, name, path, expect) in [
        (HttpMethod::Get, "auth_revoke", "/auth.revoke", "FTF"),
        (HttpMethod::Get, "pod_exec", "/pods/{name}/exec", "F-F"),
        (HttpMethod::Get, "get_album_delete", "/album/delete", "FTF"),
        (HttpMethod::Get, "login", "/login", "F-F"),
        (HttpMethod::Get, "job_start", "/jobs/{id}/trigger", "F-F"),
        (
            HttpMethod::Post,
            "cancel_order",
            "/orders/{id}/cancel",
            "FTF",
        ),
        (
            HttpMethod::Post,
            "order_action",
            "/orders/{id}/revoke",
            "FTF",
        ),
        (HttpMethod::Put, "archive", "/mails/{id}", "FTT"),
        (
            HttpMethod::Get,
            "GET_UpdateAccountSendingEnabled",
            "/#Action=UpdateAccountSendingEnabled",
            "FTF",
        ),
        (
            HttpMethod::Get,
            "GET_BacktrackDBCluster",
            "/#Action=BacktrackDBCluster",
            "FTF",
        ),
        // What only looks like a verb does not overrule.
        (HttpMethod::Get, "get_post", "/posts/{id}", "TFT"),
        (HttpMethod::Get, "list_updates", "/updates", "TFT"),
        (HttpMethod::Get, "get_run_log", "/runs/{id}/log", "TFT"),
        (HttpMethod::Get, "orders", "/order", "TFT"),
        (HttpMethod::Get, "sshKeys_list", "/account/keys", "TFT"),
        (
            HttpMethod::Get,
            "pulls/check-if-merged",
            "/pulls/{number}/merge",
            "TFT",
        ),
        (HttpMethod::Get, "ListSkus", "/providers/skus", "TFT"),
        (
            HttpMethod::Get,
            "GET_DescribeEvents",
            "/#Action=DescribeEvents",
            "TFT",
        ),
        (
            HttpMethod::Get,
            "get_update_status",
            "/updates/{id}/status",
            "TFT",
        ),
    ] {
        let inference = infer_one(with_method(method, name, path));
        assert_eq!(
            letters(&inference),
            expect,
            "{method} {name}: {inference:#?}"
        );
    }
}

#[test]
fn a_get_may_need_broad_scopes_and_take_codes() {
    let scopes = ["write:pets".to_owned(), "read:pets".to_owned()];
    let schema = json!({"properties": {"code": {"type": "string"}}});
    let tool = ToolFacts {
        scopes: &scopes,
        input_schema: Some(InputSchema::Value(&schema)),
        ..with_method(HttpMethod::Get, "countries", "/countries")
    };
    assert_eq!(letters(&infer_one(tool)), "TFT");
}

#[test]
fn a_post_that_searches_keeps_the_methods_hints() {
    let inference = infer_one(with_method(HttpMethod::Post, "search_pages", "/search"));
    let applied = inference.applied();
    assert_eq!(applied, HttpMethod::Post.hints());
    assert_eq!(letters(&inference), "tFt");
    let suggestion = inference.suggestions().next().expect("a suggestion");
    assert_eq!(suggestion.because(), "the name begins with `search`");
}

#[test]
fn under_the_strictest_policy_every_write_is_destructive() {
    let tool = with_method(HttpMethod::Post, "create_pet", "/pets");
    let inference = infer_under(tool, DestructivePolicy::Writes);
    assert_eq!(inference.applied().get(Hint::Destructive), Some(true));
    let tool = with_method(HttpMethod::Get, "get_pet", "/pets");
    let inference = infer_under(tool, DestructivePolicy::Writes);
    assert_eq!(inference.applied().get(Hint::Destructive), Some(false));
}

#[test]
fn one_policy_holds_for_words_wherever_they_come_from() {
    use DestructivePolicy::{Deletes, Overwrites};
    for name in [
        "update_customer",
        "replace_settings",
        "set_limit",
        "modify_plan",
    ] {
        for (policy, expect) in [(Deletes, false), (Overwrites, true)] {
            let mcp = infer_under(ToolFacts::named(name), policy);
            let found = mcp.guess().get(Hint::Destructive);
            assert_eq!(found, Some(expect), "{name} {policy}");
            for method in [HttpMethod::Post, HttpMethod::Put, HttpMethod::Patch] {
                let operation = infer_under(with_method(method, name, "/things/{id}"), policy);
                let applied = operation.applied().get(Hint::Destructive);
                assert_eq!(applied, Some(expect), "{method} {name} {policy}");
            }
        }
    }
}

#[test]
fn a_products_name_is_no_verb() {
    let names = [
        "monitor_metrics_query",
        "monitor_logs_list",
        "monitor_alerts_get",
    ];
    let tools = names.map(ToolFacts::named);
    let source = SourceFacts {
        name: "monitor",
        tools: &tools,
        destructive: DestructivePolicy::Overwrites,
        open_world: None,
    };
    for (name, inference) in names.iter().zip(infer(&source)) {
        assert_eq!(letters(&inference), "tft", "{name}: {inference:#?}");
    }
}

#[test]
fn where_to_save_and_what_else_a_title_says() {
    let schema = json!({"properties": {"savePath": {"type": "string"}}});
    let tool = ToolFacts {
        input_schema: Some(InputSchema::Value(&schema)),
        ..ToolFacts::named("get_report")
    };
    assert_eq!(infer_one(tool).guess().get(Hint::ReadOnly), None);
    let tool = ToolFacts {
        title: Some("List pages"),
        ..ToolFacts::named("page_thing")
    };
    assert_eq!(letters(&infer_one(tool)), "tft");
    let tool = ToolFacts {
        title: Some("Delete pages"),
        ..ToolFacts::named("get_pages")
    };
    assert_ne!(infer_one(tool).guess().get(Hint::ReadOnly), Some(true));
}

#[test]
fn an_etag_fails_the_second_time() {
    let schema: Value = json!({"properties": {"If-Match": {"type": "string"}}});
    let tool = ToolFacts {
        input_schema: Some(InputSchema::Value(&schema)),
        ..with_method(HttpMethod::Put, "put_pet", "/pets/{id}")
    };
    assert_eq!(letters(&infer_one(tool)), "FFF");
}

#[test]
fn a_title_says_less_than_a_limit() {
    let limited = infer_one(ToolFacts {
        description: Some("Execute a read-only SELECT query on the database."),
        title: Some("Execute SQL Query"),
        ..ToolFacts::named("run_query")
    });
    assert_eq!(limited.guess().get(Hint::ReadOnly), Some(true));
    let open = infer_one(ToolFacts {
        description: Some("Find rows."),
        title: Some("Execute SQL Query"),
        ..ToolFacts::named("query")
    });
    assert_ne!(open.guess().get(Hint::ReadOnly), Some(true));
}

#[test]
fn what_is_found_by_its_mode_is_only_found() {
    let schema = json!({"type": "object", "properties": {"mode": {"enum": ["read", "write"]}}});
    for (name, reads) in [("find_tools", true), ("handle_tools", false)] {
        let found = infer_one(ToolFacts {
            input_schema: Some(InputSchema::Value(&schema)),
            ..ToolFacts::named(name)
        });
        assert_eq!(
            found.guess().get(Hint::ReadOnly) == Some(true),
            reads,
            "{name}"
        );
    }
}
