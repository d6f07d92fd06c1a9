//! Forms of names and sentences that were found on servers which no earlier rule was made with.

use super::Expectation::{NotReads, Reads};
use super::check;

#[test]
fn what_stands_at_the_beginning_is_told_from_a_thing() {
    check(&[
        (Reads, "frobs", "Reverse-geocode a point to its street."),
        (Reads, "frob", "Fuzzy-search the labels that are known."),
        (NotReads, "frob", "Soft-delete a page."),
        (NotReads, "frob", "Auto-create the missing pages."),
        (
            Reads,
            "message_stats",
            "Compare the messages of two months.",
        ),
        (Reads, "amend_history", "List the amendments of a contract."),
        (NotReads, "clear_history", "Clear the history of a browser."),
        (
            Reads,
            "goto_definition",
            "Go to definition of a symbol: its file and line.",
        ),
        (NotReads, "goto", "Go to a page."),
        (Reads, "plugin", "Details for one add-on."),
        (NotReads, "frob", "Launches the rocket."),
    ]);
}

#[test]
fn who_looks_into_something_is_heard() {
    check(&[
        (
            Reads,
            "audit_rules",
            "Audit the firewall for rules that are too wide.",
        ),
        (NotReads, "audit", "Audit trail and deletion of pages."),
        (NotReads, "run_audit", "Run an audit of a page."),
        (Reads, "frob", "Answers: \"Which pages link here?\""),
        (NotReads, "frob", "Answer the customer's letter."),
        (Reads, "frob", "Ask a question about the pages of a manual."),
        (
            NotReads,
            "frob",
            "Ask a question of an agent that acts on it.",
        ),
        (
            Reads,
            "upgrades",
            "Reports the version and the risks of an upgrade.",
        ),
        (NotReads, "report_bug", "Report a bug to the vendor."),
        (NotReads, "frob", "Reports spam to the network."),
        (
            Reads,
            "frob",
            "Uses the index to find pages that belong together.",
        ),
        (Reads, "probe", "Confirms that the key is valid."),
        (NotReads, "frob", "Confirms the booking."),
        (Reads, "resolve_token", "Resolve a ticker to its contract."),
        (NotReads, "resolve_issue", "Resolve an issue of a project."),
        (
            Reads,
            "frob_convert",
            "Convert elevation values between two datums.",
        ),
        (NotReads, "convert", "Convert a document and store it."),
        (Reads, "load", "Load a resource and return its fields."),
        (NotReads, "load", "Load a dataset and return the job id."),
        (
            Reads,
            "read_contract",
            "Calls a function of a contract and returns its value.",
        ),
    ]);
}

#[test]
fn what_a_name_makes_may_only_be_given_back() {
    check(&[
        (
            Reads,
            "generate_report",
            "Get the figures for a report on a video.",
        ),
        (
            NotReads,
            "generate_api_key",
            "Get a new key for the account.",
        ),
        (
            NotReads,
            "generate_report",
            "Generate a report and mail it.",
        ),
        (
            Reads,
            "find_frobs",
            "Finds, ranks and prioritizes what is open.",
        ),
        (NotReads, "find_frobs", "Finds and deletes what is open."),
    ]);
}

#[test]
fn what_is_limited_to_reading_has_a_title_that_says_less() {
    check(&[
        (
            Reads,
            "query",
            "Run a SELECT (or WITH) query and return its rows.",
        ),
        (
            NotReads,
            "query",
            "Run an SQL statement and return its rows.",
        ),
        (
            Reads,
            "execute_fetchxml",
            "Execute a FetchXML query and return its rows.",
        ),
    ]);
}

#[test]
fn what_is_left_or_rejected_or_unreported_changes_nothing() {
    check(&[
        (
            Reads,
            "get_frobs",
            "Get the figures of a country. An empty row is unreported by its source.",
        ),
        (
            Reads,
            "get_frobs",
            "Get the frobs. The answer states them and leaves it there.",
        ),
        (
            NotReads,
            "frob",
            "Shows the room. Leaves the room afterwards.",
        ),
        (
            Reads,
            "read_frob",
            "Read a file. Enforces a size cap of a megabyte.",
        ),
        (
            Reads,
            "get_frob",
            "Look up an address. Rejects private ranges and loopback.",
        ),
        (
            Reads,
            "get_frob",
            "Get the version of an account. The client can choose by setting a header.",
        ),
        (
            Reads,
            "get_act",
            "Fetch an act by its place (year + issue + page).",
        ),
    ]);
}

#[test]
fn what_is_left_behind_is_heard() {
    check(&[
        (
            NotReads,
            "download_data",
            "Download a dataset into a work dir.",
        ),
        (
            NotReads,
            "download_data",
            "Download a dataset to a local folder.",
        ),
        (
            NotReads,
            "download_data",
            "Download a dataset. Returns local paths.",
        ),
        (Reads, "download_data", "Download a dataset as text."),
        (
            NotReads,
            "translate_page",
            "Translate a page. Optionally save it.",
        ),
        (
            NotReads,
            "list_frobs",
            "List all sessions, or manage sessions.",
        ),
        (
            NotReads,
            "get_status",
            "Poll the status, which moves it on as a side effect.",
        ),
    ]);
}

#[test]
fn other_languages_begin_or_end_with_their_verb() {
    check(&[
        (Reads, "frob", "Elenca le pagine di un sito."),
        (Reads, "frob", "Obtiene la lista de páginas."),
        (Reads, "frob", "Возвращает список страниц."),
        (NotReads, "frob", "Удаляет страницу."),
        (NotReads, "frob", "Crea una página."),
        (Reads, "frob", "批量查询页面信息"),
        (Reads, "frob", "分析页面结构"),
        (NotReads, "frob", "分析页面结构并保存结果"),
        (Reads, "frob", "ページの一覧を取得します。"),
        (NotReads, "frob", "ページを削除します。"),
        (NotReads, "frob", "ページを取得して保存し、結果を返します。"),
        (Reads, "frob", "페이지 목록을 조회합니다."),
        (NotReads, "frob", "페이지를 수정합니다."),
    ]);
}
