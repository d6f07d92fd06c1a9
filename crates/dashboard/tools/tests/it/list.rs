//! What is listed, found, filtered, grouped and sorted.

use candor_pagetest::{PageWorld, PageWorldPlan, assert_page, guarded_settings};

use crate::kit::{drift, groups, names, plan, zoo};

#[tokio::test]
async fn a_workspace_without_sources_says_what_to_do() {
    let plan = PageWorldPlan {
        sources: Vec::new(),
        ..plan()
    };
    let world = PageWorld::planned(plan).await;
    let mut local = world.browser();
    let page = local.get("/tools").await;
    page.says(200, &["No tools yet", "href=\"/sources/new\""]);
    assert_page!("no_sources", page);
    let page = local.get("/tools/suggestions").await;
    page.says(200, &["No suggestions"]);
    assert_page!("no_suggestions", page);
}

#[tokio::test]
async fn a_source_without_tools_says_where_to_look() {
    let plan = PageWorldPlan {
        sources: vec![(
            "bare".to_owned(),
            "[]".to_owned(),
            candor_model::SourceTrust::Trusted,
        )],
        ..plan()
    };
    let world = PageWorld::planned(plan).await;
    let page = world.browser().get("/tools").await;
    page.says(
        200,
        &["1 source connected, but without tools", "href=\"/sources\""],
    );
}

#[tokio::test]
async fn one_tool_is_a_list_too() {
    let one = r#"[{"name": "ring", "title": "Ring", "description": "Rings the bell.",
        "inputSchema": {"type": "object"}}]"#;
    let plan = PageWorldPlan {
        sources: vec![(
            "bell".to_owned(),
            one.to_owned(),
            candor_model::SourceTrust::Untrusted,
        )],
        ..plan()
    };
    let world = PageWorld::planned(plan).await;
    let page = world.browser().get("/tools").await;
    page.says(200, &["<strong>1 tool</strong>"]);
    assert_page!("one_tool", page);
}

#[tokio::test]
async fn tools_stand_in_groups_with_everything_about_them() {
    let world = zoo().await;
    let mut local = world.browser();
    let page = local.get("/tools").await;
    assert_page!("many_tools", page);
    assert_eq!(
        groups(&page),
        ["Read-only", "Additive", "Destructive", "Not set"]
    );
    page.says(
        200,
        &[
            "href=\"/tools/zoo.list_animals\"",
            "Read-only: Yes, declared by source `zoo`",
            "Source: untrusted",
            "href=\"/sources/zoo\"",
        ],
    );
    let page = local.get("/tools?group=source").await;
    assert_eq!(groups(&page), ["web", "zoo"]);
    assert_eq!(
        names(&page)[3..],
        ["zoo.feed", "zoo.list_animals", "zoo.release", "zoo.sing"]
    );
    let page = local.get("/tools?group=none").await;
    assert_eq!(groups(&page), ["Tools"]);
}

