//! What a tool's parameters give away.

mod linking;
mod outputs;
mod saving;
mod steps;
mod switch;

use serde_json::Value;

use self::linking::names_two_things;
pub(crate) use self::outputs::drop_common_outputs;
use self::saving::says_where_to_save;
use self::steps::steps;
use self::switch::{REMOVING_SWITCH, asks_anew, removes, takes_switch};
use crate::head_verb;
use crate::phrase::PhraseTopic;
use crate::verb::{self, VerbEffect, WordKind};
use crate::words::{NameWords, clip};

/// How many parameters, and how many values of an enum, are looked at.
const PARAMETERS: usize = 200;
const VALUES: usize = 100;

/// What the parameters give away.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParameterEvidence {
    /// Clues: about what, decibans, why.
    pub(crate) clues: Vec<(PhraseTopic, i32, String)>,
    /// Whether it can only be asked for things that read.
    pub(crate) reads: bool,
    /// The worst that one of the actions of a choice does, and the action.
    pub(crate) worst: Option<(VerbEffect, String)>,
    /// A parameter that takes any address of the web.
    pub(crate) url: Option<String>,
    /// A parameter that takes a program: a statement, a script, a command line.
    pub(crate) program: Option<String>,
    /// A parameter that says where the result is saved.
    pub(crate) saves_to: Option<String>,
    /// Whether a call brings the shape itself that it is about: coordinates, a polygon.
    pub(crate) shape: bool,
    /// Whether a parameter names a local file or folder.
    pub(crate) local: bool,
    /// Why the same call may say the same again.
    pub(crate) again: Option<SameAgain>,
}

/// What a call says that is the same when it is said twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SameAgain {
    /// All that must be given are the names of two things that are there already.
    TwoThings,
    /// A required switch says what is to be the case.
    Switch,
}

/// A parameter whose presence says something.
#[rustfmt::skip]
const TELLING: &[(PhraseTopic, i32, &[&str])] = &[
    (PhraseTopic::Reads, -7, &["dry_run", "dryrun", "commit", "apply", "confirm", "confirmed", "confirmation"]),
    (PhraseTopic::Reads, -9, &["overwrite", "force_overwrite", "upsert", "idempotency_key",
        "save_to_file", "save_to_disk", "write_to_file", "write_to_disk", "save_locally"]),
    // Who is told later waits for something that goes on.
    (PhraseTopic::Reads, -9, &["webhook", "webhook_url", "callback_url", "notify"]),
    (PhraseTopic::Reads, -5, &["force", "delete", "recursive_delete"]),
    (PhraseTopic::Destroys, 6, &["overwrite", "force_overwrite", "delete", "purge", "permanent", "permanently"]),
    (PhraseTopic::Repeats, -15, &["etag", "if_match", "ifmatch", "expected_version", "expected_revision",
        "lock_version", "expected_etag"]),
    (PhraseTopic::Repeats, 10, &["idempotency_key", "idempotencykey", "request_id", "client_token"]),
    (PhraseTopic::Reads, 4, &["cursor", "page_size", "per_page", "pagesize", "offset", "page_token",
        "limit", "max_results", "start_at", "first", "after", "order_by", "sort_by"]),
];

/// Parameters that take a program.
#[rustfmt::skip]
const PROGRAMS: [&str; 15] = [
    "sql", "statement", "statements", "command", "commands", "cmd", "code", "script", "shell",
    "javascript", "python", "bash", "program", "mutation", "expression",
];

/// Words in the description of a query that limit it to reading.
const READING_ONLY: [&str; 5] = ["select", "read-only", "read only", "readonly", "jql"];

/// Words that speak of a program.
#[rustfmt::skip]
const CODE: [&str; 10] = [
    "execut", "run", "eval", "script", "python", "source", "snippet", "function", "program", "code to",
];

/// How much of a parameter's description is looked at, in bytes.
const DESCRIPTION: usize = 400;

/// Parameters that take an address.
const URLS: [&str; 6] = ["url", "uri", "urls", "website", "link", "href"];

/// Parameters that take a local file or folder.
#[rustfmt::skip]
const LOCAL: [&str; 14] = [
    "path", "paths", "file_path", "filepath", "filename", "file_name", "directory", "repo_path",
    "project_path", "workspace_root", "workspace_path", "project_dir", "cwd", "working_directory",
];

/// Parameters that hold a shape.
#[rustfmt::skip]
const SHAPES: [&str; 17] = [
    "geometry", "geometries", "polygon", "polygons", "geojson", "coordinates", "coordinate", "point",
    "points", "longitude", "lng", "lon", "line", "feature", "polygon1", "polygon2", "bbox",
];

