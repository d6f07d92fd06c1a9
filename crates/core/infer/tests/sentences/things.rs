//! Names that ask, descriptions that name a thing, and verbs that only look because of their object.

use candor_model::Hint;

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::{check, infer_one};

#[test]
fn a_name_that_asks_reads() {
    check(&[
        (Reads, "is_archived", "Whether a page is archived."),
        (Reads, "has_access", "Tells who may open a page."),
        (Reads, "can_delete_page", "Whether you may delete a page."),
        (Reads, "how_many_pages", "Counts pages."),
        (Reads, "which_version", "The version that runs."),
        (NotReads, "can_bus_write", "Write to the bus."),
        (Destroys, "is_done", "Deletes a task that is done."),
    ]);
}

#[test]
fn a_description_that_names_a_thing_does_nothing() {
    check(&[
        (
            Reads,
            "income_statement",
            "Income statement of a company, annual or quarterly.",
        ),
        (Reads, "marine", "Current wave height for a point at sea."),
        (Reads, "pods_top", "Resource usage of the pods."),
        (Reads, "forecast", "7-day forecast for a place."),
        (Reads, "latest_prices", "Prices of the last hour."),
        (Reads, "statistics_by_protocol", "Protocols of a capture."),
        (Reads, "build_status", "Status of a build."),
        (Reads, "queue_depth", "Number of messages that wait."),
        // A verb that is not known stands before a plural.
        (NotReads, "frob_messages", "Frob messages of a queue."),
        (NotReads, "frob_pages", "Frobs pages for a user."),
        (NotReads, "frob", "Frobnicates the details of a page."),
        (NotReads, "frob", "Frobs details of a page."),
        (NotReads, "trades", "Real-time trade execution."),
        (
            NotReads,
            "pages",
            "Current pages, deleted one by one by deleting them.",
        ),
        (Destroys, "thing", "Deletes the status of a page."),
        (NotReads, "build_status", "Build the status page."),
    ]);
}

#[test]
fn what_is_run_may_only_be_read() {
    check(&[
        (
            Reads,
            "run_sales_report",
            "Runs a sales report for one shop.",
        ),
        (
            Reads,
            "run_saved_view",
            "Execute a saved view and return its pages.",
        ),
        (NotReads, "run_job", "Runs a job for one shop."),
        (
            NotReads,
            "run_report_job",
            "Runs the job that makes a report.",
        ),
        (NotReads, "run_audit", "Run an audit of a page."),
        (
            Destroys,
            "run_sales_report",
            "Runs a sales report and deletes the old one.",
        ),
    ]);
}

#[test]
fn an_object_makes_a_verb_look() {
    check(&[
        (
            Reads,
            "follow_stream",
            "Follow a stream by its number and return what it holds.",
        ),
        (
            Reads,
            "show_filter",
            "Apply a filter to a capture and return what matches.",
        ),
        (Reads, "search_autocomplete", "Complete a partial word."),
        (Reads, "add", "Add two numbers."),
        (Reads, "coin", "Flip a coin."),
        (
            Reads,
            "model_opinion",
            "Send a message to the model and get its reply.",
        ),
        (NotReads, "follow_user", "Follow a user."),
        (NotReads, "apply_filter", "Apply a filter to the sheet."),
        (NotReads, "complete_task", "Complete a task."),
        (NotReads, "add_row", "Add two rows."),
        (
            NotReads,
            "send_message",
            "Send a message to a user and get its id.",
        ),
    ]);
}

#[test]
fn what_more_an_answer_holds_is_no_deed() {
    check(&[
        (
            Reads,
            "get_alert",
            "Get an alert. Adds the place and the owner to the summary fields.",
        ),
        (
            Reads,
            "get_alert",
            "Get an alert. Adds owner, plan and history on top of the list.",
        ),
        (
            Reads,
            "get_alert",
            "Get an alert. Read-only. Adds the owner in the side bar.",
        ),
        (
            Reads,
            "get_page",
            "Get a page. Replaces the usual chain of calls.",
        ),
        (
            Reads,
            "get_page",
            "Get a page. Cached reads are invalidated after an hour.",
        ),
        (
            Reads,
            "get_page",
            "Get a page. Writes made here show up at once.",
        ),
        (
            Reads,
            "get_page",
            "Get a page. It sends the text to the parser service and returns what it finds.",
        ),
        (
            NotReads,
            "get_alert",
            "Get an alert. Adds the alert to the log.",
        ),
        (NotReads, "get_alert", "Get an alert. Adds a comment."),
        (
            NotReads,
            "get_page",
            "Get a page. It sends the text to the owner and returns.",
        ),
        (
            Destroys,
            "get_page",
            "Get a page. The token is invalidated.",
        ),
        (NotReads, "get_page", "Get a page. Replaces the page."),
    ]);
}

#[test]
fn what_is_screened_scanned_or_cut_is_only_looked_at() {
    check(&[
        (Reads, "screen_stocks", "Screen stocks by price."),
        (Reads, "run_screen", "Run a saved screen of a market."),
        (Reads, "scan_folder", "Scan a folder to find its builds."),
        (Reads, "should_sell", "Tells whether it is the time."),
        (
            Reads,
            "get_chat",
            "Get a chat, truncating each message to 500 characters.",
        ),
        (
            Reads,
            "describe_image",
            "Describe an image. Sends the image to the configured vision model with a prompt and returns \
             what it says.",
        ),
        (NotReads, "scan_folder", "Scan a folder."),
        (
            NotReads,
            "describe_image",
            "Describe an image. Sends the image to the owner and returns its id.",
        ),
        (Destroys, "get_chat", "Get a chat. Truncates the table."),
    ]);
}

#[test]
fn what_is_kept_on_disk_is_written() {
    check(&[
        (NotReads, "get_paper", "Download a paper to disk."),
        (
            NotReads,
            "download_paper",
            "Download a paper to a local file.",
        ),
        (NotReads, "download_paper", "Download a paper."),
    ]);
}

#[test]
fn who_only_looks_around_goes_nowhere() {
    check(&[(
        Reads,
        "pages",
        "Search and navigate pages (folders, files).",
    )]);
    for name in ["connect", "annotate_page", "chat"] {
        let applied = infer_one(name, "").applied();
        assert_eq!(applied.get(Hint::ReadOnly), None, "{name}");
    }
}