#[tokio::test]
async fn filters_keep_each_other() {
    let world = zoo().await;
    drift(&world, "web.get_page").await;
    let mut local = world.browser();
    for (query, expect) in [
        ("q=ANIMAL", vec!["zoo.feed", "zoo.list_animals"]),
        ("q=food%20animal", vec!["zoo.feed"]),
        (
            "q=++",
            vec![
                "web.delete_cache",
                "web.get_page",
                "web.list_links",
                "zoo.feed",
                "zoo.list_animals",
                "zoo.release",
                "zoo.sing",
            ],
        ),
        ("read_only=true", vec!["zoo.list_animals"]),
        ("destructive=true", vec!["web.delete_cache", "zoo.release"]),
        (
            "destructive=false&source=zoo",
            vec!["zoo.feed", "zoo.list_animals"],
        ),
        ("idempotent=false", vec!["zoo.feed", "zoo.release"]),
        ("open_world=unset&source=zoo", vec!["zoo.feed", "zoo.sing"]),
        (
            "layer=declared&source=zoo",
            vec!["zoo.feed", "zoo.list_animals", "zoo.release"],
        ),
        ("layer=override", vec![]),
        ("trust=untrusted&destructive=true", vec!["web.delete_cache"]),
        ("drift=yes", vec!["web.get_page"]),
        (
            "drift=no&trust=untrusted",
            vec!["web.delete_cache", "web.list_links"],
        ),
        ("behaviour=safe", vec!["zoo.list_animals"]),
        ("behaviour=destructive&q=cage", vec!["zoo.release"]),
        (
            "source=&toolset=&page=",
            vec![
                "web.delete_cache",
                "web.get_page",
                "web.list_links",
                "zoo.feed",
                "zoo.list_animals",
                "zoo.release",
                "zoo.sing",
            ],
        ),
    ] {
        let page = local.get(&format!("/tools?group=none&{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        assert_eq!(names(&page), expect, "{query}");
    }
    let page = local
        .get("/tools?q=animal&read_only=true&trust=trusted&drift=no&sort=tokens")
        .await;
    page.says(
        200,
        &[
            "href=\"/tools?read_only=true&#38;trust=trusted&#38;drift=no&#38;sort=tokens\"",
            "Search: animal",
            "Read-only: Yes",
            "Definition: Pinned",
            "<div class=\"fields\" id=\"more\"",
        ],
    );
    assert_page!("filtered", page);
    page.lacks(&["Fewer filters"]);
    let page = local.get("/tools?q=unicorn").await;
    page.says(
        200,
        &["No matching tools", "<a href=\"/tools\">Clear filters</a>"],
    );
    assert_page!("nothing_found", page);
}

#[tokio::test]
async fn filters_that_few_need_are_shown_on_demand() {
    let world = zoo().await;
    let mut local = world.browser();
    let page = local.get("/tools?q=animal").await;
    page.says(200, &["name=\"more\" value=\"yes\">More filters</button>"]);
    page.lacks(&["name=\"trust\""]);
    let page = local.get("/tools?q=animal&more=yes").await;
    page.says(
        200,
        &[
            "name=\"trust\"",
            "<input type=\"hidden\" name=\"more\" value=\"yes\">",
            "<a href=\"/tools?q=animal\">Fewer filters</a>",
        ],
    );
    page.lacks(&["More filters</button>"]);
    let page = local.get("/tools?q=unicorn&more=yes").await;
    page.says(200, &["<a href=\"/tools?more=yes\">Clear filters</a>"]);
    let page = local.get("/tools?more=perhaps").await;
    page.says(400, &["perhaps"]);
}

#[tokio::test]
async fn what_the_address_says_must_be_there() {
    let world = zoo().await;
    let mut local = world.browser();
    let long = format!("q={}", "x".repeat(201));
    for (query, expect) in [
        ("source=nowhere", "There is no source `nowhere`."),
        ("source=%3Cb%3E", "There is no source `&#60;b&#62;`."),
        ("toolset=none", "there is no toolset `none`"),
        ("toolset=No+Name", "Invalid toolset"),
        ("environment=none", "there is no environment `none`"),
        ("read_only=maybe", "`maybe` is not a value of `read_only`."),
        ("layer=god", "`god` is not a value of `layer`."),
        ("trust=some", "`some` is not a value of `trust`."),
        ("drift=true", "`true` is not a value of `drift`."),
        ("behaviour=wild", "`wild` is not a value of `behaviour`."),
        ("group=x", "`x` is not a value of `group`."),
        ("sort=x", "`x` is not a value of `sort`."),
        ("page=0", "`0` is not a value of `page`."),
        ("page=-1", "`-1` is not a value of `page`."),
        (&long, "This one has 201"),
    ] {
        let page = local.get(&format!("/tools?{query}")).await;
        page.says(400, &[expect, "<a href=\"/tools\">All tools</a>"]);
    }
    let page = local.get("/tools?trust=some&sort=x").await;
    page.says(
        400,
        &[
            "`some` is not a value of `trust`.",
            "`x` is not a value of `sort`.",
        ],
    );
    // A page past the end is the last one, and unknown parameters are ignored.
    let page = local
        .get("/tools?page=99&utm_source=letter&done=unknown&n=1")
        .await;
    page.says(
        200,
        &[
            "<strong>7 tools</strong>",
            "<p id=\"status\" role=\"status\"></p>",
        ],
    );
}

#[tokio::test]
async fn tools_are_sorted() {
    let world = zoo().await;
    let mut local = world.browser();
    let by_title = local.get("/tools?group=none&sort=title&source=zoo").await;
    assert_eq!(
        names(&by_title),
        ["zoo.list_animals", "zoo.feed", "zoo.release", "zoo.sing"]
    );
    let by_source = local.get("/tools?group=none&sort=source").await;
    assert_eq!(names(&by_source)[0], "web.delete_cache");
    let page = local.get("/tools?group=none&sort=tokens").await;
    let costs = page.main().split("<span class=\"cost\">").skip(1);
    let costs = costs.map(|cost| cost.split(' ').next().expect("a number"));
    let costs: Vec<usize> = costs.map(|cost| cost.parse().expect("a number")).collect();
    assert_eq!(costs.len(), 7);
    assert!(costs.is_sorted_by(|one, other| one >= other), "{costs:?}");
    let total = costs.iter().sum::<usize>();
    page.says(200, &[&format!("about {total} tokens of context")]);
}

#[tokio::test]
async fn a_tool_in_quarantine_is_listed_with_the_others() {
    let world = zoo().await;
    drift(&world, "web.get_page").await;
    let page = world.browser().get("/tools?source=web").await;
    assert_eq!(names(&page).len(), 3);
    page.says(200, &["is-drifted", "Quarantined: its definition changed"]);
}

#[tokio::test]
async fn looking_takes_a_role_and_so_does_correcting() {
    let world = PageWorld::planned(PageWorldPlan {
        policy_settings: guarded_settings(),
        ..plan()
    })
    .await;
    for path in ["/tools", "/tools/suggestions"] {
        let page = world.browser().get(path).await;
        assert!(page.leads().starts_with("/login?next="), "{}", page.leads());
        let mut caller = world
            .logged_in(&format!("bot{}", path.len()), "caller")
            .await;
        caller
            .get(path)
            .await
            .says(403, &["Requires the viewer role"]);
    }
    let mut viewer = world.logged_in("vera", "viewer").await;
    let page = viewer.get("/tools").await;
    page.says(
        200,
        &["Requires the editor role. `vera` has the viewer role."],
    );
    page.lacks(&["type=\"checkbox\"", "method=\"post\" action=\"/tools"]);
    assert_page!("tools_of_a_viewer", page);
    let page = viewer.get("/tools/suggestions").await;
    page.says(200, &["Requires the editor role"]);
    page.lacks(&["type=\"checkbox\"", "method=\"post\" action=\"/tools"]);
    assert_page!("suggestions_of_a_viewer", page);
    for path in ["/tools/bulk", "/tools/suggestions/accept"] {
        viewer
            .post(path, &[("act", "set")])
            .await
            .says(403, &["Form expired"]);
        world
            .browser()
            .post(path, &[])
            .await
            .says(401, &["Sign-in required"]);
    }
}
