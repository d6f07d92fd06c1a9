//! Definitions that refer to themselves without looking any deeper into the value.
//!
//! A tree whose branches are trees is fine: each step goes deeper into the value. But a `Cat` that
//! is a `Pet`, which is a `Cat` or a `Dog`, can be asked for ever. Documents contain that, by
//! mistake or to hurt, and a validator would not come back. So one reference of each such circle
//! is cut: one that demands (`allOf`) rather than one that offers a choice, where there is one.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::api::SchemaDefinitions;

/// How a definition refers to another about the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ReferenceKind {
    /// It demands it. Cut, nothing is demanded.
    Demand,
    /// It is one of several choices, or forbidden. Cut, it is a choice that never fits.
    Choice,
}

/// A reference from one definition to another, by their numbers.
type ReferenceEdge = (usize, usize, ReferenceKind);

/// Cuts all circles. Returns which definition referred to which.
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

/// Which definition refers to which, about the same value.
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

/// The references that close a circle, found depth first. Definitions that offer a choice are
/// begun with, so that what closes the circle is what demands.
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

/// Names every definition that a schema refers to about the value itself.
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

/// What a keyword means for the schemas in it, if they are about the same value.
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

/// A list of choices of which none ever fits was no choice.
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
