use super::*;

fn said(text: &str) -> SentenceReading {
    sentence::read(&LowercaseDescription::of(Some(text)).tokens())
}

fn words(verbs: &[SentenceVerb]) -> Vec<&str> {
    verbs.iter().map(|spoken| spoken.word.as_str()).collect()
}

#[test]
fn the_leading_verb_is_found_behind_its_lead_in() {
    for (text, expect) in [
        ("Deletes a page.", "deletes"),
        ("**Returns** all messages", "returns"),
        ("Use this tool to retrieve an issue", "retrieve"),
        ("This tool allows you to create a page", "create"),
        ("A tool for listing boards", "listing"),
        ("Permanently delete an attachment", "delete"),
        ("Jira: search for issues", "search"),
        ("Performs a root cause analysis", "analysis"),
        ("Perform click on a page", "click"),
        ("Run a find query", "-"),
        ("Run a SQL query", "run"),
        ("Executes a script", "executes"),
        ("Safely and automatically", "-"),
        ("Notion | Retrieve a page", "retrieve"),
        ("Designer Tool - Get a preview", "get"),
        ("<purpose> Analyzes code", "analyzes"),
        ("Executes a log query against a store", "-"),
        ("Shut down the server", "shut down"),
        ("Immediately and permanently delete it", "delete"),
        ("Call this tool to see the rules", "see"),
        ("", "-"),
        ("...", "-"),
    ] {
        let said = said(text);
        let lead = said
            .lead
            .map_or_else(|| "-".to_owned(), |spoken| spoken.word);
        assert_eq!(lead, expect, "{text}");
    }
}

#[test]
fn a_late_verb_is_found_but_known_to_be_late() {
    for (text, expect) in [
        ("Semantic search over all pages.", "search"),
        ("Primary entry point for finding papers", "finding"),
        ("The content of a page. Returns it as HTML.", "returns"),
        ("Perimeter of the thing. Deletes it.", "deletes"),
        ("The set of permissions.", "-"),
        ("The content of a page. To delete it, ask.", "-"),
        // Who knows what it is to frob?
        ("Frobs a page. Returns the page.", "-"),
        ("The page. The moon. The sun. Deletes it.", "-"),
    ] {
        let said = said(text);
        assert_eq!(said.late, said.lead.is_some(), "{text}");
        let lead = said
            .lead
            .map_or_else(|| "-".to_owned(), |spoken| spoken.word);
        assert_eq!(lead, expect, "{text}");
    }
}

#[test]
fn what_is_run_may_be_limited_to_reading() {
    for (text, guarded) in [
        (
            "Executes a safe, read-only SQL query against a database.",
            true,
        ),
        ("Run SELECT statements", true),
        ("Runs a SQL SELECT on a table", true),
        ("Run a SQL query. Read-only users cannot.", false),
        ("Delete the read-only query", false),
        ("Run a read-only script", false),
    ] {
        assert_eq!(said(text).guarded, guarded, "{text}");
    }
    assert_eq!(said("Navigate once and return the text").lead, None);
    assert!(said("Navigate to a page").lead.is_some());
}

#[test]
fn verbs_in_one_breath_are_all_heard() {
    let tabs = said("List, create, close, or select a browser tab.");
    assert_eq!(words(&tabs.beside), ["create", "close", "select"]);
    assert_eq!(words(&said("Create or update a page").beside), ["update"]);
    assert!(said("Get the page and its comments").beside.is_empty());
}

#[test]
fn a_later_verb_counts_if_it_has_an_object() {
    let marks = said("Fetch the next message and mark it as read");
    assert_eq!(words(&marks.also), ["mark"]);
    let writes = said("Create a file or completely overwrite an existing one");
    assert_eq!(words(&writes.also), ["overwrite"]);
    assert!(said("Get view and edit restrictions").also.is_empty());
    assert!(said("Get a page. And delete it").also.is_empty());
}

#[test]
fn what_follows_a_heading_is_not_prose() {
    let text = LowercaseDescription::of(Some("Get a page.\n\nArgs:\n    force: overwrite it"));
    assert_eq!(text.tokens().len(), 3);
    let text = LowercaseDescription::of(Some("Args:\n  delete: deletes"));
    assert!(text.tokens().is_empty());
}

#[test]
fn tags_are_no_words() {
    let said = said("<p>Returns a flow.</p> <p>You can also create and update flows.</p>");
    assert_eq!(said.lead.expect("a verb").word, "returns");
    assert!(said.also.is_empty() && said.beside.is_empty());
    for text in ["a < b", "<", "<p", "<é>", "1 <2> 3"] {
        LowercaseDescription::of(Some(text)).tokens();
    }
}

#[test]
fn long_texts_are_cut_at_a_character() {
    let text = LowercaseDescription::of(Some(&"ß".repeat(2_000_000)))
        .tokens()
        .len();
    assert_eq!(text, 1);
}
