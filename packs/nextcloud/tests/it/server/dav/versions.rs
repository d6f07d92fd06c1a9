//! Earlier versions of files.

use serde_json::Value;

use super::xml::{multistatus, property, resource};
use super::{Asked, Reply, USER};
use crate::store::ServerStore;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PROPFIND", [file]) => {
            let base = format!("/remote.php/dav/versions/{USER}/versions/{file}");
            let mut all = vec![resource(&format!("{base}/"), "")];
            for (id, version) in store.below(&format!("version/{file}/")) {
                let length = version["content"].as_str().unwrap().len().to_string();
                let properties = property("d:getcontentlength", &length)
                    + &property("d:getlastmodified", "Tue, 14 Nov 2023 22:13:20 GMT");
                all.push(resource(&format!("{base}/{id}"), &properties));
            }
            multistatus(&all)
        }
        ("MOVE", [file, id]) => restore(store, asked, file, id),
        _ => Reply::sabre(404, "NotFound", "No such version"),
    }
}

fn restore(store: &mut ServerStore, asked: &Asked, file: &str, id: &str) -> Reply {
    let target = asked.header("destination").unwrap();
    assert!(target.ends_with(&format!("/versions/{USER}/restore/target")));
    let Some(version) = store.remove(&format!("version/{file}/{id}")) else {
        return Reply::sabre(404, "NotFound", "No such version");
    };
    let all = store.below("file/").into_iter();
    let id: Option<u64> = file.parse().ok();
    let mut found = all.filter(|(_, it)| it["id"].as_u64() == id);
    let (path, mut now): (String, Value) = found.next().unwrap();
    store.put(format!("version/{file}/1700009999"), now.clone());
    now["content"] = version["content"].clone();
    store.put(format!("file/{path}"), now);
    Reply::new(201)
}
