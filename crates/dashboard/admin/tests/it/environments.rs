//! Environments: seen, made, changed, deleted.

use candor_gateway::edit::EnvironmentEdit;
use candor_model::HintProfile;
use candor_pagetest::{PageWorld, PageWorldPlan};

use crate::fixtures::{author, declared, environment, furnish, history, name, open, pairs};

#[tokio::test]
async fn every_state_of_the_pages() {
    let (world, mut local) = open().await;
    let page = local.get("/environments").await;
    assert_kept!("environments-none", page);
    let page = local.get("/environments/new").await;
    assert_kept!("environment-new", page);
    furnish(&world).await;
    let page = local.get("/environments").await;
    assert_kept!("environments-one", page);
    let page = local.get("/environments/prod").await;
    assert_kept!("environment", page);
    let page = local.get("/environments/prod/delete").await;
    assert_kept!("environment-delete", page);
    for (path, parts) in [
        ("/environments/dev", &["there is no environment `dev`"][..]),
        (
            "/environments/DEV",
            &["cannot be the name of an environment"],
        ),
        (
            "/environments/dev/delete",
            &["there is no environment `dev`"],
        ),
        (
            "/environments/prod/remove?variable=NOPE",
            &["has no variable `NOPE`"],
        ),
        ("/environments/prod/remove", &["has no variable ``"]),
    ] {
        local.get(path).await.says(404, parts);
    }
}

#[tokio::test]
async fn whoever_may_only_look_sees_no_controls() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get("/environments/prod").await;
    page.says(
        200,
        &["Requires the admin role. `vic` has the viewer role."],
    );
    page.lacks(&["<textarea", "Replace", "/delete", "sk-live"]);
    assert_kept!("environment-viewer", page);
    let page = vic.get("/environments").await;
    page.lacks(&["/environments/new"]);
    for path in [
        "/environments/new",
        "/environments/prod/delete",
        "/environments/prod/remove?variable=TOKEN",
    ] {
        vic.get(path).await.says(403, &["Requires the admin role"]);
    }
    let mut cal = world.logged_in("cal", "caller").await;
    cal.get("/environments")
        .await
        .says(403, &["Requires the viewer role"]);
    cal.get("/environments/prod")
        .await
        .says(403, &["Requires the viewer role"]);
    let nobody = world.browser().get("/environments/prod").await;
    assert!(nobody.leads().starts_with("/login?next="));
}

#[tokio::test]
async fn one_is_made_once() {
    let (world, mut local) = open().await;
    let new = "/environments/new";
    let fields = [
        ("name", " eu-1 "),
        ("description", "for Europe"),
        ("profile", "explicit"),
        ("provenance", "true"),
        ("why", "a new region"),
    ];
    let to = local.submit(new, new, &fields).await.leads().to_owned();
    assert_eq!(to, "/environments/eu-1?done=created");
    let page = local.get(&to).await;
    page.says(
        200,
        &[
            "Environment created.",
            "for Europe",
            "<dd>explicit</dd>",
            "<dd>Yes</dd>",
        ],
    );
    local
        .get("/environments/eu-1?done=nonsense")
        .await
        .lacks(&["class=\"done\""]);

    let again = local.submit(new, new, &fields).await;
    again.says(
        409,
        &["eu-1", "exists already", "for Europe", "a new region"],
    );
    assert_kept!("environment-new-twice", again);
    for (field, value, part) in [
        ("name", "", "`` cannot be the name"),
        (
            "name",
            "Prod",
            "`Prod` cannot be the name of an environment",
        ),
        ("profile", "loud", "`loud` is not a valid `profile`"),
        ("provenance", "maybe", "`maybe` is not a valid `provenance`"),
        ("why", "\u{202e}", "hidden character U+202E"),
    ] {
        let fields = [
            ("name", "fine"),
            ("description", "kept text"),
            (field, value),
        ];
        let fields = &fields[usize::from(field == "name")..];
        let page = local.submit(new, new, fields).await;
        page.says(422, &[part, "kept text"]);
    }
    let long = "x".repeat(1_001);
    let page = local
        .submit(new, new, &[("name", "long"), ("description", &long)])
        .await;
    page.says(422, &["The description has 1001 characters", &long]);
    assert_eq!(history(&world).await, ["environment.create by local"]);
}

#[tokio::test]
async fn what_is_called_new_can_be_opened() {
    let (_world, mut local) = open().await;
    let new = "/environments/new";
    let made = local.submit(new, new, &[("name", "new")]).await;
    let to = made.leads().to_owned();
    assert_eq!(to, "/environments/%6Eew?done=created");
    local.get(&to).await.says(200, &["<h1>new</h1>"]);
    let here = "/environments/%6Eew";
    let saved = local.submit(here, here, &[("description", "odd")]).await;
    assert_eq!(saved.leads(), "/environments/%6Eew?done=saved");
    local
        .get("/environments")
        .await
        .says(200, &["href=\"/environments/%6Eew\""]);
}

