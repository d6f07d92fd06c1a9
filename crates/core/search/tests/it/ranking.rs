//! Which tool a query finds first.

use candor_search::{SearchIndex, ToolDocument};

use crate::tools::{TOOLS, index, names};

/// Each row: a query and the tool that must come first.
fn check(rows: &[(&str, &str)]) {
    let index = index(TOOLS);
    for (query, expect) in rows {
        let hits = index.search(query, 5);
        assert_eq!(
            names(&hits).first(),
            Some(expect),
            "`{query}`: {:?}",
            names(&hits)
        );
    }
}

#[test]
fn names_in_any_style() {
    check(&[
        ("github.create_issue", "github.create_issue"),
        ("create_issue", "github.create_issue"),
        ("createIssue", "github.create_issue"),
        ("create-issue", "github.create_issue"),
        ("createissue", "github.create_issue"),
        ("GITHUB__CREATE_ISSUE", "github.create_issue"),
        ("GitHub create issue", "github.create_issue"),
        ("read_file", "files.readFile"),
        ("ReadFile", "files.readFile"),
        ("office_mail_send", "office.mail.send"),
        ("mail.send", "office.mail.send"),
        ("sendMessage", "chat.send-message"),
        ("  home.turn_on\n", "home.turn_on"),
    ]);
}

#[test]
fn plain_words() {
    check(&[
        ("list issues", "github.list_issues"),
        ("issues list", "github.list_issues"),
        ("issue listing", "github.list_issues"),
        ("comment on an issue", "github.add_issue_comment"),
        (
            "open pull requests of a repository",
            "github.list_pull_requests",
        ),
        ("merge", "github.merge_pull_request"),
        ("send an email", "office.mail.send"),
        ("screenshot of the page", "browser.take_screenshot"),
        ("scale deployment replicas", "k8s.deployments_scale"),
        ("logs of a pod", "k8s.pods_log"),
        ("temperature", "home.set_temperature"),
        ("refund a payment", "shop.refundPayment"),
        ("types of the columns of a table", "pg.describe_table"),
        ("emoji", "chat.add-reaction"),
        ("thermostat", "home.set_temperature"),
        ("what did the sensor read over time", "home.sensor_history"),
        (
            "please help me to find out which tables are there",
            "pg.list_tables",
        ),
    ]);
}

#[test]
fn synonyms() {
    check(&[
        ("remove file", "files.deleteFile"),
        ("erase a file", "files.deleteFile"),
        ("destroy branch", "github.delete_branch"),
        ("make a folder", "files.createDirectory"),
        ("show folder", "files.listDirectory"),
        ("new ticket", "github.create_issue"),
        ("edit bug", "github.update_issue"),
        ("create pr", "github.create_pull_request"),
        ("list PRs", "github.list_pull_requests"),
        ("fork repo", "github.fork_repository"),
        ("post message", "chat.send-message"),
        ("add user to room", "chat.invite-member"),
        ("new appointment", "office.events.create"),
        ("abort meeting", "office.events.cancel"),
        ("delete db table", "pg.drop_table"),
        ("fetch order", "shop.getOrder"),
        ("make bill", "shop.createInvoice"),
        ("remove client", "shop.deleteCustomer"),
        ("find item", "shop.productSearch"),
        ("take a picture", "browser.take_screenshot"),
        ("open link", "browser.navigate"),
        ("kubernetes pods", "k8s.pods_list"),
    ]);
}

#[test]
fn misspellings() {
    check(&[
        ("lsit isues", "github.list_issues"),
        ("creat isue", "github.create_issue"),
        ("delte branhc", "github.delete_branch"),
        ("destory branch", "github.delete_branch"),
        ("direcotry listing", "files.listDirectory"),
        ("screnshot", "browser.take_screenshot"),
        ("temprature", "home.set_temperature"),
        ("fork repositroy", "github.fork_repository"),
        ("refnd paymnet", "shop.refundPayment"),
        ("updaet stokc", "shop.updateStock"),
        ("invte membr", "chat.invite-member"),
        ("deploymnets", "k8s.deployments_scale"),
    ]);
}

#[test]
fn words_together_and_apart() {
    check(&[
        ("pullrequest merge", "github.merge_pull_request"),
        ("pull request merge", "github.merge_pull_request"),
        ("screen shot", "browser.take_screenshot"),
        ("java script", "browser.evaluate"),
        ("writefile", "files.writeFile"),
        ("note book", "notes.createNote"),
    ]);
}

#[test]
fn the_last_word_may_be_unfinished() {
    check(&[
        ("therm", "home.set_temperature"),
        ("delete br", "github.delete_branch"),
        ("delete bran", "github.delete_branch"),
        ("take scree", "browser.take_screenshot"),
        ("github merg", "github.merge_pull_request"),
    ]);
}

#[test]
fn sources_are_words() {
    check(&[
        ("shop search", "shop.productSearch"),
        ("files search", "files.searchFiles"),
        ("github search", "github.search_code"),
        ("chat delete", "chat.delete-message"),
        ("k8s delete", "k8s.pods_delete"),
    ]);
}

