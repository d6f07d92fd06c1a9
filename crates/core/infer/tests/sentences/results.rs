//! What is said about the answer, about the settings of a call and about what the call brings with
//! it, beside what is done.

use candor_model::Hint;
use serde_json::json;

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::{check, guess};

#[test]
fn what_the_answer_looks_like_is_no_deed() {
    check(&[
        (
            Reads,
            "get_trace",
            "Get a trace. Long values come back short and pictures are replaced.",
        ),
        (
            Reads,
            "get_note",
            "Get a note. Secrets are replaced with placeholders.",
        ),
        (
            Reads,
            "list_rows",
            "List rows. Empty columns are removed from the response.",
        ),
        (
            Destroys,
            "get_note",
            "Get a note. The old note is replaced with an empty one.",
        ),
        (
            Destroys,
            "list_rows",
            "List rows. Empty rows are removed from the table.",
        ),
        (
            Destroys,
            "list_files",
            "List files. Old files are removed from the output folder.",
        ),
    ]);
}

#[test]
fn what_a_setting_adds_is_added_to_the_answer() {
    check(&[
        (
            Reads,
            "get_site",
            "Get a site. Set detail=full (adds the owner and the plan).",
        ),
        (
            Reads,
            "get_site",
            "Get a site.\nfields=all: adds every column.",
        ),
        (
            NotReads,
            "get_site",
            "Get a site. It adds the site to the list.",
        ),
        (
            NotReads,
            "get_site",
            "Get a site. With notify=true, it sends a message to the owner.",
        ),
    ]);
}

#[test]
fn what_begins_in_some_way_begins_nothing() {
    check(&[
        (
            Reads,
            "list_tools",
            "List the tools. In small mode, it starts with only three of them.",
        ),
        (
            Reads,
            "read_page",
            "Read a page. This tool can unlock any website.",
        ),
        (
            NotReads,
            "list_tools",
            "List the tools. In small mode, it starts the server.",
        ),
        (
            NotReads,
            "read_page",
            "Read a page. This tool can unlock any account.",
        ),
    ]);
}

#[test]
fn who_asks_gets_an_answer() {
    check(&[
        (
            Reads,
            "model_opinion",
            "Send a prompt to the model and get back what it says.",
        ),
        (
            Reads,
            "send_question",
            "Send a question to the index and return the best passages.",
        ),
        (
            NotReads,
            "send_prompt",
            "Send a prompt to the coding agent and get back its result.",
        ),
        (
            NotReads,
            "send_message",
            "Send a message to the channel and get back its id.",
        ),
        (NotReads, "send_prompt", "Send a prompt to the next window."),
    ]);
}

#[test]
fn two_words_of_a_name_can_be_one_thing() {
    check(&[
        (
            Reads,
            "app_data_play_store",
            "Returns what a store says of an app.",
        ),
        (
            Reads,
            "function_call_graph",
            "Returns who calls a function.",
        ),
        (NotReads, "play_song", "Plays a song."),
        (NotReads, "call_function", "Calls a function."),
    ]);
}

#[test]
fn shapes_that_come_with_the_call_are_worked_out() {
    let areas = json!({"type": "object", "properties": {"polygons": {"type": "array"}}});
    let spot = json!({"type": "object", "properties": {
        "longitude": {"type": "number"}, "latitude": {"type": "number"}
    }});
    let named = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    for (name, description, schema, reads) in [
        ("merge_areas", "Merge two polygons into one.", &areas, true),
        ("zone", "Create a buffer around a place.", &spot, true),
        ("merge_areas", "Merge two polygons into one.", &named, false),
        (
            "merge_areas",
            "Merge two polygons of the layer into one.",
            &areas,
            false,
        ),
        ("add_pin", "Create a pin at a place.", &spot, false),
        ("zone", "Create a zone around a place.", &spot, false),
        (
            "merge_areas",
            "Merge two polygons and save the result.",
            &areas,
            false,
        ),
    ] {
        let found = guess(name, description, schema).get(Hint::ReadOnly) == Some(true);
        assert_eq!(found, reads, "{name}: {description}");
    }
}

#[test]
fn a_choice_of_things_to_look_at_reads() {
    let action =
        |values: &[&str]| json!({"type": "object", "properties": {"action": {"enum": values}}});
    for (values, reads) in [
        (&["list", "get", "docs"][..], true),
        (&["page_history", "status"][..], true),
        (&["list", "get", "drop"][..], false),
        (&["list", "clear_history"][..], false),
        (&["list", "frob"][..], false),
    ] {
        let found = guess("manage_pages", "Manages pages.", &action(values));
        let found = found.get(Hint::ReadOnly) == Some(true);
        assert_eq!(found, reads, "{values:?}");
    }
}

#[test]
fn where_the_result_is_saved_something_is_written() {
    for name in [
        "output_folder",
        "saveFile",
        "out_dir",
        "saveToFile",
        "write_to_disk",
    ] {
        let schema = json!({"type": "object", "properties": {name: {"type": "string"}}});
        let found = guess("get_report", "Get a report.", &schema);
        assert_ne!(found.get(Hint::ReadOnly), Some(true), "{name}");
    }
    let format = json!({"type": "object", "properties": {"output_format": {"type": "string"}}});
    let found = guess("get_report", "Get a report.", &format);
    assert_eq!(found.get(Hint::ReadOnly), Some(true));
}

