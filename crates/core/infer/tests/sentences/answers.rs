//! What is only shown, worked out or explained, and what is not.

use candor_model::Hint;
use serde_json::json;

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::{check, guess};

#[test]
fn a_picture_of_what_is_shown_only_looks() {
    let plain = json!({"type": "object", "properties": {"full": {"type": "boolean"}}});
    let saving = json!({"type": "object", "properties": {
        "path": {"type": "string", "description": "Where the picture will be saved"}
    }});
    for (name, description, schema, reads) in [
        (
            "take_screenshot",
            "Take a screenshot of the phone.",
            &plain,
            true,
        ),
        ("screenshot", "Captures a screenshot.", &plain, true),
        (
            "ui_snapshot",
            "Capture a snapshot of the current screen.",
            &plain,
            true,
        ),
        (
            "take_screenshot",
            "Take a screenshot of the phone.",
            &saving,
            false,
        ),
        (
            "screenshot",
            "Take a screenshot and upload it to the bucket.",
            &plain,
            false,
        ),
        (
            "take_snapshot",
            "Take a snapshot of the volume.",
            &plain,
            false,
        ),
        (
            "capture_payment",
            "Capture an authorized payment.",
            &plain,
            false,
        ),
    ] {
        let found = guess(name, description, schema).get(Hint::ReadOnly) == Some(true);
        assert_eq!(found, reads, "{name}: {description}");
    }
}

#[test]
fn a_picture_without_known_parameters_stays_open() {
    check(&[(
        NotReads,
        "take_screenshot",
        "Take a screenshot of the window.",
    )]);
}

#[test]
fn what_is_worked_out_or_tested_is_an_answer() {
    check(&[
        (
            Reads,
            "eval_formula",
            "Evaluate a formula and show the value.",
        ),
        (
            Reads,
            "evaluate_expression",
            "Evaluates a mathematical expression.",
        ),
        (
            Reads,
            "test_connection",
            "Test the connection to the warehouse.",
        ),
        (Reads, "export_rates", "Export the rates as CSV."),
        (
            Reads,
            "render_slide",
            "Render a slide to an image and return it.",
        ),
        (
            NotReads,
            "evaluate",
            "Evaluate a JavaScript expression in the page.",
        ),
        (NotReads, "eval_code", "Evaluate Python code."),
        (
            NotReads,
            "test_webhook",
            "Test the webhook by sending an event to it.",
        ),
        (
            NotReads,
            "render_invoice",
            "Render an invoice and email it to the customer.",
        ),
        (
            NotReads,
            "generate_upload_link",
            "Generate an upload link and return it.",
        ),
    ]);
}

#[test]
fn explanations_do_not_do_what_they_explain() {
    check(&[
        (
            Reads,
            "cli_install",
            "Provide installation instructions for the command line.",
        ),
        (
            Reads,
            "deploy_guide",
            "Returns guidance for deploying a service.",
        ),
        (
            NotReads,
            "cli_install",
            "Installs the command line and provides instructions.",
        ),
        (
            NotReads,
            "deploy_guide",
            "Returns guidance for deploying and then deploys the service.",
        ),
        (NotReads, "install_plugin", "Get the plugin and install it."),
    ]);
}

#[test]
fn nouns_of_a_name_yield_to_a_plain_verb() {
    check(&[
        (
            Reads,
            "report_problem",
            "Get a template for telling us about a problem.",
        ),
        (Reads, "order_status", "Retrieve how far an order is."),
        (
            NotReads,
            "report_problem",
            "Report a problem to the maintainers.",
        ),
        (
            NotReads,
            "post_note",
            "Fetch the note and post it to the channel.",
        ),
    ]);
}

