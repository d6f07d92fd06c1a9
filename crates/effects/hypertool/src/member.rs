//! Reads the `tools` of a toolset.

use std::collections::{HashMap, HashSet};

use candor_model::{Diagnostic, QualifiedName, ToolPattern, ToolRef, ToolsetMember};
use candor_text::{quote, quote_all};
use serde_json::{Map, Value};

use crate::field::text;
use crate::path::ListEntry;
use crate::reference::{HypertoolReference, tool_name, whole_server};
use crate::report::{ImportReport, RefusedEntry, note};

/// The most members of a toolset.
pub(crate) const MOST: usize = 1_000;

/// Members in their order, each tool once.
#[derive(Default)]
pub(crate) struct MemberList {
    list: Vec<ToolsetMember>,
    seen: HashSet<ToolsetMember>,
    by_name: HashMap<QualifiedName, usize>,
    repeated: Vec<String>,
    wild: Vec<String>,
}

/// Reads a list of references. Invalid ones are reported; the others are kept.
pub(crate) fn members(
    tools: &[Value],
    path: &str,
    report: &mut ImportReport,
) -> Vec<ToolsetMember> {
    let mut members = MemberList::default();
    for (at, value) in tools.iter().enumerate() {
        let entry = ListEntry { list: path, at };
        let read = value
            .as_object()
            .ok_or_else(|| RefusedEntry::wrong_type(value, "an object with `namespacedName`"))
            .and_then(member);
        match read {
            Ok(member) => {
                tell_alias(value, &member, entry, report);
                if value.get("namespacedName").is_some_and(Value::is_string) {
                    members.remember_wild(&member);
                }
                members.add(member);
            }
            Err(refused) => report.refuse(entry, refused),
        }
    }
    members.finish(path, report)
}

/// Reads a persona's list of tool ids.
pub(crate) fn tool_ids(ids: &[Value], path: &str, report: &mut ImportReport) -> Vec<ToolsetMember> {
    let mut members = MemberList::default();
    for (at, value) in ids.iter().enumerate() {
        let read = value
            .as_str()
            .ok_or_else(|| RefusedEntry::wrong_type(value, "a text such as `server.tool`"))
            .and_then(tool_name);
        match read {
            Ok(name) => {
                let member = named(name);
                members.remember_wild(&member);
                members.add(member);
            }
            Err(refused) => report.refuse(ListEntry { list: path, at }, refused),
        }
    }
    members.finish(path, report)
}

fn member(object: &Map<String, Value>) -> Result<ToolsetMember, RefusedEntry> {
    let is_named = text(object, "namespacedName")?.is_some();
    let is_pinned = text(object, "refId")?.is_some();
    // The setup wizard writes the names of servers, and means all of their tools.
    if let (false, false, Some(server)) = (is_named, is_pinned, text(object, "name")?) {
        return whole_server(server).map(ToolsetMember::Pattern);
    }
    let reference = HypertoolReference::read(object)?;
    match (reference.name, reference.ref_id) {
        (Some(name), None) => Ok(named(name)),
        (name, ref_id) => {
            let exact = HypertoolReference { name, ref_id }.exact()?;
            ToolRef::new(exact, ref_id)
                .map(ToolsetMember::Tool)
                .ok_or_else(|| RefusedEntry::new("hypertool::no-tool", "it refers to no tool"))
        }
    }
}

fn named(name: ToolPattern) -> ToolsetMember {
    match name.as_exact() {
        Some(exact) => ToolsetMember::Tool(ToolRef::named(exact)),
        None => ToolsetMember::Pattern(name),
    }
}

fn tell_alias(
    value: &Value,
    member: &ToolsetMember,
    entry: ListEntry<'_>,
    report: &mut ImportReport,
) {
    if let Some(alias) = value.get("alias").filter(|alias| !alias.is_null()) {
        let alias = alias.as_str().unwrap_or("?");
        let message = format!(
            "`{}`: the alias {} of `{member}` is not kept; the tool keeps its own name",
            entry.member("alias"),
            quote(alias)
        );
        report.notice(Diagnostic::warning("hypertool::alias", message));
    }
}

// === impl MemberList ===

impl MemberList {
    /// Remembers a name with `*`, written by hand.
    fn remember_wild(&mut self, member: &ToolsetMember) {
        if let ToolsetMember::Pattern(pattern) = member
            && !self.seen.contains(member)
        {
            self.wild.push(pattern.to_string());
        }
    }

    /// Adds a member unless it is there. A tool that is there by name alone and again with a
    /// hash stays by name alone, which lets in everything that either of them does.
    fn add(&mut self, member: ToolsetMember) {
        let text = member.to_string();
        if !self.seen.insert(member.clone()) {
            self.repeated.push(text);
            return;
        }
        let name = match &member {
            ToolsetMember::Tool(tool) => tool.name(),
            _ => None,
        };
        let Some(name) = name else {
            self.list.push(member);
            return;
        };
        match self.by_name.get(name) {
            None => {
                self.by_name.insert(name.clone(), self.list.len());
                self.list.push(member);
            }
            Some(at) if is_pinned(&self.list[*at]) && is_pinned(&member) => self.list.push(member),
            Some(at) => {
                if !is_pinned(&member) {
                    self.list[*at] = member;
                }
                self.repeated.push(text);
            }
        }
    }

