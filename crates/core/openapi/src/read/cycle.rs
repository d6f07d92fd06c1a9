//! Removal of definitions that refer to themselves about the same value.
//!
//! A recursive tree is fine: each step goes deeper into the value. But a `Cat` that is a `Pet`,
//! which is a `Cat` or a `Dog`, can be expanded forever. Documents contain such cycles by mistake
//! or with malicious intent, and a validator would not terminate. One reference of each such cycle
//! is therefore removed: preferably a requirement (`allOf`) rather than a choice.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::api::SchemaDefinitions;

/// How a definition refers to another about the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ReferenceKind {
    /// As a requirement. Removing it means that nothing is required.
    Demand,
    /// As one of several choices, or negated. Removing it makes it a choice that never matches.
    Choice,
}

/// A reference between definitions, by index.
type ReferenceEdge = (usize, usize, ReferenceKind);

/// Removes all cycles. Returns the removed references.
pub(super) fn cut(definitions: &mut SchemaDefinitions) -> Vec<(String, String)> {
    let edges = edges(definitions);
    let cuts = circles(&edges);
    if cuts.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = definitions.keys().cloned().collect();
    let mut by_origin: BTreeMap<usize, HashSet<(&str, ReferenceKind)>> = BTreeMap::new();
    for (from, to, link) in &cuts {
        let targets = by_origin.entry(*from).or_default();
        targets.insert((names[*to].as_str(), *link));
    }
    let mut told = Vec::new();
    for (from, targets) in by_origin {
        if let Some(schema) = definitions.get_mut(&names[from]) {
            remove(schema, ReferenceKind::Demand, &targets);
        }
        let unique: HashSet<&str> = targets.into_iter().map(|(to, _)| to).collect();
        let mut unique: Vec<&str> = unique.into_iter().collect();
        unique.sort_unstable();
        told.extend(
            unique
                .into_iter()
                .map(|to| (names[from].clone(), to.to_owned())),
        );
    }
    told
}

/// The references between definitions about the same value.
fn edges(definitions: &SchemaDefinitions) -> Vec<Vec<(usize, ReferenceKind)>> {
    let numbers: HashMap<&str, usize> = definitions
        .keys()
        .enumerate()
        .map(|(number, name)| (name.as_str(), number))
        .collect();
    let targets = |schema| {
        let mut found = Vec::new();
        visit(schema, ReferenceKind::Demand, &mut |name, link| {
            found.extend(numbers.get(name).map(|number| (*number, link)));
        });
        found
    };
    definitions.values().map(targets).collect()
}

/// The references that close a cycle, found depth first. Starts with definitions that offer a
/// choice, so that cycles are closed by requirements.
fn circles(edges: &[Vec<(usize, ReferenceKind)>]) -> HashSet<ReferenceEdge> {
    #[derive(Clone, Copy, PartialEq)]
    enum VisitState {
        New,
        Open,
        Done,
    }
    let offers = |from: &usize| {
        edges[*from]
            .iter()
            .any(|(_, link)| *link == ReferenceKind::Choice)
    };
    let (first, second): (Vec<usize>, Vec<usize>) = (0..edges.len()).partition(offers);
    let mut state = vec![VisitState::New; edges.len()];
    let mut cuts = HashSet::new();
    for start in first.into_iter().chain(second) {
        if state[start] != VisitState::New {
            continue;
        }
        state[start] = VisitState::Open;
        let mut open = vec![(start, 0)];
        while let Some((from, next)) = open.last_mut() {
            let Some((to, link)) = edges[*from].get(*next).copied() else {
                state[*from] = VisitState::Done;
                open.pop();
                continue;
            };
            *next += 1;
            match state[to] {
                VisitState::New => {
                    state[to] = VisitState::Open;
                    open.push((to, 0));
                }
                VisitState::Open => _ = cuts.insert((*from, to, link)),
                VisitState::Done => {}
            }
        }
    }
    cuts
}

/// Visits every definition that a schema refers to about the value itself.
fn visit<'v>(
    schema: &'v Value,
    link: ReferenceKind,
    found: &mut impl FnMut(&'v str, ReferenceKind),
) {
    let Some(members) = schema.as_object() else {
        return;
    };
    for (key, value) in members {
        match (key.as_str(), value) {
            ("$ref", Value::String(text)) => {
                if let Some(name) = text.strip_prefix("#/$defs/") {
                    found(name, link);
                }
            }
            ("dependentSchemas", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    visit(schema, ReferenceKind::Demand, found);
                }
            }
            (key, Value::Array(schemas)) => {
                if let Some(link) = inner(key) {
                    for schema in schemas {
                        visit(schema, link, found);
                    }
                }
            }
            (key, schema) => {
                if let Some(link) = inner(key) {
                    visit(schema, link, found);
                }
            }
        }
    }
}