#[test]
fn aims_are_not_deeds() {
    check(&[
        (
            Reads,
            "style_json",
            "Get style JSON for creating new maps or updating existing ones.",
        ),
        (
            Reads,
            "get_boards",
            "Get the boards to which one can add or remove a card.",
        ),
        (
            Reads,
            "operation_status",
            "Get the state of an operation such as create, update or delete a cluster.",
        ),
        (
            NotReads,
            "read_mail",
            "Get the unread mails and mark them as read.",
        ),
        (
            Destroys,
            "get_queue",
            "Get the queue or delete the oldest entry.",
        ),
    ]);
}

#[test]
fn what_ends_by_itself_or_warns_changes_nothing() {
    check(&[
        (
            Reads,
            "get_logs",
            "Get the log of a device. Stops after 100 lines.",
        ),
        (
            Reads,
            "fetch_page",
            "Fetches a page. This tool grants you access to the web.",
        ),
        (
            Reads,
            "validate_plan",
            "Validate a plan. The tool adds a warning to the answer for each gap.",
        ),
        (
            Reads,
            "get_text",
            "Get the text of a page. The text is truncated to 500 characters.",
        ),
        (
            Reads,
            "get_chain",
            "Get an option chain. Returns calls and puts data by date.",
        ),
        (
            NotReads,
            "get_logs",
            "Get the log of a device. Stops the device.",
        ),
        (
            NotReads,
            "fetch_page",
            "Fetches a page. This tool grants the guest access to it.",
        ),
        (
            NotReads,
            "validate_plan",
            "Validate a plan. The tool adds a task to the board for each gap.",
        ),
        (
            NotReads,
            "get_text",
            "Get the rows of a table. The table is truncated.",
        ),
    ]);
}

#[test]
fn what_is_new_since_the_last_check_is_remembered() {
    check(&[
        (
            NotReads,
            "check_watches",
            "Check all watches for what is new since the last check.",
        ),
        (
            Reads,
            "check_watches",
            "Check all watches for what is new since a date.",
        ),
    ]);
}

#[test]
fn joining_two_things_may_be_repeated() {
    let ids = json!({"type": "object", "properties": {"cardId": {"type": "string"}, "labelId": {"type": "string"}}, "required": ["cardId", "labelId"]});
    let text = json!({"type": "object", "properties": {"cardId": {"type": "string"}, "text": {"type": "string"}}, "required": ["cardId", "text"]});
    let on = json!({"type": "object", "properties": {"enabled": {"type": "boolean"}}, "required": ["enabled"]});
    let none = json!({"type": "object"});
    for (name, schema, repeats) in [
        ("add_label", &ids, Some(true)),
        ("add_comment", &text, Some(false)),
        ("toggle_cache", &on, Some(true)),
        ("toggle_cache", &none, Some(false)),
        ("power_off_server", &none, Some(true)),
        ("logout", &none, Some(true)),
        ("restart_server", &none, Some(false)),
    ] {
        assert_eq!(
            guess(name, "", schema).get(Hint::Idempotent),
            repeats,
            "{name} {schema}"
        );
    }
}

#[test]
fn what_happens_to_things_in_general_is_not_done_by_the_tool() {
    check(&[
        (
            Reads,
            "list_notes",
            "List credit notes. Credit notes are created for refunds.",
        ),
        (
            Reads,
            "get_bill",
            "Get a bill. Customers are sent a bill and may pay it later.",
        ),
        (
            Reads,
            "list_changes",
            "List changes. Each has a kind. refund: Refunds the payment.",
        ),
        (
            Reads,
            "project_overview",
            "Get an overview. It replaces three separate calls.",
        ),
        (
            Reads,
            "run_graph_query",
            "Execute a read Cypher query against the graph.",
        ),
        (
            NotReads,
            "list_notes",
            "List credit notes. The missing notes are created for you.",
        ),
        (
            NotReads,
            "get_bill",
            "Get a bill. The customer is sent a copy.",
        ),
        (
            NotReads,
            "project_overview",
            "Get an overview. It replaces the old one.",
        ),
        (
            NotReads,
            "run_graph_query",
            "Execute a Cypher query against the graph.",
        ),
        (NotReads, "get_files", "Get files. Old files are deleted."),
    ]);
}
