//! `WebDAV`: files, trash, versions, tags and comments.

mod calendars;
mod comments;
mod contacts;
mod files;
mod search;
mod tags;
mod transfer;
mod trash;
mod versions;
mod xml;

use super::{Asked, Reply, USER};
use crate::store::ServerStore;
use xml::{multistatus, resource};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    let method = asked.method.as_str();
    let wants_xml = matches!(method, "PROPFIND" | "REPORT" | "SEARCH");
    if wants_xml && xml::read(&asked.text()).is_none() {
        return Reply::sabre(400, "BadRequest", "This is not XML");
    }
    match (method, rest) {
        ("PROPFIND", []) => multistatus(&[resource(
            "/remote.php/dav/",
            &format!(
                "<d:current-user-principal><d:href>/remote.php/dav/principals/users/{USER}/\
                 </d:href></d:current-user-principal>"
            ),
        )]),
        ("SEARCH", []) => search::answer(store, asked),
        (_, ["files", USER, path @ ..]) => files::answer(store, asked, &path.join("/")),
        (_, ["trashbin", USER, "trash", rest @ ..]) => trash::answer(store, asked, rest),
        (_, ["versions", USER, "versions", rest @ ..]) => versions::answer(store, asked, rest),
        (_, ["systemtags" | "systemtags-relations", ..]) => tags::answer(store, asked, rest),
        (_, ["addressbooks", "users", USER, rest @ ..]) => contacts::answer(store, asked, rest),
        (_, ["calendars", USER, rest @ ..]) => calendars::answer(store, asked, rest),
        (_, ["comments", "files", file]) => comments::answer(store, asked, file),
        _ => Reply::sabre(404, "NotFound", "There is no such node"),
    }
}