/// The kind of reference for schemas under a keyword, if they are about the same value.
fn inner(key: &str) -> Option<ReferenceKind> {
    match key {
        "allOf" | "if" | "then" | "else" => Some(ReferenceKind::Demand),
        "anyOf" | "oneOf" | "not" => Some(ReferenceKind::Choice),
        _ => None,
    }
}

/// Removes the references that close a cycle.
fn remove(schema: &mut Value, link: ReferenceKind, cuts: &HashSet<(&str, ReferenceKind)>) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    let is_cut = members
        .get("$ref")
        .and_then(|text| text.as_str()?.strip_prefix("#/$defs/"))
        .is_some_and(|name| cuts.contains(&(name, link)));
    if is_cut && link == ReferenceKind::Choice {
        *schema = Value::Bool(false);
        return;
    }
    if is_cut {
        members.shift_remove("$ref");
    }
    for (key, value) in members.iter_mut() {
        match (key.as_str(), value) {
            ("dependentSchemas", Value::Object(schemas)) => {
                for schema in schemas.values_mut() {
                    remove(schema, ReferenceKind::Demand, cuts);
                }
            }
            (key, Value::Array(schemas)) => {
                if let Some(link) = inner(key) {
                    for schema in schemas {
                        remove(schema, link, cuts);
                    }
                }
            }
            (key, schema) => {
                if let Some(link) = inner(key) {
                    remove(schema, link, cuts);
                }
            }
        }
    }
    drop_empty_choices(members);
}

/// A list of choices that never match is not a choice.
fn drop_empty_choices(members: &mut Map<String, Value>) {
    for key in ["anyOf", "oneOf"] {
        let never = |schema: &Value| *schema == Value::Bool(false);
        let choices = members.get(key).and_then(Value::as_array);
        if choices.is_some_and(|choices| choices.iter().all(never)) {
            members.shift_remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(before: &Value, after: &Value, expect: &[(&str, &str)]) {
        let read = |value: &Value| -> SchemaDefinitions {
            let members = value.as_object().expect("definitions").clone();
            members.into_iter().collect()
        };
        let mut definitions = read(before);
        let told = cut(&mut definitions);
        assert_eq!(definitions, read(after));
        let told: Vec<_> = told.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(told, expect);
    }

    fn to(name: &str) -> Value {
        json!({"$ref": format!("#/$defs/{name}")})
    }

    #[test]
    fn trees_are_fine() {
        let tree = json!({
            "Tree": {"properties": {"left": to("Tree")}, "items": to("Tree")},
            "List": {"anyOf": [{"type": "null"}, {"properties": {"rest": to("List")}}]},
            "A": {"allOf": [to("B"), to("C")]}, "B": to("C"), "C": {"type": "object"},
        });
        check(&tree, &tree, &[]);
    }

    #[test]
    fn the_demand_is_cut_rather_than_the_choice() {
        let base = json!({"type": "object"});
        check(
            &json!({
                "Animal": base,
                "Cat": {"allOf": [to("Pet"), {"required": ["claws"]}]},
                "Dog": {"allOf": [to("Pet")]},
                "Pet": {"oneOf": [to("Cat"), to("Dog")]},
            }),
            &json!({
                "Animal": base,
                "Cat": {"allOf": [{}, {"required": ["claws"]}]},
                "Dog": {"allOf": [{}]},
                "Pet": {"oneOf": [to("Cat"), to("Dog")]},
            }),
            &[("Cat", "Pet"), ("Dog", "Pet")],
        );
    }

    #[test]
    fn a_choice_of_oneself_is_none() {
        check(
            &json!({"A": {"anyOf": [to("A"), {"type": "string"}]}}),
            &json!({"A": {"anyOf": [false, {"type": "string"}]}}),
            &[("A", "A")],
        );
        check(
            &json!({"A": {"anyOf": [to("A")], "title": "t"}, "B": {"not": to("B")}}),
            &json!({"A": {"title": "t"}, "B": {"not": false}}),
            &[("A", "A"), ("B", "B")],
        );
    }

    #[test]
    fn references_without_content_accept_anything() {
        check(
            &json!({"A": to("B"), "B": to("C"), "C": {"$ref": "#/$defs/A", "title": "t"}}),
            &json!({"A": to("B"), "B": to("C"), "C": {"title": "t"}}),
            &[("C", "A")],
        );
    }

    #[test]
    fn long_chains_do_not_exhaust_the_stack() {
        let count = 20_000;
        let mut chain: SchemaDefinitions = (0..count)
            .map(|at| (format!("{at:06}"), to(&format!("{:06}", (at + 1) % count))))
            .collect();
        assert_eq!(cut(&mut chain).len(), 1);
    }
}