    fn finish(mut self, path: &str, report: &mut ImportReport) -> Vec<ToolsetMember> {
        if self.list.len() > MOST {
            let message = format!(
                "`{path}` holds {} tools; those after the first {MOST} are left out",
                self.list.len()
            );
            let hint = "add them with patterns such as `source.*`, or build two toolsets";
            report.leave_out(Diagnostic::error("hypertool::too-many", message).with_hint(hint));
            self.list.truncate(MOST);
        }
        if !self.repeated.is_empty() {
            let names: Vec<&str> = self.repeated.iter().map(String::as_str).collect();
            let message = format!(
                "`{path}` names a tool more than once: {}; each is kept once",
                quote_all(names)
            );
            report.notice(note("hypertool::repeated", message));
        }
        if !self.wild.is_empty() {
            let names: Vec<&str> = self.wild.iter().map(String::as_str).collect();
            let message = format!(
                "`{path}` holds {}, which hypertool never filled; here it selects every tool \
                 that fits",
                quote_all(names)
            );
            report.notice(Diagnostic::warning("hypertool::pattern", message));
        }
        self.list
    }
}

fn is_pinned(member: &ToolsetMember) -> bool {
    matches!(member, ToolsetMember::Tool(tool) if tool.ref_id().is_some())
}

#[cfg(test)]
mod tests {
    use candor_model::Digest;
    use serde_json::json;

    use super::*;

    /// Members as text, a pinned one with `#` after it; and everything that was said.
    fn check(tools: &Value, expect: &[&str], said: &[&str]) {
        let mut report = ImportReport::new("c.json");
        let tools = tools.as_array().expect("a list");
        let members = members(tools, "tools", &mut report);
        let shown: Vec<String> = members
            .iter()
            .map(|member| format!("{member}{}", if is_pinned(member) { "#" } else { "" }))
            .collect();
        assert_eq!(shown, expect);
        let (left_out, notices) = report.finish();
        let all: Vec<_> = left_out
            .iter()
            .chain(&notices)
            .map(|one| &one.message)
            .collect();
        assert_eq!(all, said);
    }

    #[test]
    fn every_kind_of_reference_is_read() {
        let id = Digest::of("x").to_string();
        let tools = json!([
            { "namespacedName": "a.b" },
            { "refId": id },
            { "namespacedName": "c.d", "refId": id },
            { "name": "files" },
            { "namespacedName": "web.list_*" },
        ]);
        check(
            &tools,
            &["a.b", &format!("{id}#"), "c.d#", "files.*", "web.list_*"],
            &[
                "`tools` holds `web.list_*`, which hypertool never filled; here it selects every tool that fits",
            ],
        );
    }

    #[test]
    fn a_tool_is_there_once() {
        let (one, two) = (Digest::of("1").to_string(), Digest::of("2").to_string());
        let tools = json!([
            { "namespacedName": "a.b", "refId": one },
            { "namespacedName": "a.b" },
            { "namespacedName": "a.c" },
            { "namespacedName": "a.c", "refId": one },
            { "namespacedName": "a.d", "refId": one },
            { "namespacedName": "a.d", "refId": two },
            { "name": "files" },
            { "name": "files" },
            { "refId": two },
            { "refId": two },
        ]);
        check(
            &tools,
            &["a.b", "a.c", "a.d#", "a.d#", "files.*", &format!("{two}#")],
            &[&format!(
                "`tools` names a tool more than once: `a.b`, `a.c`, `files.*`, `{two}`; each is kept once"
            )],
        );
    }

    #[test]
    fn one_bad_entry_does_not_hide_the_others() {
        let id = Digest::of("x").to_string();
        let tools = json!([
            "a.b", null, 5, {}, { "name": "my server" }, { "name": 3 },
            { "namespacedName": "a.*", "refId": id },
            { "namespacedName": "a.good", "alias": "nice", "unknown": [] },
        ]);
        check(
            &tools,
            &["a.good"],
            &[
                "`tools[0]` is left out: it is a text, and an object with `namespacedName` belongs there",
                "`tools[1]` is left out: it is nothing, and an object with `namespacedName` belongs there",
                "`tools[2]` is left out: it is a number, and an object with `namespacedName` belongs there",
                "`tools[3]` is left out: it has neither `namespacedName` nor `refId`",
                "`tools[4]` is left out: the server name `my server` holds ` `, and a source's name has only letters, digits, `_` and `-`",
                "`tools[5]` is left out: its `name` is a number, and a text belongs there",
                "`tools[6]` is left out: `a.*` is more than one tool",
                "`tools[7].alias`: the alias `nice` of `a.good` is not kept; the tool keeps its own name",
            ],
        );
    }
}
