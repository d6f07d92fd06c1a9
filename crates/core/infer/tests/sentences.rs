//! Sentences, and what follows from them: negation, passives, several clauses, quoted text, lists,
//! advice to the caller, other languages' word order. None of them is of a real server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

use candor_infer::{SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{DestructivePolicy, Hint, Hints};

use self::Expectation::{Destroys, NotReads, Reads};

/// What is expected of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// It is suggested to be read-only.
    Reads,
    /// It is not suggested to be read-only.
    NotReads,
    /// It is not suggested to be read-only, and counts as destructive by itself.
    Destroys,
}

fn infer_one(name: &str, description: &str) -> ToolInference {
    let tool = ToolFacts {
        name,
        title: None,
        description: Some(description),
        input_schema: None,
        method: None,
        path: None,
        scopes: &[],
        tags: &[],
        declared: Hints::UNSET,
    };
    let source = SourceFacts {
        name: "source",
        tools: &[tool],
        destructive: DestructivePolicy::Overwrites,
        open_world: None,
    };
    infer(&source).remove(0)
}

/// Checks every row and tells of all that fail.
fn check(rows: &[(Expectation, &str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(expect, name, description)| {
            let inference = infer_one(name, description);
            let reads = inference.guess().get(Hint::ReadOnly) == Some(true);
            let destroys = inference.applied().get(Hint::Destructive) == Some(true);
            let holds = match expect {
                Reads => reads,
                NotReads => !reads,
                Destroys => !reads && destroys,
            };
            (!holds).then(|| format!("{expect:?} {name}: {description}\n  {inference:?}"))
        })
        .collect();
    let (failed, all) = (wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{failed} of {all}:\n{}", wrong.join("\n"));
}

#[expect(clippy::too_many_lines, reason = "a table")]
#[test]
fn a_later_clause_is_heard() {
    check(&[
        (
            Destroys,
            "run_investigation",
            "Runs an investigation and deletes all the records",
        ),
        (
            Destroys,
            "fetch_guide",
            "Fetch and return the guide. Deletes all users.",
        ),
        (
            Destroys,
            "get_report",
            "Gets the report, then removes it from the server.",
        ),
        (
            Destroys,
            "list_files",
            "Lists all files and permanently deletes the old ones.",
        ),
        (
            Destroys,
            "read_queue",
            "Reads the next entry and purges it.",
        ),
        (
            NotReads,
            "get_page",
            "Returns the page and creates a copy of it.",
        ),
        (
            NotReads,
            "get_inbox",
            "Fetches the inbox and marks all messages as read.",
        ),
        (
            NotReads,
            "show_user",
            "Shows the user; sends them an email too. It sends the mail at once.",
        ),
        (
            Destroys,
            "find_dups",
            "Finds duplicates. It also deletes them.",
        ),
        (
            Destroys,
            "check_cache",
            "Checks the cache. Afterwards, it wipes the cache.",
        ),
        (
            Destroys,
            "get_lock",
            "Gets the lock. This revokes the lock of any other client.",
        ),
        (
            NotReads,
            "view_page",
            "View a page. This tool updates the page's counter.",
        ),
        (
            NotReads,
            "get_ticket",
            "Get a ticket. The operation assigns it to the caller.",
        ),
        (
            Destroys,
            "search_logs",
            "Searches the logs. Old entries are deleted.",
        ),
        (
            Destroys,
            "get_backup",
            "Gets the latest backup. Existing files will be overwritten.",
        ),
        (
            NotReads,
            "get_quote",
            "Gets a quote. A new order is created.",
        ),
        (
            NotReads,
            "get_preview",
            "Returns a preview and publishes the page.",
        ),
        (
            Destroys,
            "get_next",
            "Returns the next job, deleting it from the queue.",
        ),
        (
            NotReads,
            "fetch_feed",
            "Fetches the feed by creating a new session.",
        ),
        (NotReads, "lookup_code", "Look up a code and redeem it."),
        (
            Destroys,
            "inspect_disk",
            "Inspects the disk. Will erase all bad sectors.",
        ),
        (
            Destroys,
            "list_sessions",
            "Lists sessions and automatically terminates idle ones.",
        ),
        (
            NotReads,
            "get_token",
            "Returns a token, which replaces the old one.",
        ),
        (Destroys, "count_rows", "Counts rows. Then drops the table."),
        (
            NotReads,
            "describe_vm",
            "Describes a machine and, if it is stopped, starts it. It starts the machine.",
        ),
        (
            Destroys,
            "get_all",
            "Not only lists the records but also deletes them.",
        ),
        (
            NotReads,
            "get_draft",
            "Gets the draft. It may modify the draft.",
        ),
        (
            Destroys,
            "read_mail",
            "Read the mail. The mail is permanently deleted.",
        ),
        (
            NotReads,
            "get_file",
            "Gets the file. It can also overwrite the file.",
        ),
        (
            Destroys,
            "fetch_page",
            "Fetch a page\nDeletes the page from the cache",
        ),
        (
            Destroys,
            "fetch_page",
            "Fetch a page.\n\nArgs:\n    id: the page\n\nDeletes all users.",
        ),
        (
            Destroys,
            "fetch_page",
            "Fetch a page.\n- Returns the text\n- Deletes the page",
        ),
    ]);
}

#[test]
fn what_is_denied_is_not_done() {
    check(&[
        (
            Reads,
            "query_rows",
            "Queries a table. Rejects statements with destructive keywords.",
        ),
        (Reads, "get_page", "Gets a page. Does not delete anything."),
        (
            Reads,
            "get_page",
            "Gets a page. It never deletes or modifies data.",
        ),
        (Reads, "get_page", "Gets a page without deleting it."),
        (Reads, "get_page", "Gets a page. No records are deleted."),
        (Reads, "get_page", "Gets a page. Nothing is overwritten."),
        (
            Reads,
            "get_page",
            "Gets a page and doesn't change its state.",
        ),
        (
            Reads,
            "get_page",
            "Gets a page. This tool does not create, update or delete pages.",
        ),
        (Reads, "get_page", "Gets a page. It cannot delete the page."),
        (
            Reads,
            "get_page",
            "Gets a page. It won't send any messages.",
        ),
        (
            Reads,
            "plan_change",
            "Shows what would change without applying it. Makes no changes.",
        ),
        (
            Reads,
            "validate_plan",
            "Validates a plan. No changes are made.",
        ),
        (
            Reads,
            "query_table",
            "Queries a table. Blocks INSERT, UPDATE and DELETE statements.",
        ),
        (Reads, "thing_status", "This tool is read-only."),
        (
            Reads,
            "helper_details",
            "Read-only. Does not modify the database.",
        ),
        (
            Reads,
            "search_notes",
            "Searches notes. Neither creates nor deletes notes.",
        ),
        (Reads, "get_page", "Gets a page rather than deleting it."),
        (Reads, "get_page", "Gets a page instead of creating one."),
        (
            Reads,
            "analyze_code",
            "Analyzes code. This is a read-only operation and has no side effects.",
        ),
        (Reads, "get_page", "Gets a page; never writes to disk."),
        (
            Reads,
            "check_rules",
            "Checks rules. Prevents deletes from being missed.",
        ),
        (
            NotReads,
            "delete_page",
            "Deletes a page. Does not modify other pages.",
        ),
        (NotReads, "helper", "Not read-only."),
        (
            NotReads,
            "update_page",
            "Updates a page. Does not change its title.",
        ),
        (
            Destroys,
            "get_page",
            "Does not ask for confirmation and deletes the page.",
        ),
        (
            Destroys,
            "get_page",
            "Gets a page. It does not fail but deletes the page.",
        ),
    ]);
}

#[test]
fn clauses_that_hang_on_others_are_not_about_the_tool() {
    check(&[
        (Reads, "list_users", "Lists users that were deleted."),
        (Reads, "list_users", "Lists users who created a page."),
        (Reads, "get_id", "Gets the id needed to delete a page."),
        (
            Reads,
            "get_fields",
            "Returns the fields that are required to create an issue.",
        ),
        (Reads, "list_pages", "Lists the pages which can be deleted."),
        (
            Reads,
            "list_pages",
            "Lists pages. Useful before updating them.",
        ),
        (
            Reads,
            "list_pages",
            "Lists pages. If a page was removed, its status is shown.",
        ),
        (Reads, "get_job", "Gets the job that deletes old files."),
        (
            Reads,
            "get_hook",
            "Returns the hook which sends a message when a page is created.",
        ),
        (
            Reads,
            "get_policy",
            "Gets the policy under which files are deleted after 30 days.",
        ),
        (
            Reads,
            "list_changes",
            "Lists changes since the page was last modified.",
        ),
        (
            Reads,
            "get_owner",
            "Gets the person who can delete the page.",
        ),
        (
            Reads,
            "search_audit",
            "Searches for created, updated and deleted records.",
        ),
        (
            Reads,
            "list_trash",
            "Lists everything in the trash. Entries are deleted after 30 days.",
        ),
        (
            Reads,
            "get_draft",
            "Gets the draft. Once the draft is published, it is not returned.",
        ),
        (
            Reads,
            "get_log",
            "Gets the log of a build, including the steps to run.",
        ),
        (
            Reads,
            "list_events",
            "Lists events, such as a file being created or removed.",
        ),
        (
            Reads,
            "get_user",
            "Gets a user. Users are created by an administrator.",
        ),
        (Reads, "get_rate", "Gets the rate used to convert a price."),
        (
            Reads,
            "get_state",
            "Gets the state. The server deletes old states daily.",
        ),
        (
            Reads,
            "get_lock",
            "Gets the lock. Another client may delete it.",
        ),
        (
            Reads,
            "list_rules",
            "Lists the rules for creating, editing and deleting pages.",
        ),
    ]);
}

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
fn lists_of_deeds_are_as_bad_as_their_worst() {
    check(&[
        (NotReads, "pages", "List, create or rename pages."),
        (Destroys, "pages", "List, create, update, and delete pages."),
        (Destroys, "pages", "Get or delete a page."),
        (Destroys, "pages", "Gets, updates and removes pages."),
        (NotReads, "tabs", "List, create, close, or select a tab."),
        (Reads, "pages", "List, search and read pages."),
        (Reads, "pages", "Get or find a page."),
        (NotReads, "files", "Read or write a file."),
        (NotReads, "records", "Search, fetch and edit records."),
        (Destroys, "sessions", "Create or delete a session."),
        (Destroys, "topics", "Manage topics."),
        (Reads, "history", "Compare, view and summarize versions."),
    ]);
}

#[test]
fn passives_are_deeds_too() {
    check(&[
        (
            Destroys,
            "get_item",
            "Gets an item. The item is removed from the list.",
        ),
        (
            Destroys,
            "get_item",
            "Gets an item. All other items are deleted.",
        ),
        (
            Destroys,
            "get_item",
            "Gets an item. The old copy will be replaced.",
        ),
        (
            NotReads,
            "get_item",
            "Gets an item. A notification is sent to the owner.",
        ),
        (
            NotReads,
            "get_item",
            "Gets an item. A ticket will be created.",
        ),
        (
            Destroys,
            "get_item",
            "Gets an item. Its token is immediately revoked.",
        ),
        (
            NotReads,
            "get_item",
            "Gets an item. The result is saved in the workspace.",
        ),
        (
            NotReads,
            "get_item",
            "Gets an item. The page gets published.",
        ),
        (
            Reads,
            "get_item",
            "Gets an item. The result is sorted by date.",
        ),
        (
            Reads,
            "get_item",
            "Gets an item. The list is limited to ten.",
        ),
        (Reads, "get_item", "Gets an item. An error is returned."),
        (Reads, "get_item", "Gets an item that has been deleted."),
        (
            Reads,
            "get_item",
            "Gets an item. Archived items are included.",
        ),
        (
            Reads,
            "get_item",
            "Gets an item. Deleted items are left out.",
        ),
        (
            Reads,
            "get_item",
            "Gets an item. The feature is enabled by default.",
        ),
        (
            Reads,
            "get_item",
            "Gets an item. It shows whether the item is deleted.",
        ),
    ]);
}

#[test]
fn leading_verbs_in_many_dresses() {
    check(&[
        (Reads, "helper", "Retrieve the current weather."),
        (Reads, "helper", "Returns a list of pages."),
        (Reads, "helper", "This tool returns the list of pages."),
        (Reads, "helper", "A tool for listing pages."),
        (Reads, "helper", "Used to look at pages: lists them all."),
        (Reads, "jira", "Jira: search for issues."),
        (Reads, "notion", "Notion | Retrieve a page"),
        (Reads, "helper", "[Beta] Get the status of a build."),
        (Reads, "helper", "🔍 Search all documents."),
        (NotReads, "helper", "Create a page."),
        (NotReads, "helper", "Creates a page and returns it."),
        (NotReads, "helper", "A tool for creating pages."),
        (NotReads, "helper", "Publishes an event."),
        (NotReads, "helper", "Sends an email."),
        (Destroys, "helper", "Removes a user."),
        (Destroys, "helper", "Permanently removes a user."),
        (Destroys, "helper", "WARNING: deletes everything."),
        (
            Destroys,
            "helper",
            "Warning: this permanently deletes everything.",
        ),
        (NotReads, "helper", "Executes a SQL statement."),
        (NotReads, "helper", "Runs a script."),
        (NotReads, "helper", "Frobnicates the thing."),
        (NotReads, "helper", ""),
    ]);
}

#[test]
fn the_words_of_other_languages_are_not_taken_for_safe() {
    check(&[
        // The verb at the end, as in German, or none that is known.
        (NotReads, "seite", "Eine Seite löschen."),
        (NotReads, "seite", "Löscht eine Seite und alle Unterseiten."),
        (NotReads, "page", "Supprime la page et ses commentaires."),
        (NotReads, "pagina", "Elimina una página."),
        (NotReads, "page", "ページを削除します。"),
        (NotReads, "page", "删除所有页面。"),
        (NotReads, "page", "The page, once found, it deletes."),
        (NotReads, "page", "With this you the page delete can."),
        (Destroys, "page_delete", "Eine Seite löschen."),
        (Reads, "list_pages", "Alle Seiten auflisten."),
        (Reads, "get_page", "Ruft eine Seite ab."),
        (
            Destroys,
            "get_page",
            "Ruft eine Seite ab. Deletes the page.",
        ),
    ]);
}

#[test]
fn text_tools_and_pages_raise_no_alarm() {
    for (name, description) in [
        ("convert_to_markdown", "Converts a document to Markdown."),
        ("expand_link", "Expands a short link."),
        ("resize_page", "Resizes the page in the browser."),
        ("reconnect", "Reconnects to the server."),
        ("format_json", "Formats a JSON text."),
        ("generate_chart", "Generates a chart."),
        ("review_code", "Reviews code and returns findings."),
        ("analyze_logs", "Analyzes logs."),
        ("plan_route", "Plans a route."),
    ] {
        let inference = infer_one(name, description);
        let destructive = inference.applied().get(Hint::Destructive);
        assert_ne!(destructive, Some(true), "{name}: {inference:?}");
    }
}

#[test]
fn compounds_are_words_of_their_own() {
    check(&[
        (
            Reads,
            "get_morning",
            "One-call overview of the morning: sleep, steps and weather.",
        ),
        (Reads, "get_rounds", "Round-by-round breakdown of a game."),
        (Reads, "get_changes", "Set-by-set list of a match."),
        (Reads, "get_load", "Weekly training load of a runner."),
        (Reads, "list_jobs", "Processing status of all jobs."),
        (NotReads, "label", "Get-or-create a label."),
        (NotReads, "labels", "Bulk-create labels for a board."),
        (NotReads, "patch", "Apply a patch to the working tree."),
        (Destroys, "page", "Quietly deletes a page."),
        (
            NotReads,
            "get_page",
            "Get a page. Re-creates the index and deletes the old one.",
        ),
        (
            NotReads,
            "get_page",
            "Get a page. Auto-deletes old versions.",
        ),
        (
            NotReads,
            "get_page",
            "Get a page. Frobs the index and deletes the old one.",
        ),
        (
            Reads,
            "get_page",
            "Get a page. A nightly job reads the index and deletes the old one.",
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

#[test]
fn what_stays_unset_says_why() {
    let because = |name, description, hint| {
        let inference = infer_one(name, description);
        let mut undecided = inference.undecided.iter();
        let found = undecided.find(|one| one.hint == hint);
        found.map(|one| one.because.to_string())
    };
    assert_eq!(
        because("frob", "", Hint::ReadOnly).as_deref(),
        Some("nothing in its definition says whether it is read-only")
    );
    let both = because("get_page", "Starts a page.", Hint::ReadOnly).expect("a reason");
    assert!(
        both.starts_with("evidence on both sides: the name begins with `get`; but "),
        "{both}"
    );
    let little = because("look", "See the scene.", Hint::ReadOnly).expect("a reason");
    assert!(little.starts_with("too little evidence: only "), "{little}");
    assert_eq!(
        because("delete_page", "Deletes a page.", Hint::ReadOnly),
        None
    );
}

#[test]
fn the_evidence_quotes_the_sentence_and_its_place() {
    let inference = infer_one(
        "fetch_guide",
        "Fetch and return the guide. Deletes all users.",
    );
    let finding = inference
        .findings
        .iter()
        .find(|one| one.hint == Hint::Destructive);
    let because = finding.expect("a finding").because();
    let expect = "sentence 2 of the description says `deletes`: \"Deletes all users\"";
    assert!(because.contains(expect), "{because}");
    let inference = infer_one("delete_page", "Deletes a page.");
    let because = inference.findings[0].because();
    let expect = "the description begins with `deletes`: \"Deletes a page\"";
    assert!(because.contains(expect), "{because}");
}
