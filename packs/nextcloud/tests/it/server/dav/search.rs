//! `SEARCH`: names, types and favourites.

use serde_json::Value;

use super::files::entry;
use super::xml::{multistatus, read, text};
use super::{Asked, Reply, USER};
use crate::store::ServerStore;

pub(super) fn answer(store: &ServerStore, asked: &Asked) -> Reply {
    let body = asked.text();
    let all = read(&body).unwrap();
    let literals: Vec<&str> = all
        .iter()
        .filter(|(name, _)| name == "literal")
        .map(|(_, text)| text.as_str())
        .collect();
    if literals.is_empty() {
        return Reply::sabre(500, "Error", "An empty condition");
    }
    let scope = text(&body, "href").unwrap();
    let scope = scope.strip_prefix(&format!("/files/{USER}")).unwrap();
    let scope = super::super::exchange::split(scope).join("/");
    let after = body.split_once("<d:where>").unwrap().1;
    let tests: Vec<&str> = ["displayname", "getcontenttype", "fileid", "favorite"]
        .into_iter()
        .filter(|name| after.split("</d:where>").next().unwrap().contains(name))
        .collect();
    for (test, literal) in tests.iter().zip(&literals) {
        let (first, rest) = literal.split_once('/').unwrap_or((literal, ""));
        let whole = !first.is_empty() && !rest.is_empty() && (rest == "%" || !rest.contains('%'));
        if *test == "getcontenttype" && !whole {
            return Reply::sabre(400, "BadRequest", "Unsupported query value for mimetype");
        }
        if *test == "favorite" && *literal != "yes" {
            return Reply::sabre(400, "BadRequest", "Invalid property value for favorite");
        }
    }
    let fits = |(path, file): &(String, Value)| {
        let inside = scope.is_empty() || path.starts_with(&format!("{scope}/"));
        let checks = tests.iter().zip(&literals);
        let mut checks = checks.map(|(test, literal)| match *test {
            "displayname" => like(path.rsplit('/').next().unwrap(), literal),
            "getcontenttype" => like(file["type"].as_str().unwrap_or(""), literal),
            "fileid" => file["id"].as_u64() == literal.parse().ok(),
            _ => file["favorite"] == true,
        });
        inside && !path.is_empty() && checks.all(|it| it)
    };
    let number = |name| text(&body, name).unwrap().parse::<usize>().unwrap();
    let found = store.below("file/").into_iter().filter(fits);
    let found = found.skip(number("firstresult")).take(number("nresults"));
    multistatus(
        &found
            .map(|(path, file)| entry(&path, &file))
            .collect::<Vec<_>>(),
    )
}

fn like(text: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('%').collect();
    match parts.as_slice() {
        ["", ""] => true,
        ["", middle, ""] => text.contains(middle),
        [start, ""] => text.starts_with(start),
        ["", end] => text.ends_with(end),
        _ => text == pattern,
    }
}