#[test]
fn claims_are_heard_where_no_space_stands_between_words() {
    check(&[
        (Reads, "model_tool", "模型工具（只读操作）。"),
        (Reads, "部署", "计算部署计划（不产生任何变更）。"),
        (Reads, "model_tool", "モデルの一覧（読み取り専用）。"),
        (NotReads, "model_tool", "模型工具（非只读）。"),
        (NotReads, "model_tool", "模型工具，支持只读 SQL。"),
    ]);
}

#[test]
fn a_choice_of_what_is_described_does_nothing() {
    let operation = |about: &str| {
        json!({"type": "object", "properties": {
            "operation": {"enum": ["page.create", "page.delete"], "description": about}
        }})
    };
    for (about, reads) in [
        ("The operation whose schema is wanted", true),
        ("Which operation to describe", true),
        ("The operation that is done", false),
    ] {
        let found = guess(
            "schema",
            "Return the schema of a payload.",
            &operation(about),
        );
        let found = found.get(Hint::ReadOnly) == Some(true);
        assert_eq!(found, reads, "{about}");
    }
}

#[test]
fn rarer_verbs_are_known() {
    check(&[
        (Reads, "subtract_areas", "Subtracts one area from another."),
        (Reads, "decompile_method", "Decompiles a method."),
        (Reads, "geolocate_address", "Geolocates an address."),
        (NotReads, "initiate_transfer", "Initiates a transfer."),
        (NotReads, "mutate_rows", "Mutates rows."),
        (Destroys, "empty_bin", "Empties the bin."),
        (NotReads, "chmod", "Changes who may read a file."),
        (NotReads, "kickoff", "Kicks off a build."),
    ]);
}

#[test]
fn who_tells_how_to_do_something_does_not_do_it() {
    check(&[
        (
            Reads,
            "subscribe_feed",
            "Returns a note that says how to subscribe to the feed.",
        ),
        (Reads, "install_plugin", "Shows how to install a plugin."),
        (NotReads, "subscribe_feed", "Subscribes to the feed."),
        (
            NotReads,
            "install_plugin",
            "Shows how to install a plugin and installs it.",
        ),
    ]);
}

#[test]
fn what_is_done_to_the_answer_is_no_deed() {
    check(&[
        (
            Reads,
            "find_pages",
            "Find pages. It sorts the results by date.",
        ),
        (
            Reads,
            "find_pages",
            "Find pages. Marks each match with a star.",
        ),
        (
            Reads,
            "find_pages",
            "Find pages. It applies the filter to all words.",
        ),
        (
            Reads,
            "read_page",
            "Read a page. It removes markup and ads.",
        ),
        (
            Reads,
            "get_rates",
            "Get rates. The tool adds the name to each result.",
        ),
        (
            Reads,
            "get_rates",
            "Get the rates. Updates every 15 minutes.",
        ),
        (Reads, "get_rates", "Get the rates. It updates daily."),
        (Reads, "check_page", "Check a page. Writes nothing."),
        (Reads, "check_page", "Check a page. It creates no entry."),
        (
            Reads,
            "list_changes",
            "List changes. For example, resuming a plan creates two of them.",
        ),
        (
            NotReads,
            "find_pages",
            "Find pages. It sorts the shelf by date.",
        ),
        (
            NotReads,
            "find_pages",
            "Find pages. Marks each page as seen.",
        ),
        (
            NotReads,
            "find_pages",
            "Find pages. It applies the patch to all of them.",
        ),
        (Destroys, "read_page", "Read a page. It removes the page."),
        (
            NotReads,
            "get_rates",
            "Get rates. The tool adds the name to each list.",
        ),
        (NotReads, "get_rates", "Get the rates. Updates every rate."),
        (
            NotReads,
            "check_page",
            "Check a page. Writes the result to a file.",
        ),
        (NotReads, "check_page", "Check a page. It creates an entry."),
    ]);
}

#[test]
fn a_service_that_is_called_to_learn_something_is_read() {
    check(&[
        (
            Reads,
            "sky_forecast",
            "Calls the weather API and returns the forecast.",
        ),
        (
            Reads,
            "sky_forecast",
            "Call the service to get the forecast.",
        ),
        (
            NotReads,
            "sky_forecast",
            "Calls the weather API and deletes the forecast.",
        ),
        (NotReads, "call_api", "Calls any API with a body."),
    ]);
}

#[test]
fn names_that_end_with_something_to_look_at_yield_to_a_plain_verb() {
    check(&[
        (Reads, "rollout_status", "Show the status of a rollout."),
        (Reads, "invoice_preview", "Preview an upcoming invoice."),
        (NotReads, "rollout_app", "Roll out an app."),
        (NotReads, "clear_history", "Clear the history."),
        (NotReads, "update_status", "Update the status."),
        (
            NotReads,
            "invoice_customer",
            "Preview [beta]: invoice a customer.",
        ),
    ]);
}

#[test]
fn what_is_billed_each_time_is_more_than_a_look() {
    check(&[
        (
            NotReads,
            "classify_letter",
            "Classify a letter. Billed per letter.",
        ),
        (Reads, "list_bills", "List what was billed to a reader."),
    ]);
}
