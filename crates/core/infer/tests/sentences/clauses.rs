//! Several clauses, lists of deeds, and clauses that hang on others.

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::check;

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
