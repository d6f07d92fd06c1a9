//! Advice to the caller, labels and quoted text.

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::check;

#[test]
fn advice_to_the_caller_counts_for_nothing() {
    check(&[
        (
            Reads,
            "list_pages",
            "Lists pages. Use delete_page to delete one.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Call this before you delete a page.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. To delete a page, call another tool.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. You can delete a page with another tool.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Always confirm with the user before you remove anything.",
        ),
        (
            Reads,
            "list_pages",
            "START HERE for pages: List all pages of a space.",
        ),
        (
            Reads,
            "list_pages",
            "Call this first to get the list of pages.",
        ),
        (Reads, "list_pages", "Call this first. Lists all pages."),
        (
            Reads,
            "list_pages",
            "Lists pages. Set the limit to get fewer.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Prefer this over creating a new page.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Do not delete pages without asking.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Never remove a page that is in use.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. If you want to update a page, call update_page.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. After you create a page, call this again.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. See also: delete_page, update_page.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Ask the user which one to delete.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Unlike the other tool, this one reads everything.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Make sure that the page exists before you rename it.",
        ),
        (Reads, "list_pages", "Lists pages. Please delete nothing."),
        (
            Reads,
            "get_rules",
            "Call this tool to see the rules before creating anything.",
        ),
        (Destroys, "helper", "Use this tool to delete a page."),
        (NotReads, "helper", "Use it to create a page."),
        (Destroys, "helper", "This tool allows you to remove users."),
        (NotReads, "helper", "Lets you send a message."),
    ]);
}

#[test]
fn quotations_and_identifiers_are_no_statements() {
    check(&[
        (
            Reads,
            "list_pages",
            "Lists pages. The reply may contain \"deletes all users\".",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages whose title is `delete me`.",
        ),
        (
            Reads,
            "get_help",
            "Gets help about a command, such as `rm` or `drop table`.",
        ),
        (
            Reads,
            "list_events",
            "Lists events: `page.created`, `page.deleted`.",
        ),
        (
            Reads,
            "search_text",
            "Searches for a phrase such as “deletes the page”.",
        ),
        (
            Reads,
            "get_tool",
            "Describes a tool. The delete_page tool removes a page.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages.\n\n```\ndelete_page(id)\nDeletes the page\n```",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages.\n\nExample:\n  Deletes everything",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages.\n\nReturns:\n  deleted: whether it deletes the page",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. Example: deletes are shown as well.",
        ),
        (
            Reads,
            "get_schema",
            "Returns the schema of the tables `orders`, `updates` and `inserts`.",
        ),
        (
            Reads,
            "find_code",
            "Finds code that calls \"remove()\" or \"update()\".",
        ),
    ]);
}

#[test]
fn labels_advice_and_purposes_say_what_they_say() {
    check(&[
        (
            Reads,
            "recommend_index",
            "Triage tool: find which columns need an index.",
        ),
        (
            Destroys,
            "triage",
            "Cleanup tool: delete pages that nobody has read.",
        ),
        (
            Reads,
            "search_places",
            "The search API provides places near a point. Confirm the address with the user.",
        ),
        (
            Reads,
            "list_flags",
            "Lists the flags. This enables agents to see what is on.",
        ),
        (
            Reads,
            "list_configs",
            "Lists the settings, ensuring that none is missed.",
        ),
        (
            NotReads,
            "list_configs",
            "Lists the settings and removes those that are empty.",
        ),
        (Reads, "check_host", "Check if a host answers."),
        (
            NotReads,
            "verify_host",
            "Checks a host and restarts it when it does not answer. This tool restarts the host.",
        ),
        (
            Reads,
            "run_promql",
            "Run a PromQL query against the server.",
        ),
        (NotReads, "run_sql", "Run a SQL query against the server."),
        (Reads, "page_reader", "Pages, as text."),
        (NotReads, "page_writer", "Pages, as text."),
        (Reads, "deploy_reader", "Deployments, with their states."),
        (
            NotReads,
            "generate_upload_url",
            "Generate an upload URL with credentials.",
        ),
        (Reads, "generate_regex", "Generate a regex for an example."),
    ]);
}
