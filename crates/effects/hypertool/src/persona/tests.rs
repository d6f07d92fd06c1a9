use candor_model::ToolsetName;

use crate::{HypertoolImport, parse_persona};

/// Reads a persona; gives `name (description): members` for each toolset, and all that was said.
fn check(text: &str, equipped: Option<&str>, expect: &[&str], said: &[&str]) -> HypertoolImport {
    let import = parse_persona(text, "personas/web-dev/persona.yaml").expect("a persona");
    let shown: Vec<String> = import
        .toolsets
        .iter()
        .map(|set| {
            let members: Vec<String> = set.members.iter().map(ToString::to_string).collect();
            format!("{} ({}): {}", set.name, set.description, members.join(" "))
        })
        .collect();
    assert_eq!(shown, expect);
    let all = import.left_out.iter().chain(&import.notices);
    let messages: Vec<&str> = all.map(|one| one.message.as_str()).collect();
    assert_eq!(messages, said);
    let name = import.equipped.as_ref().map(ToolsetName::as_str);
    assert_eq!(name, equipped);
    import
}

const SUGGESTED: &str = "the persona's first toolset is suggested as the one to equip";

#[test]
fn a_persona_becomes_its_toolsets() {
    check(
        "name: writer\n\
         description: Somebody who writes\n\
         version: '1.0'\n\
         toolsets:\n\
         - name: drafts\n\
         \x20 toolIds: [files.read, files.write, files.read]\n\
         - name: proofs_2\n\
         \x20 description: Reads only\n\
         \x20 toolIds:\n\
         \x20 - files.read\n\
         \x20 - web.Fetch.page\n\
         defaultToolset: proofs_2\n\
         metadata: {author: me, tags: [x]}\n",
        Some("persona-writer-proofs-2"),
        &[
            "persona-writer-drafts (Somebody who writes): files.read files.write",
            "persona-writer-proofs-2 (Reads only): files.read web.Fetch.page",
        ],
        &[
            "`toolsets[0].toolIds` names a tool more than once: `files.read`; each is kept once",
            SUGGESTED,
            "the toolset `persona-writer-proofs_2` is called `persona-writer-proofs-2` here",
        ],
    );
}

#[test]
fn what_the_guide_shows_is_understood() {
    check(
        "name: tester\ntoolsets:\n- name: web\n  tools: ['browser.*', 'page.get_*']\n",
        None,
        &["persona-tester-web (): browser.* page.get_*"],
        &[
            "`toolsets[0]` has `tools` where hypertool wants `toolIds`; they are taken as such",
            "`toolsets[0].tools` holds `browser.*`, `page.get_*`, which hypertool never filled; here it selects every tool that fits",
        ],
    );
}

#[test]
fn one_bad_toolset_does_not_hide_the_others() {
    check(
        "description: 3\n\
         defaultToolset: gone\n\
         toolsets:\n\
         - text\n\
         - toolIds: [a.b]\n\
         - {name: empty, toolIds: []}\n\
         - {name: none}\n\
         - {name: typed, toolIds: a.b}\n\
         - {name: bad, toolIds: [b, 7, 'my server.x']}\n\
         - {name: good, toolIds: [a.b, b]}\n\
         - {name: good, toolIds: [a.c]}\n",
        None,
        &[
            "persona-web-dev-good (): a.b",
            "persona-web-dev-good-2 (): a.c",
        ],
        &[
            "`description` is left out: it is a number, and a text belongs there",
            "`toolsets[0]` is left out: it is a text, and a toolset with `name` and `toolIds` belongs there",
            "`toolsets[1]` is left out: it has no name",
            "`toolsets[2]` is left out: it has no tools",
            "`toolsets[3]` is left out: it has no `toolIds`",
            "`toolsets[4].toolIds` is left out: it is a text, and a list of tool ids belongs there",
            "`toolsets[4]` is left out with its notes: none of its tools can be imported",
            "`toolsets[5].toolIds[0]` is left out: `b` names no server",
            "`toolsets[5].toolIds[1]` is left out: it is a number, and a text such as `server.tool` belongs there",
            "`toolsets[5].toolIds[2]` is left out: the server name `my server` holds ` `, and a source's name has only letters, digits, `_` and `-`",
            "`toolsets[5]` is left out with its notes: none of its tools can be imported",
            "`toolsets[6].toolIds[1]` is left out: `b` names no server",
            "the persona has no name and is taken to be `web-dev`",
            "the persona begins with the toolset `gone`, which is not imported",
            "the toolset `persona-web-dev-good` is called `persona-web-dev-good-2` here",
        ],
    );
}

#[test]
fn a_persona_without_toolsets_is_no_error() {
    for text in [
        "name: idle",
        "name: idle\ntoolsets: []",
        "name: idle\ntoolsets:",
    ] {
        check(text, None, &[], &["the persona has no toolsets"]);
    }
    check(
        "name: idle\ntoolsets: {drafts: [a.b]}",
        None,
        &[],
        &["`toolsets` is left out: it is an object, and a list of toolsets belongs there"],
    );
}

#[test]
fn a_long_name_is_cut() {
    let text = format!(
        "name: {}\ntoolsets: [{{name: a, toolIds: [a.b]}}, {{name: b, toolIds: [a.b]}}]",
        "p".repeat(63)
    );
    let import = parse_persona(&text, "persona.yaml").expect("a persona");
    let names: Vec<&str> = import
        .toolsets
        .iter()
        .map(|set| set.name.as_str())
        .collect();
    let base = format!("persona-{}", "p".repeat(42));
    assert_eq!(names, [&base, &format!("{}-2", &base[..48])]);
}

#[test]
fn what_is_no_persona_is_said() {
    for (text, expect) in [
        (
            "",
            "`p.yaml` is empty; restore it from a backup, or give another file",
        ),
        ("# only a comment", "`p.yaml` holds nothing; "),
        ("- a", "`p.yaml` holds a list; "),
        ("just text", "`p.yaml` holds a text; "),
        (
            "other: 1",
            "`p.yaml` holds an object with none of its keys; ",
        ),
        ("name: [", "`p.yaml:"),
    ] {
        let error = parse_persona(text, "p.yaml").expect_err(text).to_string();
        assert!(error.starts_with(expect), "{error}");
    }
}
