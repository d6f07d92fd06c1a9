//! Files and folders.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::xml::{href, multistatus, property, resource, text};
use super::{Asked, Reply, USER, transfer, trash};
use crate::store::{ServerStore, etag};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, path: &str) -> Reply {
    let key = format!("file/{path}");
    let found = store.get(&key).cloned();
    match (asked.method.as_str(), found) {
        ("PUT", found) => put(store, asked, path, found.as_ref()),
        ("MKCOL", Some(_)) => Reply::sabre(405, "MethodNotAllowed", "It already exists"),
        ("MKCOL", None) if !has_parent(store, path) => missing_parent(),
        ("MKCOL", None) => {
            let id = new_id(store);
            store.put(key, json!({"folder": true, "id": id}));
            Reply::new(201)
        }
        ("REPORT", _) => tagged(store, asked),
        ("PROPFIND", Some(found)) => listing(store, asked, path, &found),
        ("GET", Some(found)) => get(asked, &found),
        ("DELETE", Some(_)) => {
            trash::take(store, path);
            Reply::new(204)
        }
        ("MOVE" | "COPY", Some(_)) => transfer::answer(store, asked, path),
        _ => Reply::sabre(404, "NotFound", "File with name could not be located"),
    }
}

pub(super) fn new_id(store: &ServerStore) -> u64 {
    let ids = store
        .below("file/")
        .into_iter()
        .chain(store.below("trash/"));
    let ids = ids.filter_map(|(_, file)| file["id"].as_u64());
    ids.max().unwrap_or(0) + 1
}

pub(super) fn has_parent(store: &ServerStore, path: &str) -> bool {
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    store
        .get(&format!("file/{parent}"))
        .is_some_and(|it| it["folder"] == true)
}

pub(super) fn missing_parent() -> Reply {
    Reply::sabre(409, "Conflict", "Parent node does not exist")
}

pub(super) fn is_directly_in(folder: &str, path: &str) -> bool {
    let rest = if folder.is_empty() {
        Some(path)
    } else {
        path.strip_prefix(folder)
            .and_then(|it| it.strip_prefix('/'))
    };
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains('/'))
}

pub(super) fn entry(path: &str, file: &Value) -> String {
    let name = path.rsplit('/').next().unwrap();
    let mut properties = property("d:displayname", name)
        + &property("d:getlastmodified", "Tue, 14 Nov 2023 22:13:20 GMT")
        + &property("d:getetag", &format!("\"{}\"", etag(file)))
        + &property("oc:fileid", &file["id"].to_string());
    let slash = if file["folder"] == true {
        properties += "<d:resourcetype><d:collection/></d:resourcetype><oc:size>0</oc:size>";
        "/"
    } else {
        let length = bytes(file).len().to_string();
        properties += "<d:resourcetype/>";
        properties += &property("d:getcontentlength", &length);
        properties += &property("d:getcontenttype", file["type"].as_str().unwrap());
        ""
    };
    if file["favorite"] == true {
        properties += "<oc:favorite>1</oc:favorite>";
    }
    resource(
        &format!("/remote.php/dav/files/{USER}/{}{slash}", href(path)),
        &properties,
    )
}

fn bytes(file: &Value) -> Vec<u8> {
    match file["base64"].as_str() {
        Some(text) => STANDARD.decode(text).unwrap(),
        None => file["content"].as_str().unwrap().as_bytes().to_vec(),
    }
}

fn listing(store: &ServerStore, asked: &Asked, path: &str, found: &Value) -> Reply {
    let mut all = vec![entry(path, found)];
    match asked.header("depth") {
        Some("0") => {}
        Some("1") => {
            let below = store.below("file/").into_iter();
            let below = below.filter(|(other, _)| is_directly_in(path, other));
            all.extend(below.map(|(other, file)| entry(&other, &file)));
        }
        _ => return Reply::sabre(403, "Forbidden", "Depth infinity is not allowed"),
    }
    multistatus(&all)
}

fn get(asked: &Asked, found: &Value) -> Reply {
    if found["folder"] == true {
        return Reply::sabre(405, "MethodNotAllowed", "A folder cannot be read");
    }
    let bytes = bytes(found);
    let reply = Reply::new(200)
        .header("content-type", found["type"].as_str().unwrap())
        .header("etag", format!("\"{}\"", etag(found)));
    let range = asked
        .header("range")
        .and_then(|it| it.strip_prefix("bytes="));
    let Some((from, to)) = range.and_then(|it| it.split_once('-')) else {
        return reply.body(bytes);
    };
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    let end = (to + 1).min(bytes.len());
    let mut reply = reply.body(bytes[from..end].to_vec());
    reply.status = 206;
    reply
}

fn put(store: &mut ServerStore, asked: &Asked, path: &str, found: Option<&Value>) -> Reply {
    if !has_parent(store, path) {
        return missing_parent();
    }
    let version = found.map(etag);
    if let Err(refused) = asked.precondition(version.as_deref()) {
        return refused;
    }
    let id = found.map_or_else(|| new_id(store), |file| file["id"].as_u64().unwrap());
    let kind = asked.header("content-type").unwrap_or("text/plain");
    let mut file = json!({"id": id, "type": kind});
    match std::str::from_utf8(&asked.body) {
        Ok(text) => file["content"] = text.into(),
        Err(_) => file["base64"] = STANDARD.encode(&asked.body).into(),
    }
    let version = etag(&file);
    store.put(format!("file/{path}"), file);
    Reply::new(if found.is_some() { 204 } else { 201 }).header("etag", format!("\"{version}\""))
}

/// The files of a tag.
fn tagged(store: &ServerStore, asked: &Asked) -> Reply {
    let tag = text(&asked.text(), "systemtag").unwrap();
    let all = store.below("file/").into_iter();
    let all = all.filter(|(_, file)| {
        let key = format!("tagged/{}/{tag}", file["id"]);
        store.get(&key).is_some()
    });
    multistatus(
        &all.map(|(path, file)| entry(&path, &file))
            .collect::<Vec<_>>(),
    )
}