#[test]
fn small_words_decide_between_names() {
    check(&[
        ("turn on the device", "home.turn_on"),
        ("turn off the device", "home.turn_off"),
        ("append to note", "notes.appendToNote"),
    ]);
}

#[test]
fn other_languages() {
    check(&[
        ("größe", "notes.größe_ändern"),
        ("GROSSE", "notes.größe_ändern"),
        ("gro\u{308}ße a\u{308}ndern", "notes.größe_ändern"),
        ("笔记", "notes.读取笔记"),
        ("读取", "notes.读取笔记"),
        ("笔", "notes.读取笔记"),
        ("ｐｏｄｓ ｌｉｓｔ", "k8s.pods_list"),
    ]);
}

#[test]
fn hopeless_queries_find_nothing() {
    let index = index(TOOLS);
    let huge_stop = "the ".repeat(300_000);
    for query in [
        "",
        " ",
        "\u{0}\u{1b}[2J",
        "!?…",
        "🙂",
        "\u{301}",
        "xyzzyqq",
        "zzzz qqqq",
        "the of",
        &huge_stop,
    ] {
        assert_eq!(
            index.search(query, 5),
            [],
            "{}",
            &query[..query.len().min(20)]
        );
    }
    assert_eq!(index.search("issue", 0), []);
}

#[test]
fn stop_words_find_what_is_called_so() {
    let tool = |id, name| ToolDocument {
        id,
        name,
        title: None,
        description: "the and of",
        notes: &[],
        parameters: &[],
    };
    let index = SearchIndex::build([tool(0, "a.who_is"), tool(1, "a.gadget")]);
    let found = |query| -> Vec<usize> { index.search(query, 9).iter().map(|hit| hit.id).collect() };
    assert_eq!(found("who"), [0]);
    assert_eq!(found("who is the gadget"), [1]);
    assert_eq!(found("the"), []);
}

#[test]
fn long_queries_are_read_to_their_bound() {
    let index = index(TOOLS);
    let late = format!("{}thermostat", "- ".repeat(250));
    assert_eq!(index.search(&late, 5), []);
    let early = format!("thermostat {}", "qqqq ".repeat(200_000));
    assert_eq!(names(&index.search(&early, 5)), ["home.set_temperature"]);
}

#[test]
fn exact_names_come_before_better_words() {
    let tool = |id, name, description| ToolDocument {
        id,
        name,
        title: Some("Get thing get thing"),
        description,
        notes: &[],
        parameters: &["get", "thing"],
    };
    let index = SearchIndex::build([
        tool(0, "a.get_thing_get_thing", "Get thing. Get thing."),
        tool(1, "b.getThing", ""),
        tool(2, "c.get_thing", ""),
        tool(3, "get.thing", ""),
        tool(4, "Get.Thing", ""),
    ]);
    let first = |query: &str| index.search(query, 1)[0].id;
    assert_eq!(first("get_thing"), 2);
    assert_eq!(first("getThing"), 1);
    assert_eq!(first("get.thing"), 3);
    assert_eq!(first("Get.Thing"), 4);
    assert_eq!(first("b.getThing"), 1);
    assert_eq!(first("B get thing"), 1);
    let all: Vec<usize> = index
        .search("get thing", 9)
        .iter()
        .map(|hit| hit.id)
        .collect();
    assert_eq!(
        all,
        [4, 3, 1, 2, 0],
        "by namespaced name, by own name, by words"
    );
}

#[test]
fn hits_say_what_matched() {
    let index = index(TOOLS);
    for (query, expect) in [
        ("remove ticket comment", vec!["issue", "comment"]),
        ("erase branches", vec!["delete", "branch"]),
        ("pr merge", vec!["pull request", "merge"]),
        ("isues of a repo", vec!["issues", "repo"]),
    ] {
        let hits = index.search(query, 3);
        let matched: Vec<&str> = hits[0].matched.iter().map(|word| &**word).collect();
        assert_eq!(matched, expect, "{query}");
    }
    // A name without any word is itself what matched.
    let odd = ToolDocument {
        id: 0,
        name: "🙂.🙃",
        title: None,
        description: "",
        notes: &[],
        parameters: &[],
    };
    let hits = SearchIndex::build([odd]).search("🙂.🙃", 1);
    assert_eq!(*hits[0].matched[0], *"🙂.🙃");
}

#[test]
fn five_thousand_tools_keep_their_needles() {
    let name = |id: usize| format!("source{}.get_gadget_{id}", id % 40);
    let names: Vec<String> = (0..5_000).map(name).collect();
    let index = SearchIndex::build(names.iter().enumerate().map(|(id, name)| ToolDocument {
        id,
        name,
        title: None,
        description: if id == 4_321 {
            "Feeds the walrus"
        } else {
            "Gets a gadget"
        },
        notes: &[],
        parameters: &["gadget"],
    }));
    assert_eq!(index.len(), 5_000);
    for query in [
        "walrus",
        "walrsu",
        "feed a walrus",
        "source1.get_gadget_4321",
    ] {
        assert_eq!(index.search(query, 3)[0].id, 4_321, "{query}");
    }
    let all = index.search("gadget", usize::MAX);
    assert_eq!(all.len(), 5_000);
}