/// Parameters that choose what is done.
#[rustfmt::skip]
const CHOICES: [&str; 12] = [
    "action", "actions", "operation", "operations", "op", "method", "verb", "mode", "command",
    "action_type", "operation_type", "subcommand",
];

/// Looks at the parameters: the root's, and those of the alternatives directly under it.
pub(crate) fn look(schema: Option<&Value>) -> ParameterEvidence {
    let mut shape = ParameterEvidence::default();
    let Some(schema) = schema else { return shape };
    let alternatives = ["anyOf", "oneOf", "allOf"]
        .iter()
        .filter_map(|key| schema.get(key)?.as_array())
        .flatten()
        .take(VALUES);
    let roots = std::iter::once(schema).chain(alternatives);
    let properties = roots
        .filter_map(|root| root.get("properties")?.as_object())
        .flatten()
        .take(PARAMETERS);
    for (name, property) in properties {
        parameter(name, property, &mut shape);
    }
    shape.again = if names_two_things(schema) {
        Some(SameAgain::TwoThings)
    } else {
        takes_switch(schema).then_some(SameAgain::Switch)
    };
    shape
}

fn parameter(name: &str, property: &Value, shape: &mut ParameterEvidence) {
    let key = key(name);
    for (about, weight, names) in TELLING {
        let names_it = names.contains(&key.as_str()) && !(key == "force" && asks_anew(property));
        if names_it && !said(shape, *about, *weight) {
            let why = format!("it has a parameter `{key}`");
            shape.clues.push((*about, *weight, why));
        }
    }
    if removes(&key, property) && !said(shape, PhraseTopic::Reads, -REMOVING_SWITCH) {
        let why = format!("it has a switch `{key}`");
        shape
            .clues
            .push((PhraseTopic::Reads, -REMOVING_SWITCH, why));
    }
    if takes_text(property) && says_where_to_save(&key, property) {
        shape.saves_to.get_or_insert(key.clone());
    }
    shape.shape |= SHAPES.contains(&key.as_str());
    shape.local |= LOCAL.contains(&key.as_str());
    let values = values(property);
    if CHOICES.contains(&key.as_str()) && selects(property) {
        // It says which things are meant, not what is done to them.
    } else if CHOICES.contains(&key.as_str()) && !values.is_empty() {
        choice(&key, &values, shape);
    } else if let Some(steps) = steps(&key, property) {
        choice(&key, &steps, shape);
    } else if takes_program(&key, property) && values.is_empty() && takes_text(property) {
        shape.program.get_or_insert(key);
    } else if URLS.contains(&key.as_str()) && takes_text(property) {
        shape.url.get_or_insert(key);
    }
}

/// Whether a parameter takes a program: `sql`, `raw_sql`, `code`. A code that is described without
/// a word of programs is the code of a country or a project; a query is a program only if it is
/// said to be SQL.
fn takes_program(key: &str, property: &Value) -> bool {
    let last = key.rsplit('_').next().unwrap_or(key);
    let text = property.get("description").and_then(Value::as_str);
    match key {
        "code" => text.is_none_or(|text| {
            let text = clip(text, DESCRIPTION).to_lowercase();
            CODE.iter().any(|word| text.contains(word))
        }),
        "query" => text.is_some_and(|text| {
            let text = clip(text, DESCRIPTION).to_lowercase();
            ["sql", "cypher", "mutation", "sparql update", "mongosh"]
                .iter()
                .any(|language| text.contains(language))
                && !READING_ONLY.iter().any(|word| text.contains(word))
        }),
        _ => PROGRAMS.contains(&key) || matches!(last, "sql" | "script" | "cmd" | "statement"),
    }
}

/// A parameter that makes several tools of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// One of these is done; those whose verb is known.
    Actions(Vec<(&'a str, VerbEffect)>),
    /// Whether nothing is to be done.
    DryRun,
    /// Whether what is there may be replaced.
    Overwrite,
    /// What is done is said in SQL.
    Sql,
    None,
}

/// What a parameter makes of its tool. A list of actions is no choice: a call may name several.
pub(crate) fn choice_of<'a>(name: &str, property: &'a Value) -> Choice<'a> {
    let key = key(name);
    let is_switch = property.get("type").is_some_and(|kind| kind == "boolean");
    match key.as_str() {
        "dry_run" | "dryrun" if is_switch => return Choice::DryRun,
        "overwrite" | "force_overwrite" if is_switch => return Choice::Overwrite,
        _ => {}
    }
    let values = values(property);
    let several = property.get("items").is_some();
    if CHOICES.contains(&key.as_str()) && !values.is_empty() && !selects(property) && !several {
        let known = values.into_iter();
        let known = known.filter_map(|value| Some((value, effect(value)?)));
        return Choice::Actions(known.collect());
    }
    let text = property.get("description").and_then(Value::as_str);
    let text = clip(text.unwrap_or_default(), DESCRIPTION).to_lowercase();
    let says_sql = key.split('_').any(|word| word == "sql")
        || (matches!(key.as_str(), "query" | "statement") && text.contains("sql"));
    let is_text = property.get("type").is_none_or(|kind| kind == "string");
    if says_sql && is_text && values_are_free(property) {
        return Choice::Sql;
    }
    Choice::None
}

