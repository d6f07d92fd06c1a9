//! Sixty-odd tools of nine sources, in as many styles of naming.

use candor_search::{SearchHit, SearchIndex, ToolDocument};

/// A tool: namespaced name, description, parameters.
pub(crate) type ToolTexts = (&'static str, &'static str, &'static [&'static str]);

pub(crate) const TOOLS: &[ToolTexts] = &[
    // A code host, in snake case.
    (
        "github.create_issue",
        "Opens an issue in a repository.",
        &["owner", "repo", "title", "labels"],
    ),
    (
        "github.list_issues",
        "Issues of a repository, newest first.",
        &["owner", "repo", "state"],
    ),
    (
        "github.update_issue",
        "Changes title, body or state of an issue.",
        &["owner", "repo", "number"],
    ),
    (
        "github.add_issue_comment",
        "Writes a comment under an issue.",
        &["owner", "repo", "body"],
    ),
    (
        "github.create_pull_request",
        "Proposes a branch for merging.",
        &["owner", "repo", "head", "base"],
    ),
    (
        "github.list_pull_requests",
        "Open and closed proposals of a repository.",
        &["owner", "repo"],
    ),
    (
        "github.merge_pull_request",
        "Merges a proposal into its base.",
        &["owner", "repo", "number"],
    ),
    (
        "github.delete_branch",
        "Deletes a branch for good.",
        &["owner", "repo", "branch"],
    ),
    (
        "github.fork_repository",
        "Makes a fork under your account.",
        &["owner", "repo"],
    ),
    (
        "github.search_code",
        "Looks through the code of all repositories.",
        &["query", "language"],
    ),
    (
        "github.get_file_contents",
        "The contents of a file on a branch.",
        &["path", "ref"],
    ),
    // Files, in camel case.
    (
        "files.readFile",
        "Returns the text of one file.",
        &["path Where the file lies"],
    ),
    (
        "files.writeFile",
        "Saves text, replacing what was there.",
        &["path", "content"],
    ),
    ("files.deleteFile", "Takes a file off the disk.", &["path"]),
    (
        "files.moveFile",
        "Gives a file another path.",
        &["from", "to"],
    ),
    (
        "files.listDirectory",
        "Names and sizes in one directory.",
        &["path"],
    ),
    (
        "files.createDirectory",
        "Makes a directory and its parents.",
        &["path"],
    ),
    (
        "files.searchFiles",
        "Files whose name fits a pattern.",
        &["pattern", "root"],
    ),
    // Chat, in kebab case.
    (
        "chat.send-message",
        "Writes into a channel.",
        &["channel", "text"],
    ),
    (
        "chat.delete-message",
        "Takes back something written.",
        &["channel", "timestamp"],
    ),
    (
        "chat.list-channels",
        "Every channel you can see.",
        &["limit"],
    ),
    (
        "chat.invite-member",
        "Asks somebody into a channel.",
        &["channel", "user"],
    ),
    (
        "chat.set-topic",
        "What a channel is about.",
        &["channel", "topic"],
    ),
    (
        "chat.add-reaction",
        "Puts an emoji on a message.",
        &["emoji", "timestamp"],
    ),
    // Mail and calendar, verbs last, with dots.
    (
        "office.mail.send",
        "Sends an email with attachments.",
        &["recipient", "subject", "body"],
    ),
    (
        "office.mail.search",
        "Finds emails by sender, subject or words.",
        &["query", "folder"],
    ),
    (
        "office.mail.archive",
        "Puts an email out of sight.",
        &["message_id"],
    ),
    (
        "office.events.create",
        "Puts a meeting into the calendar.",
        &["start", "end", "attendees"],
    ),
    (
        "office.events.list",
        "What is in the calendar between two days.",
        &["start", "end"],
    ),
    (
        "office.events.cancel",
        "Calls a meeting off and tells everybody.",
        &["event_id"],
    ),
    (
        "office.contacts.find",
        "A person's address and telephone number.",
        &["name"],
    ),
    // A database.
    (
        "pg.query",
        "Runs a SELECT statement against PostgreSQL and returns rows.",
        &["sql"],
    ),
    ("pg.execute", "Runs any SQL statement.", &["sql"]),
    (
        "pg.list_tables",
        "Tables of a schema with their row counts.",
        &["schema"],
    ),
    (
        "pg.describe_table",
        "Columns, types and indexes of one table.",
        &["table"],
    ),
    (
        "pg.drop_table",
        "Destroys a table and all its rows.",
        &["table", "cascade"],
    ),
    (
        "pg.create_index",
        "Builds an index on columns.",
        &["table", "columns"],
    ),
    // A shop.
    ("shop.getOrder", "One order with its lines.", &["orderId"]),
    (
        "shop.listOrders",
        "Orders of a customer.",
        &["customerId", "since"],
    ),
    (
        "shop.refundPayment",
        "Gives money back to the buyer.",
        &["paymentId", "amount"],
    ),
    (
        "shop.createInvoice",
        "Writes an invoice for an order.",
        &["orderId"],
    ),
    (
        "shop.updateStock",
        "Sets how many of a product are left.",
        &["sku", "quantity"],
    ),
    (
        "shop.deleteCustomer",
        "Forgets a customer, as the law asks.",
        &["customerId"],
    ),
    (
        "shop.productSearch",
        "Products by words, price and category.",
        &["text", "maxPrice"],
    ),
    // A browser.
    ("browser.navigate", "Goes to an address.", &["url"]),
    (
        "browser.click",
        "Presses what is at a selector.",
        &["selector"],
    ),
    (
        "browser.type_text",
        "Fills text into a form field.",
        &["selector", "text"],
    ),
    (
        "browser.take_screenshot",
        "A picture of what is visible.",
        &["full_page"],
    ),
    (
        "browser.evaluate",
        "Runs JavaScript inside the page.",
        &["script"],
    ),
    ("browser.close_tab", "Closes one tab.", &["index"]),
    // A house.
    ("home.turn_on", "Switches a device on.", &["entity"]),
    ("home.turn_off", "Switches a device off.", &["entity"]),
    (
        "home.set_temperature",
        "What the thermostat aims for.",
        &["entity", "degrees"],
    ),
    ("home.lock_door", "Bolts a door.", &["entity"]),
    (
        "home.sensor_history",
        "Readings of a sensor over time.",
        &["entity", "hours"],
    ),
    // A cluster.
    ("k8s.pods_list", "Pods of a namespace.", &["namespace"]),
    (
        "k8s.pods_log",
        "What a pod has printed.",
        &["namespace", "name", "tail"],
    ),
    (
        "k8s.pods_delete",
        "Ends a pod; its controller starts another.",
        &["namespace", "name"],
    ),
    (
        "k8s.deployments_scale",
        "Sets the number of replicas.",
        &["namespace", "replicas"],
    ),
    (
        "k8s.resources_apply",
        "Creates or changes resources from YAML.",
        &["manifest"],
    ),
    // Notes, with words of other languages.
    (
        "notes.createNote",
        "Keeps a short text.",
        &["text", "notebook"],
    ),
    (
        "notes.appendToNote",
        "Adds lines at the end of a note.",
        &["id", "text"],
    ),
    (
        "notes.größe_ändern",
        "Ändert die Größe eines Bildes.",
        &["bild"],
    ),
    ("notes.读取笔记", "读取一条笔记的全部内容", &["编号"]),
];

/// An index of tools whose ids are their places.
pub(crate) fn index(tools: &[ToolTexts]) -> SearchIndex {
    SearchIndex::build(tools.iter().enumerate().map(|(id, tool)| ToolDocument {
        id,
        name: tool.0,
        title: None,
        description: tool.1,
        notes: &[],
        parameters: tool.2,
    }))
}

/// The names of what was found.
pub(crate) fn names(hits: &[SearchHit]) -> Vec<&'static str> {
    hits.iter().map(|hit| TOOLS[hit.id].0).collect()
}
