//! Whatever a file looks like: an edit says what it should, keeps every comment that is not inside
//! a server that goes, and changes no other byte.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// White space and comments, each recognisable.
fn filler() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just(String::new()),
        2 => Just(" ".to_owned()),
        2 => Just("\n  ".to_owned()),
        1 => Just("\r\n\t".to_owned()),
        1 => Just("// , } \" line\n".to_owned()),
        1 => Just("/* , } \" block */".to_owned()),
    ];
    prop::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

/// One property: its name, its value, and what is around them.
fn property() -> impl Strategy<Value = (String, String, [String; 4])> {
    let value = prop_oneof![
        Just("{}".to_owned()),
        Just("{ \"command\": \"a\" }".to_owned()),
        Just("{\n    \"command\": \"a\", \"args\": [\"x\", \"}\"]\n  }".to_owned()),
        Just("\"plain, \\\" text\"".to_owned()),
        Just("[1, {\"a\": null}]".to_owned()),
    ];
    let around = [filler(), filler(), filler(), filler()];
    ("[a-zä日]{1,3}", value, around)
}

fn document(properties: &[(String, String, [String; 4])], trailing: bool) -> (String, Vec<String>) {
    let mut text = "// top\n{ \"x\": 1,\n\"mcpServers\": {".to_owned();
    let mut names: Vec<String> = Vec::new();
    let last = properties.len().saturating_sub(1);
    for (place, (name, value, [a, b, c, d])) in properties.iter().enumerate() {
        let name = format!("{name}{place}");
        let comma = if place < last || trailing { "," } else { "" };
        let _ = write!(text, "{a}\"{name}\"{b}:{c}{value}{d}{comma}");
        names.push(name);
    }
    text.push_str("\n} /* end */ }\n// bottom");
    (text, names)
}

/// All comments of a text without strings that look like one.
fn comments(text: &str) -> usize {
    text.matches("// , } \" line").count() + text.matches("/* , } \" block */").count()
}

proptest! {
    #[test]
    fn an_edit_says_what_it_should_and_keeps_comments(
        properties in prop::collection::vec(property(), 1..6),
        trailing in any::<bool>(),
        chosen in any::<u8>(),
    ) {
        let (text, names) = document(&properties, trailing);
        let chosen_at = |place: usize| chosen & (1 << place) != 0;
        let removed: HashSet<String> = names
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen_at(*place))
            .map(|(_, name)| name.clone())
            .collect();
        prop_assume!(!removed.is_empty());
        let edits = [ListEdit {
            map: vec!["mcpServers".to_owned()],
            removed: removed.clone(),
            name: "candor".to_owned(),
            entry: json!({"command": "candor", "args": ["stdio"]}),
        }];
        // It is compared with what it should say before it is given out.
        let edited = edit(&FileLayout::PLAIN, &text, &edits);
        prop_assert!(edited.is_ok(), "{text}");
        let edited = edited.unwrap_or_default();
        // Between a key and its value is inside the server.
        let inside: usize = properties
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen_at(*place))
            .map(|(_, (_, _, [_, b, c, _]))| comments(b) + comments(c))
            .sum();
        prop_assert_eq!(comments(&edited), comments(&text) - inside, "{}\n---\n{}", text, edited);
        let begins = edited.starts_with("// top\n{ \"x\": 1,\n\"mcpServers\": {");
        let ends = edited.ends_with(" /* end */ }\n// bottom");
        prop_assert!(begins && ends, "{edited}");
    }

    #[test]
    fn no_text_makes_the_editor_fail(text in ".{0,200}") {
        for layout in [FileLayout::PLAIN, FileLayout::CODEX, FileLayout::GOOSE, FileLayout::CONTINUE] {
            let found = crate::read::servers(&layout, &text);
            let edits = [ListEdit {
                map: vec![layout.maps[0][0].to_owned()],
                removed: HashSet::from(["a".to_owned()]),
                name: "candor".to_owned(),
                entry: json!({}),
            }];
            let _ = (found.is_ok(), edit(&layout, &text, &edits));
        }
    }
}
