//! Passives, compounds, text tools and other languages.

use candor_model::Hint;

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::{check, infer_one};

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
