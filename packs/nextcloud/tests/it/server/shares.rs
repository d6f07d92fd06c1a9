//! Shares of files, over OCS and with forms.

use serde_json::{Value, json};

use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("POST", []) => create(store, asked),
        ("GET", []) => list(store, asked),
        (method, [id]) => one(store, asked, method, id),
        _ => Reply::ocs_error(404, 998, "Invalid query"),
    }
}

fn create(store: &mut ServerStore, asked: &Asked) -> Reply {
    let form = asked.form();
    let path = form.get("path").cloned().unwrap_or_default();
    if store.get(&format!("file{path}")).is_none() {
        return Reply::ocs_error(404, 404, "Wrong path, file/folder does not exist");
    }
    let with = form.get("shareWith").cloned();
    if with.as_deref() == Some("nobody") || with.as_deref() == Some("99") {
        return Reply::ocs_error(404, 404, "Please specify a valid account to share with");
    }
    let kind: u64 = form["shareType"].parse().unwrap();
    let known = store.below("share/");
    let twice = |it: &Value| it["path"] == path && it["share_with"] == json!(with);
    if kind != 3 && known.iter().any(|(_, it)| twice(it)) {
        return Reply::ocs_error(403, 403, "Path is already shared with this account");
    }
    let id = store.next_id("share/");
    let permissions = form.get("permissions").map_or(1, |it| it.parse().unwrap());
    let mut share = json!({
        "id": id.to_string(), "path": path, "share_type": kind, "share_with": with,
        "permissions": permissions, "uid_owner": "ada-uid", "stime": 1_700_000_000,
        "expiration": form.get("expireDate").map(|date| format!("{date} 00:00:00")),
        "note": form.get("note"), "label": form.get("label"),
    });
    if kind == 3 {
        let token = format!("token{id}");
        share["url"] = format!("https://cloud.example.com/s/{token}").into();
        share["token"] = token.into();
    }
    store.put(format!("share/{id}"), share.clone());
    Reply::ocs(&share)
}

fn list(store: &ServerStore, asked: &Asked) -> Reply {
    let path = asked.query.get("path");
    if path.is_some_and(|path| store.get(&format!("file{path}")).is_none()) {
        return Reply::ocs_error(404, 404, "Wrong path, file/folder does not exist");
    }
    let all = store.below("share/").into_iter().map(|(_, share)| share);
    let mine = asked
        .query
        .get("shared_with_me")
        .is_some_and(|it| it == "true");
    let all = all.filter(|share| path.is_none_or(|path| share["path"] == **path));
    let all = all.filter(|share| (share["share_with"] == "ada-uid") == mine);
    Reply::ocs(&all.collect())
}

fn one(store: &mut ServerStore, asked: &Asked, method: &str, id: &str) -> Reply {
    let key = format!("share/{id}");
    let Some(mut share) = store.get(&key).cloned() else {
        return Reply::ocs_error(404, 404, "Wrong share ID, share does not exist");
    };
    match method {
        "GET" => return Reply::ocs(&json!([share])),
        "DELETE" => {
            store.remove(&key);
            return Reply::ocs(&json!([]));
        }
        _ => {}
    }
    for (name, value) in asked.form() {
        match name.as_str() {
            "permissions" => share["permissions"] = value.parse::<u64>().unwrap().into(),
            "expireDate" => share["expiration"] = format!("{value} 00:00:00").into(),
            _ => share[&name] = value.into(),
        }
    }
    store.put(key, share.clone());
    Reply::ocs(&share)
}
