//! What is denied.

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::check;

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