fn values_are_free(property: &Value) -> bool {
    values(property).is_empty()
}

/// Several parameters of one kind are one clue: `limit` and `offset` come together.
fn said(shape: &ParameterEvidence, about: PhraseTopic, weight: i32) -> bool {
    let mut clues = shape.clues.iter();
    clues.any(|(one, other, _)| *one == about && *other == weight)
}

/// What is chosen where numbers are worked out.
#[rustfmt::skip]
const ARITHMETIC: [&str; 9] = [
    "subtract", "multiply", "divide", "power", "sqrt", "modulo", "transpose", "inverse", "determinant",
];

/// A choice of actions is as bad as its worst. Who adds and subtracts adds nothing to what is there.
fn choice(key: &str, values: &[&str], shape: &mut ParameterEvidence) {
    let computes = values.iter().filter(|value| ARITHMETIC.contains(value));
    if computes.count() > 1 {
        return;
    }
    let effects = values
        .iter()
        .filter_map(|value| Some((effect(value)?, *value)));
    let effects: Vec<_> = effects.collect();
    let Some((worst, value)) = effects.iter().max_by_key(|(effect, _)| *effect) else {
        return;
    };
    let value: String = value.chars().take(40).collect();
    if worst.writes() {
        shape.worst = Some((*worst, format!("its parameter `{key}` can be `{value}`")));
    } else if effects.len() == values.len() {
        let why = format!("every `{key}` it takes reads");
        let weight = if key == "mode" { 7 } else { 10 };
        shape.clues.push((PhraseTopic::Reads, weight, why));
        shape.reads = key != "mode";
    }
}

/// What a value of a choice does: `create_route` creates, `route_create` too; `build_failed` is
/// a state, and `page_history` is something to look at.
fn effect(value: &str) -> Option<VerbEffect> {
    let words = NameWords::split(value).words;
    let (first, last) = (words.first()?, words.last()?);
    if words.len() > 1 && last.low.ends_with("ed") {
        return None;
    }
    let first = verb::base(&first.low);
    let sure = first.filter(|verb| verb.kind != WordKind::Noun || words.len() == 1);
    let ends = verb::base(&last.low).filter(|verb| verb.kind == WordKind::Verb);
    let known = sure.or(ends).or(first).map(|verb| verb.effect);
    known.or_else(|| head_verb::is_to_read(&last.low).then_some(VerbEffect::Reads))
}

/// What the description of a choice says that only picks what is described.
#[rustfmt::skip]
const PICKING: [&str; 8] = [
    "whose schema", "whose definition", "whose documentation", "whose signature", "schema to return",
    "to describe", "to explain", "to get help",
];

/// Whether a choice only picks what is listed or described.
fn selects(property: &Value) -> bool {
    let text = property.get("description").and_then(Value::as_str);
    let text = clip(text.unwrap_or_default().trim_start(), DESCRIPTION).to_lowercase();
    text.starts_with("filter") || PICKING.iter().any(|phrase| text.contains(phrase))
}

/// A parameter's name in snake case, so that `dryRun` is `dry_run`.
fn key(name: &str) -> String {
    let words = NameWords::split(name).words;
    let words: Vec<_> = words.into_iter().map(|word| word.low).collect();
    words.join("_")
}

/// The texts that a parameter may take, where it is a choice.
fn values(property: &Value) -> Vec<&str> {
    let listed = |value: &'_ Value| value.get("enum").and_then(Value::as_array).is_some();
    let holder = [Some(property), property.get("items")];
    let direct = holder.into_iter().flatten().find(|one| listed(one));
    if let Some(values) = direct.and_then(|one| one.get("enum")?.as_array()) {
        return values
            .iter()
            .filter_map(Value::as_str)
            .take(VALUES)
            .collect();
    }
    let alternatives = ["anyOf", "oneOf"]
        .iter()
        .filter_map(|key| property.get(key)?.as_array())
        .flatten()
        .take(VALUES);
    let mut texts = Vec::new();
    for one in alternatives {
        texts.extend(one.get("const").and_then(Value::as_str));
        let values = one.get("enum").and_then(Value::as_array);
        texts.extend(
            values
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .take(VALUES),
        );
    }
    texts.truncate(VALUES);
    texts
}

