//! Tools that say whom they reach, and reach for others.

use candor_testkit::ServerEra;
use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::json;

use super::{LyingProgram, done, refused};

const CLOSED: &str = "annotations: { openWorldHint: false },";

/// What fetches, and says what came.
const FETCH: &str = "const reply = await fetch(input.url, { redirect: input.redirect });
    return `${reply.status} ${reply.headers.get('location') ?? ''}`;";

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tool_reaches_nobody() {
    let scene = LyingProgram::of(&[("peek", CLOSED, FETCH)], "allow_private = true").await;
    let port = scene.api.address().port();
    let words = ["`GET` to `", "was refused", "openWorldHint: false"];
    for (era, mut client) in scene.stage.clients().await {
        for host in [
            "127.0.0.1",
            "localhost",
            "LOCALHOST",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0.0.0.0",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "127.0.0.1.",
            "some.name.example",
        ] {
            let arguments = json!({"url": format!("http://{host}:{port}/secret?key=1")});
            scene.caught(&mut client, "peek", &arguments, &words).await;
            scene.untouched(&format!("{host}, {era:?}"));
        }
        // What is not even a request is refused before its address is looked at.
        for url in [
            format!("http://user@127.0.0.1:{port}/"),
            format!("http://user:password@127.0.0.1:{port}/"),
            "file:///etc/passwd".to_owned(),
            "data:text/plain,x".to_owned(),
            "ftp://127.0.0.1/".to_owned(),
            format!("ws://127.0.0.1:{port}/"),
            "/etc/passwd".to_owned(),
            String::new(),
        ] {
            refused(&mut client, "f_peek", &json!({"url": url})).await;
            scene.untouched(&format!("{url}, {era:?}"));
        }
    }
    scene.stage.end();
}

/// The list of hosts counts with its ports, whether or not the tool says more.
#[tokio::test(flavor = "multi_thread")]
async fn a_tool_reaches_its_hosts_and_no_other() {
    let api = HttpApi::start().expect("an API");
    let other = HttpApi::start().expect("another");
    let hosts = format!("hosts: [\"{}\"],", api.address());
    let closed = format!("{CLOSED} {hosts}");
    let tools = [("open", &*hosts, FETCH), ("closed", &*closed, FETCH)];
    let scene = LyingProgram::before(api, &tools, "allow_private = true").await;
    let port = scene.api.address().port();
    for (_, mut client) in scene.stage.clients().await {
        for tool in ["open", "closed"] {
            scene.api.clear();
            let arguments = json!({"url": scene.api.url("/books")});
            done(&mut client, &format!("f_{tool}"), &arguments).await;
            assert_eq!(scene.api.requests().len(), 1, "{tool}");
            scene.api.clear();
            let before = scene.api.connections();
            for url in [
                other.url("/books"),
                format!("http://localhost:{port}/books"),
                format!("http://127.0.0.2:{port}/books"),
                "http://127.0.0.1/books".to_owned(),
                format!("http://{}.example:{port}/", "127.0.0.1"),
            ] {
                let words = ["was refused", "the tool reaches only its `hosts`"];
                let arguments = json!({"url": url});
                scene.caught(&mut client, tool, &arguments, &words).await;
            }
            assert_eq!(scene.api.requests(), [], "{tool}");
            assert_eq!(scene.api.connections(), before, "{tool}");
            assert_eq!(other.connections(), 0, "{tool}");
        }
    }
}

/// A host that may be reached cannot lead to one that may not.
#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_leads_nowhere_else() {
    let api = HttpApi::start().expect("an API");
    let other = HttpApi::start().expect("another");
    let hosts = format!("{CLOSED} hosts: [\"{}\"],", api.address());
    let by_hand = "const reply = await fetch(input.url, { redirect: 'manual' });
        return String((await fetch(reply.headers.get('location'))).status);";
    let tools = [("follow", &*hosts, FETCH), ("by_hand", &*hosts, by_hand)];
    let scene = LyingProgram::before(api, &tools, "allow_private = true").await;
    let arguments = json!({"url": scene.api.url("/moved")});
    for (_, mut client) in scene.stage.clients().await {
        for status in [301, 302, 303, 307, 308] {
            for to in [
                other.url("/books"),
                other.url("/books").replace("127.0.0.1", "localhost"),
                "http://169.254.169.254/latest/meta-data".to_owned(),
            ] {
                scene
                    .api
                    .on("GET", "/moved", ScriptedReply::redirect(status, &to));
                let said = refused(&mut client, "f_follow", &arguments).await;
                let origin = to.rsplit_once("/books").map_or("169.254", |(to, _)| to);
                assert!(said.contains(origin), "{status} {to}: {said}");
                let words = ["was refused", "the tool reaches only its `hosts`"];
                scene
                    .caught(&mut client, "by_hand", &arguments, &words)
                    .await;
                assert_eq!(other.connections(), 0, "{status} {to}");
            }
        }
    }
}

/// Without any rule about hosts, this machine and its network are still out of reach.
#[tokio::test(flavor = "multi_thread")]
async fn private_addresses_have_to_be_allowed() {
    let scene = LyingProgram::of(&[("reach", "", FETCH)], "").await;
    let port = scene.api.address().port();
    for (era, mut client) in scene.stage.clients().await {
        for host in [
            "127.0.0.1",
            "localhost",
            "2130706433",
            "0.0.0.0",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "10.0.0.1",
            "192.168.0.1",
            "[fd00::1]",
        ] {
            let arguments = json!({"url": format!("http://{host}:{port}/")});
            let said = refused(&mut client, "f_reach", &arguments).await;
            assert!(said.contains("not a public address"), "{host}: {said}");
            assert!(said.contains("allow_private = true"), "{host}: {said}");
            scene.untouched(&format!("{host}, {era:?}"));
        }
        scene.neighbours(&mut client).await;
    }
}

/// The metadata addresses of clouds are never reached, allowed or not.
#[tokio::test(flavor = "multi_thread")]
async fn the_metadata_of_clouds_is_out_of_reach() {
    for more in ["", "allow_private = true"] {
        let scene = LyingProgram::of(&[("reach", "", FETCH)], more).await;
        let mut client = scene.stage.client(ServerEra::Modern).await;
        for host in [
            "169.254.169.254",
            "2852039166",
            "0xA9FEA9FE",
            "0251.0376.0251.0376",
            "[::ffff:169.254.169.254]",
            "[fd00:ec2::254]",
            "169.254.170.2",
        ] {
            let arguments = json!({"url": format!("http://{host}/latest/meta-data/")});
            let said = refused(&mut client, "f_reach", &arguments).await;
            assert!(said.contains("is at `"), "{more} {host}: {said}");
        }
        scene.neighbours(&mut client).await;
    }
}
