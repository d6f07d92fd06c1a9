//! Servers that are held to what they may do, in the whole product.

mod launchers;

use std::path::Path;

use candor_testkit::{CandorProcess, ServerEra, candor, config, wait_until};

const SERVER: &str = include_str!("confine_server.py");

/// The server under a name, in a folder, with what is said about its confinement.
fn held(name: &str, folder: &Path, confine: &str) -> String {
    let args = ["-c", SERVER].map(str::to_owned);
    let more = format!("cwd = \"{}\"\n{confine}", folder.display());
    config::stdio(name, "/usr/bin/python3", &args, &more)
}

fn is_alive(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    status.is_ok_and(|status| !status.contains("(zombie)"))
}

fn path(argument: &Path) -> String {
    serde_json::json!({ "path": argument }).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confined_server_reads_no_keys_and_writes_its_own_folder() {
    let work = tempfile::tempdir().expect("a folder");
    let other = tempfile::tempdir().expect("a folder");
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join(".ssh")).expect("a folder");
    let key = home.path().join(".ssh/id");
    std::fs::write(&key, "the key").expect("a file");
    let config =
        held("held", work.path(), "confine = \"standard\"") + &held("free", work.path(), "");
    let candor = CandorProcess::served_unasked_in(home, &config).await;
    let mut client = candor.client(ServerEra::Legacy).await;

    let own = work.path().join("own");
    client.call("held_write", &path(&own)).await.says("written");
    let foreign = other.path().join("foreign");
    let reply = client.call("held_write", &path(&foreign)).await;
    reply.says("PermissionError");
    assert!(!foreign.exists());
    client
        .call("free_write", &path(&foreign))
        .await
        .says("written");

    client
        .call("held_read", &path(&key))
        .await
        .says("PermissionError");
    client.call("free_read", &path(&key)).await.says("the key");
    let secret = candor.folder().join("data/owner.secret");
    assert!(secret.exists());
    client
        .call("held_read", &path(&secret))
        .await
        .says("PermissionError");

    let refused = format!("refused to create `{}`", foreign.display());
    wait_until("the log", async || candor.log().contains(&refused)).await;
    assert!(candor.log().contains("held"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_addresses_is_kept_to() {
    let work = tempfile::tempdir().expect("a folder");
    let listen = || std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let (yes, no) = (listen(), listen());
    let port = |listener: &std::net::TcpListener| listener.local_addr().expect("an address").port();
    let confine = format!("confine = {{ connect = [\"127.0.0.1:{}\"] }}", port(&yes));
    let candor = CandorProcess::served_unasked(&held("held", work.path(), &confine)).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    let argument = |listener| format!("{{\"port\":{}}}", port(listener));
    client
        .call("held_connect", &argument(&yes))
        .await
        .says("connected");
    client
        .call("held_connect", &argument(&no))
        .await
        .says("PermissionError");
    let refused = format!("refused to connect to `127.0.0.1:{}`", port(&no));
    wait_until("the log", async || candor.log().contains(&refused)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_a_server_when_the_gateway_is_killed() {
    let work = tempfile::tempdir().expect("a folder");
    let candor =
        CandorProcess::served_unasked(&held("held", work.path(), "confine = \"standard\"")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    let file = work.path().join("daemon");
    client
        .call("held_daemon", &path(&file))
        .await
        .says("started");
    let id = || std::fs::read_to_string(&file).unwrap_or_default();
    wait_until("the daemon", async || !id().is_empty()).await;
    let scratch = client.call("held_temporary", "{}").await.words();
    assert!(is_alive(&id()) && Path::new(&scratch).is_dir(), "{scratch}");
    candor.kill();
    wait_until("its end", async || !is_alive(&id())).await;
    wait_until("no folder", async || !Path::new(&scratch).exists()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_what_can_be_held() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("candor.toml"), "").expect("a file");
    let (_, said) = candor::run_on(folder.path(), "data", &["doctor"]);
    assert!(
        said.contains("the kernel can hold programs up to the level `strict`"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_suggested() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = tempfile::Builder::new()
        .tempdir_in("/var/tmp")
        .expect("a folder");
    let code = format!("open({:?}, 'w')\n{SERVER}", other.path().join("made"));
    let args = [
        "confine",
        "suggest",
        "--seconds",
        "1",
        "--",
        "/usr/bin/python3",
        "-c",
        &code,
    ];
    let output = candor::run(folder.path(), &args);
    let said = String::from_utf8_lossy(&output.stdout);
    let expect = format!("level = \"standard\"\nwrite = [{:?}]\n", other.path());
    assert!(
        said.contains(&expect),
        "{said} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success());
}