#[tokio::test]
async fn two_who_change_it_hear_of_each_other() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut local = world.browser();
    let here = "/environments/prod";
    let opened = local.get(here).await.hidden(here);
    let edit = EnvironmentEdit {
        description: Some("theirs".to_owned()),
        profile: Some(Some(HintProfile::Openai)),
        provenance: None,
    };
    let editor = world.gateway.editor();
    editor
        .edit_environment(&author(), &name("prod"), edit, None)
        .await
        .expect("a change");
    let mut fields = pairs(&opened);
    fields.extend([("description", "mine"), ("why", "because")]);
    let page = local.post(here, &fields).await;
    page.says(
        409,
        &[
            "Someone else changed this environment",
            "theirs",
            ">mine</textarea>",
        ],
    );
    assert_kept!("environment-stale", page);
    // Sent again from that page, it counts.
    let mut again = page.hidden(here);
    again.push(("description".to_owned(), "mine".to_owned()));
    let again = pairs(&again);
    assert_eq!(
        local.post(here, &again).await.leads(),
        "/environments/prod?done=saved"
    );
    local
        .get(here)
        .await
        .says(200, &[">mine<", "Same as the default endpoint"]);

    for version in ["", "-1", "x", "99999999999999999999999"] {
        let page = local.submit(here, here, &[("version", version)]).await;
        page.says(422, &["is not a version"]);
    }
}

#[tokio::test]
async fn one_is_deleted_with_everything() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    furnish(&world).await;
    let mut ada = world.logged_in("ada", "admin").await;
    let mut ed = world.logged_in("ed", "editor").await;
    let here = "/environments/prod/delete";
    ada.get(here).await.says(
        200,
        &["1 plain, 1 secret", "annotation overrides: 1", "/mcp@prod"],
    );
    let form = ed.post(here, &[("form", "0"), ("version", "1")]).await;
    form.says(403, &["Form expired"]);
    let stale = ada.submit(here, here, &[("version", "1")]).await;
    stale.says(409, &["Someone else changed this environment"]);
    let opened = ada.get(here).await.hidden(here);
    let fields = pairs(&opened);
    assert_eq!(
        ada.post(here, &fields).await.leads(),
        "/environments?done=deleted"
    );
    let twice = ada.post(here, &fields).await;
    twice.says(
        404,
        &["there is no environment `prod`", ">Environments</a>"],
    );
    ada.get("/environments?done=deleted")
        .await
        .says(200, &["Environment deleted.", "No environments yet."]);
    assert_eq!(history(&world).await[0], "environment.delete by ada");
}

#[tokio::test]
async fn what_the_file_declares_is_read_only() {
    let world = PageWorld::planned(PageWorldPlan {
        declarations: declared(),
        ..PageWorldPlan::shop(candor_dashboard_admin::routes())
    })
    .await;
    let mut local = world.browser();
    let page = local.get("/environments/staging").await;
    page.lacks(&["<textarea", "sk-file"]);
    assert_kept!("environment-declared", page);
    local
        .get("/environments")
        .await
        .says(200, &["Configuration file"]);
    let page = local.get("/environments/staging/delete").await;
    page.says(422, &["declared in the configuration file"]);
    let new = "/environments/new";
    let page = local.submit(new, new, &[("name", "staging")]).await;
    page.says(422, &["is declared in candor.toml:7, which wins"]);
    // A form that is submitted anyway is rejected as well.
    let mut fields = local.get("/environments/new").await.hidden(new);
    fields.retain(|(key, _)| key == "form");
    let here = "/environments/staging/variables";
    local
        .post(here, &[("form", &*fields[0].1)])
        .await
        .says(403, &["Form expired"]);
    assert!(history(&world).await.is_empty());
}

#[tokio::test]
async fn many_are_on_several_pages() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    let editor = world.gateway.editor();
    for n in 0..26 {
        let one = environment(&format!("env-{n:03}"));
        editor
            .create_environment(&author(), &one)
            .await
            .expect("an environment");
    }
    let mut local = world.browser();
    let page = local.get("/environments").await;
    page.says(
        200,
        &["env-024", "Page 1 of 2", "href=\"/environments?page=2\""],
    );
    page.lacks(&["env-025"]);
    local
        .get("/environments?page=2")
        .await
        .says(200, &["env-025", "Page 2 of 2"]);
}