/// Whether a parameter takes text, or a list of texts; one without a type takes anything.
fn takes_text(property: &Value) -> bool {
    match property.get("type") {
        Some(Value::String(name)) => name == "string" || name == "array",
        Some(Value::Array(names)) => names.iter().any(|name| name == "string"),
        Some(_) => false,
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn look_at(properties: &Value) -> ParameterEvidence {
        look(Some(&json!({"type": "object", "properties": properties})))
    }

    #[test]
    fn a_choice_is_as_bad_as_its_worst() {
        let shape = look_at(&json!({"action": {"enum": ["list", "get", "delete_all", "create"]}}));
        let (worst, why) = shape.worst.expect("a worst");
        assert_eq!(worst, VerbEffect::Removes);
        assert_eq!(why, "its parameter `action` can be `delete_all`");
        let shape =
            look_at(&json!({"operation": {"anyOf": [{"const": "get"}, {"const": "list"}]}}));
        assert_eq!(shape.worst, None);
        assert_eq!((shape.clues[0].1, shape.reads), (10, true));
        let unknown = look_at(&json!({"mode": {"enum": ["fast", "slow"]}}));
        assert!(unknown.clues.is_empty());
        let nouns = look_at(&json!({"action": {"enum": ["getRoute", "listBuild"]}}));
        assert_eq!((nouns.worst, nouns.clues[0].1), (None, 10));
        let states = ["build_failed", "merge_train_removed"];
        assert!(
            look_at(&json!({"action": {"enum": states}}))
                .clues
                .is_empty()
        );
        let filter = json!({"action": {"enum": ["delete"], "description": "Filter by action"}});
        assert!(look_at(&filter).clues.is_empty());
    }

    #[test]
    fn parameters_tell() {
        for (name, about, weight) in [
            ("dryRun", PhraseTopic::Reads, -7),
            ("etag", PhraseTopic::Repeats, -15),
            ("If-Match", PhraseTopic::Repeats, -15),
            ("per_page", PhraseTopic::Reads, 4),
        ] {
            let shape = look_at(&json!({name: {"type": "string"}}));
            let (found, decibans, _) = &shape.clues[0];
            assert_eq!((*found, *decibans), (about, weight), "{name}");
        }
        assert!(
            look_at(&json!({"sql": {"type": "string"}}))
                .program
                .is_some()
        );
        assert!(
            look_at(&json!({"code": {"type": "integer"}}))
                .program
                .is_none()
        );
        assert!(look_at(&json!({"rawSql": {}})).program.is_some());
        for (text, program) in [("Raw SQL", true), ("SQL SELECT", false), ("Words", false)] {
            let shape = look_at(&json!({"query": {"type": "string", "description": text}}));
            assert_eq!(shape.program.is_some(), program, "{text}");
        }
        for (text, program) in [("The Python to run", true), ("Code of the project", false)] {
            let shape = look_at(&json!({"code": {"type": "string", "description": text}}));
            assert_eq!(shape.program.is_some(), program, "{text}");
        }
        assert!(look_at(&json!({"url": {}})).url.is_some());
        let prune = look_at(&json!({"prune": {"type": "boolean"}}));
        assert_eq!(prune.clues[0].1, -9);
        let kind = json!({"type": {"enum": ["wait", "click"]}});
        let steps = json!({"actions": {"type": "array", "items": {"properties": kind}}});
        let (worst, _) = look_at(&steps).worst.expect("a worst");
        assert_eq!(worst, VerbEffect::Acts);
        for (name, text, saves) in [
            ("savePath", "", true),
            ("filename", "File name to save the picture to", true),
            ("filePath", "The file to read", false),
            ("title", "The title to save", false),
        ] {
            let shape = look_at(&json!({name: {"type": "string", "description": text}}));
            assert_eq!(shape.saves_to.is_some(), saves, "{name}: {text}");
        }
    }

    #[test]
    fn nonsense_is_survived() {
        for schema in [
            json!(null),
            json!(true),
            json!([1, 2]),
            json!({"properties": [1]}),
            json!({"properties": {"action": {"enum": {"a": 1}}, "": 5, "op": {"enum": [1, null]}}}),
            json!({"anyOf": [null, {"properties": {"action": {"enum": ["get"]}}}]}),
        ] {
            look(Some(&schema));
        }
    }
}
