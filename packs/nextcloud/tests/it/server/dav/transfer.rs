//! Files moved and copied.

use serde_json::Value;

use super::super::exchange::split;
use super::files::{has_parent, missing_parent, new_id};
use super::{Asked, Reply, USER, trash};
use crate::store::{ServerStore, etag};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, source: &str) -> Reply {
    let target = asked.header("destination").unwrap();
    let (_, path) = target.split_once("://").unwrap().1.split_once('/').unwrap();
    let segments = split(path);
    assert_eq!(segments[..4], ["remote.php", "dav", "files", USER]);
    let path = segments[4..].join("/");
    let there = store.get(&format!("file/{path}")).cloned();
    if !has_parent(store, &path) {
        return missing_parent();
    }
    if let Some(condition) = asked.header("if") {
        let Some(file) = &there else {
            return Reply::sabre(404, "NotFound", "The destination does not exist");
        };
        if condition != format!("<{target}> ([\"{}\"])", etag(file)) {
            return Reply::sabre(412, "PreconditionFailed", "No resource matched");
        }
    }
    if there.is_some() && asked.header("overwrite") != Some("T") {
        return Reply::sabre(
            412,
            "PreconditionFailed",
            "The destination node already exists",
        );
    }
    // An overwritten copy keeps its number, so that the second copy leaves the same state.
    let kept = there.as_ref().and_then(|file| file["id"].as_u64());
    if there.is_some() && asked.method == "MOVE" {
        trash::take(store, &path);
    }
    let prefix = format!("{source}/");
    let all: Vec<(String, Value)> = store
        .below("file/")
        .into_iter()
        .filter(|(other, _)| other == source || other.starts_with(&prefix))
        .collect();
    for (other, mut file) in all {
        let place = format!("file/{path}{}", &other[source.len()..]);
        if asked.method == "MOVE" {
            store.remove(&format!("file/{other}"));
        } else {
            file["id"] = kept.unwrap_or_else(|| new_id(store)).into();
        }
        store.put(place, file);
    }
    Reply::new(if there.is_some() { 204 } else { 201 })
}
