//! Who may look.

use candor_pagetest::World;

const PAGES: [&str; 5] = [
    "/",
    "/audit",
    "/audit/changes",
    "/audit/calls.csv",
    "/audit/calls.jsonl",
];

#[tokio::test]
async fn looking_takes_a_viewer() {
    let world = World::guarded(candor_pages_calls::routes()).await;
    let mut nobody = world.browser();
    let mut caller = world.logged_in("cal", "caller").await;
    for path in PAGES {
        let to = nobody.get(path).await;
        let login = to.leads();
        assert_eq!(login, format!("/login?next={}", path.replace('/', "%2F")));
        let page = caller.get(path).await;
        let lacks = "This takes the role viewer; `cal` has the role caller.";
        page.says(403, &[lacks, "Log in as somebody else"]);
        assert_eq!(page.header("content-disposition"), None, "{path}");
    }
    for role in ["viewer", "editor", "approver", "admin"] {
        let mut somebody = world.logged_in(role, role).await;
        for path in PAGES {
            somebody.get(path).await.says(200, &[]);
        }
    }
}

#[tokio::test]
async fn looking_is_all_that_can_be_done() {
    let world = World::open(candor_pages_calls::routes()).await;
    let mut local = world.browser();
    for path in PAGES {
        let page = local.post(path, &[]).await;
        page.says(405, &["is not possible here"]);
        let head = local.send("HEAD", path, String::new()).await;
        assert_eq!((head.status, &*head.text), (200, ""), "{path}");
    }
}
