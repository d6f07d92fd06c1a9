//! What only looks, although a word of it writes elsewhere.

use serde_json::json;

use crate::Expectation::{NotReads, Reads};
use crate::{check, guess};
use candor_model::Hint;

#[test]
fn who_reports_how_things_are_reads() {
    check(&[
        (
            Reads,
            "env_check",
            "Report the paths and the missing parts.",
        ),
        (
            Reads,
            "session_health",
            "Report the state of the session and why it stopped.",
        ),
        (NotReads, "report_post", "Report a post to the moderators."),
        (NotReads, "report_bug", "Report a bug."),
    ]);
}

#[test]
fn names_of_progress_yield_to_a_verb_that_reads() {
    check(&[
        (
            Reads,
            "import_status",
            "Check the status of an import of pages.",
        ),
        (
            Reads,
            "bulk_delete_progress",
            "Check the progress of a deletion.",
        ),
        (NotReads, "update_status", "Update the status of a page."),
        (NotReads, "set_status", "Set your status."),
    ]);
}

#[test]
fn what_is_denied_or_taken_in_a_later_sentence_is_no_deed() {
    check(&[
        (
            Reads,
            "get_draft",
            "A draft of the page. Does not persist anything.",
        ),
        (
            Reads,
            "agent_history",
            "Ninety days of history. Accepts the same names as the check.",
        ),
        (
            Reads,
            "read_inbox",
            "Read the inbox. It delegates to another reader.",
        ),
        (
            Reads,
            "search_site",
            "Search the site. Sends the query to that site only.",
        ),
        (
            NotReads,
            "read_inbox",
            "Read the inbox. Sends the owner a note.",
        ),
        (
            NotReads,
            "get_contact",
            "Get a contact. Sends a payment request.",
        ),
        (Reads, "get_file", "Get a file. Truncates large files."),
        (NotReads, "get_log", "Get a log. Truncates the log."),
        (NotReads, "liste", "Sayfayı siler ve listeler."),
        (Reads, "sayfalar", "Son sayfaları listeler."),
    ]);
}

#[test]
fn questions_and_things_are_looked_at() {
    check(&[
        (
            Reads,
            "archives",
            "Which archives hold the records of a province.",
        ),
        (
            Reads,
            "term_frequency",
            "How often a term is used, grouped by year.",
        ),
        (
            Reads,
            "all_heroes",
            "Every hero of the game, with its role.",
        ),
        (NotReads, "thing", "The tool frobs the page."),
        (NotReads, "model_use", "A `model` is always used as given."),
    ]);
}

#[test]
fn lists_of_deeds_behind_to_are_not_done() {
    check(&[
        (
            Reads,
            "get_tips",
            "List tips (what to delete, resize, or reconfigure and what it saves).",
        ),
        (NotReads, "get_all", "List, rename or delete the pages."),
    ]);
}

#[test]
fn other_languages_put_the_verb_last() {
    check(&[
        (
            Reads,
            "netz",
            "Die Abdeckung eines Standorts abfragen. Zeigt alle Anbieter.",
        ),
        (NotReads, "netz", "Seiten löschen, erstellen und auflisten."),
        (Reads, "ver_citas", "Las citas de un contacto."),
        (NotReads, "mover_formulario", "Mueve un formulario."),
    ]);
}

#[test]
fn a_choice_of_sums_changes_nothing() {
    let schema = json!({"type": "object", "properties": {
        "operation": {"type": "string", "enum": ["add", "subtract", "multiply", "divide"]}
    }});
    let found = guess("calculate", "Calculate with two numbers.", &schema);
    assert_eq!(found.get(Hint::ReadOnly), Some(true));
}
