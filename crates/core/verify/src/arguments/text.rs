//! Texts, by parameter name.

use super::{ArgumentContext, sql};
use crate::parameter::{ToolParameter, ValueShape};
use crate::role::ToolRole;
use crate::words::words;

/// Words of a parameter, and the texts that are tried for it.
const BY_WORD: [(&[&str], &[&str]); 17] = [
    (&["timezone", "tz", "zone"], &["Europe/Berlin", "UTC"]),
    (
        &["date", "day", "since", "until", "after", "before"],
        &["2026-01-15", "2026-02-01"],
    ),
    (&["datetime", "timestamp"], &["2026-01-15T10:00:00Z"]),
    (&["time"], &["14:30", "08:00"]),
    (&["email", "mail"], &["candor@example.com"]),
    (&["expression", "formula", "equation"], &["2 + 2", "3 * 7"]),
    (&["language", "lang", "locale"], &["en", "de"]),
    (&["country"], &["DE", "US"]),
    (&["city", "location", "place"], &["Berlin", "Paris"]),
    (&["currency"], &["EUR", "USD"]),
    (&["colour", "color"], &["#336699", "red"]),
    (&["branch", "ref", "revision", "target"], &["main", "HEAD"]),
    (&["pattern", "glob", "regex"], &["*", "candor"]),
    (
        &["query", "search", "keyword", "term", "q"],
        &["candor", "hello"],
    ),
    (&["code", "script", "source"], &["1 + 1", "print('candor')"]),
    (&["json"], &["{\"a\": 1}", "[1, 2]"]),
    (
        &["type", "kind", "category", "tag", "label"],
        &["candor", "note"],
    ),
];

/// Texts for a parameter, the likeliest first.
pub(super) fn texts(context: &ArgumentContext<'_>, parameter: &ToolParameter) -> Vec<String> {
    let name = words(&parameter.name);
    let says = |known: &[&str]| name.iter().any(|word| known.contains(&word.as_str()));
    if says(&["query", "sql", "statement"])
        && let Some(statements) = sql::statements(context)
    {
        return statements;
    }
    let format = match &parameter.shape {
        ValueShape::Text { format, .. } => format.as_deref(),
        _ => None,
    };
    if let Some(texts) = format.and_then(|format| by_format(format, context)) {
        return texts;
    }
    let described = parameter.description.to_lowercase();
    if says(&["url", "uri", "link", "href", "endpoint"]) {
        return urls(context);
    }
    if is_path(parameter) {
        return paths(context, &name, &described);
    }
    let known = BY_WORD.iter().find(|(words, _)| says(words));
    let mut texts: Vec<String> = known
        .map(|(_, texts)| texts.iter().map(|text| (*text).to_owned()).collect())
        .unwrap_or_default();
    texts.extend(plain(context, parameter));
    texts
}

/// Texts without a meaning, different for each parameter and run.
fn plain(context: &ArgumentContext<'_>, parameter: &ToolParameter) -> [String; 2] {
    let number = context.facts.seed % 10_000;
    let name = if parameter.name.is_empty() {
        "item"
    } else {
        &parameter.name
    };
    [
        format!("candor {name} {number}"),
        format!("another {name} {number}"),
    ]
}

fn urls(context: &ArgumentContext<'_>) -> Vec<String> {
    let local = &context.facts.local_url;
    let local = (!local.is_empty()).then(|| local.clone());
    local
        .into_iter()
        .chain(["http://example.com/".to_owned()])
        .collect()
}

fn by_format(format: &str, context: &ArgumentContext<'_>) -> Option<Vec<String>> {
    let texts: &[&str] = match format {
        "date-time" => &["2026-01-15T10:00:00Z", "2026-02-01T00:00:00Z"],
        "date" => &["2026-01-15", "2026-02-01"],
        "time" => &["14:30:00"],
        "email" => &["candor@example.com"],
        "uuid" => &["01890a5d-ac96-774b-bcce-b302099a8057"],
        "ipv4" => &["127.0.0.1"],
        "hostname" => &["localhost"],
        "uri" | "url" | "uri-reference" => return Some(urls(context)),
        _ => return None,
    };
    Some(texts.iter().map(|text| (*text).to_owned()).collect())
}

/// Whether a parameter is the path of a file or folder.
pub(super) fn is_path(parameter: &ToolParameter) -> bool {
    const PATHS: [&str; 18] = [
        "path",
        "paths",
        "file",
        "files",
        "filename",
        "filepath",
        "directory",
        "dir",
        "folder",
        "destination",
        "output",
        "repo",
        "repository",
        "root",
        "cwd",
        "workspace",
        "db",
        "database",
    ];
    let described = parameter.description.to_lowercase();
    let name = words(&parameter.name);
    let named = name.iter().any(|word| PATHS.contains(&word.as_str()));
    named || described.starts_with("path ") || described.contains("absolute path")
}

/// Existing paths for tools that read, change or remove; new ones for tools that create.
fn paths(context: &ArgumentContext<'_>, name: &[String], described: &str) -> Vec<String> {
    let facts = context.facts;
    let says = |known: &[&str]| name.iter().any(|word| known.contains(&word.as_str()));
    let number = facts.seed % 10_000;
    let about_folders = says(&[
        "directory",
        "dir",
        "folder",
        "repo",
        "repository",
        "root",
        "cwd",
        "workspace",
    ]) || described.contains("directory") && !described.contains("file")
        || words(&context.tool.name).iter().any(|word| {
            [
                "directory",
                "directories",
                "folder",
                "tree",
                "repo",
                "search",
                "list",
                "find",
            ]
            .contains(&word.as_str())
        });
    let is_new = says(&["destination", "output", "dest", "to"]);
    // Each tool makes things of its own.
    let tool = words(&context.tool.name).join("-");
    let fresh = |count: usize| {
        if about_folders {
            format!("{}/candor-{tool}-{number}-{count}", facts.folder)
        } else {
            format!("{}/candor-{tool}-{number}-{count}.txt", facts.folder)
        }
    };
    let there = if about_folders {
        let roots = [facts.folder.clone()];
        facts.folders.iter().cloned().chain(roots).collect()
    } else {
        facts.files.clone()
    };
    let is_making = context.tool.role == ToolRole::Create;
    if is_new || (is_making && !says(&["repo", "repository", "root", "cwd", "workspace"])) {
        vec![fresh(1), fresh(2)]
    } else {
        there.into_iter().chain([fresh(1)]).collect()
    }
}
