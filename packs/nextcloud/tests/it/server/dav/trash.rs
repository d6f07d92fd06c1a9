//! The trash of the files.

use serde_json::Value;

use super::xml::{href, multistatus, property, resource};
use super::{Asked, Reply, USER};
use crate::store::ServerStore;

/// Moves a file, or a folder with what is in it, to the trash.
pub(super) fn take(store: &mut ServerStore, path: &str) {
    let prefix = format!("{path}/");
    let all = store.below("file/").into_iter();
    for (other, mut file) in all.filter(|(other, _)| other == path || other.starts_with(&prefix)) {
        store.remove(&format!("file/{other}"));
        if other == path {
            file["original"] = path.into();
            let name = path.rsplit('/').next().unwrap();
            store.put(format!("trash/{name}.d1700000000"), file);
        }
    }
}

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PROPFIND", []) => {
            let own = resource(&format!("/remote.php/dav/trashbin/{USER}/trash/"), "");
            let all = store.below("trash/").into_iter();
            let all = all.map(|(name, file)| entry(&name, &file));
            multistatus(&std::iter::once(own).chain(all).collect::<Vec<_>>())
        }
        ("MOVE", [name]) => {
            let Some(mut file) = store.remove(&format!("trash/{name}")) else {
                return Reply::sabre(404, "NotFound", "No such entry");
            };
            // The real server answers so to a restore that says `Overwrite: F`.
            if asked.header("overwrite").is_some() {
                store.put(format!("trash/{name}"), file);
                return Reply::sabre(412, "PreconditionFailed", "The destination node exists");
            }
            let original = file["original"].as_str().unwrap().to_owned();
            file.as_object_mut().unwrap().remove("original");
            store.put(format!("file/{original}"), file);
            Reply::new(201)
        }
        _ => Reply::sabre(404, "NotFound", "No such entry"),
    }
}

fn entry(name: &str, file: &Value) -> String {
    let original = file["original"].as_str().unwrap();
    let properties = property("nc:trashbin-filename", original.rsplit('/').next().unwrap())
        + &property("nc:trashbin-original-location", original)
        + &property("nc:trashbin-deletion-time", "1700000000")
        + &property("d:getcontentlength", "5");
    resource(
        &format!("/remote.php/dav/trashbin/{USER}/trash/{}", href(name)),
        &properties,
    )
}
