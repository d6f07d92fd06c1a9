//! Files on `WsgiDAV`.

use std::fs;

use serde_json::json;

use super::coverage::{RealServer, cases_of};
use super::server::{PeerAccount, PeerQuirks, PeerServer, run_case};
use crate::server::seed_store;

/// It tells the encoding with a media type. It does not look at `If-Match: *`, nor at an `If` that
/// speaks of the destination.
const QUIRKS: PeerQuirks = PeerQuirks {
    told_otherwise: &[("nc_webdav_read_file", "/content_type")],
    not_refused: &[
        ("nc_webdav_write_file", "no such file"),
        ("nc_webdav_move_resource", "and not `old`"),
    ],
};

const LOCK: &str = r#"<d:lockinfo xmlns:d="DAV:"><d:lockscope><d:exclusive/></d:lockscope>
<d:locktype><d:write/></d:locktype><d:owner>Bob</d:owner></d:lockinfo>"#;

async fn start() -> Option<PeerServer> {
    PeerServer::start("wsgidav", "webdav_server.py").await
}

/// The files that the scripted server begins with.
fn seed(server: &PeerServer, account: &PeerAccount<'_>) {
    let root = server.folder.path().join(&account.name);
    fs::create_dir(&root).unwrap();
    for (path, value) in seed_store().below("file/") {
        let place = root.join(path);
        if value["folder"] == true {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, value["content"].as_str().unwrap()).unwrap();
        }
    }
}

#[tokio::test]
async fn every_plain_file_tool_works_on_wsgidav() {
    let Some(server) = start().await else {
        return;
    };
    let mut wrong = Vec::new();
    for case in cases_of(RealServer::WsgiDav) {
        let seed = async |account: &PeerAccount<'_>| seed(&server, account);
        wrong.extend(run_case(&server, &case, seed, &QUIRKS).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_locked_file_is_left_alone() {
    let Some(server) = start().await else {
        return;
    };
    let account = server.account();
    seed(&server, &account);
    let path = format!("files/{}/Documents/report.txt", account.name);
    let headers = [("depth", "0"), ("timeout", "Second-600")];
    let locked = account.send("LOCK", &path, &headers, LOCK).await;
    assert!(locked.status.is_success(), "{locked:?}");
    let report = json!({"path": "Documents/report.txt"});
    let calls = [
        ("nc_webdav_delete_resource", report.clone()),
        (
            "nc_webdav_write_file",
            json!({"path": "Documents/report.txt", "content": "x", "if_match": "*"}),
        ),
        (
            "nc_webdav_move_resource",
            json!({"source_path": "Documents/report.txt", "destination_path": "a.txt"}),
        ),
    ];
    for (tool, arguments) in calls {
        let sentence = account.fail(tool, &arguments).await;
        assert!(sentence.contains("is locked"), "{tool}: {sentence}");
    }
    let read = account.ask("nc_webdav_read_file", &report).await;
    assert_eq!(read["text"], "größer");
}
