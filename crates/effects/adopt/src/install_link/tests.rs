//! Links, opened as the clients open them.

use proptest::{prop_assert, prop_assert_eq, proptest};
use serde_json::json;

use super::*;

/// The text before it was encoded.
fn decoded(component: &str) -> String {
    let mut parts = component.split('%');
    let mut bytes = parts.next().expect("a part").as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).expect("text")
}

fn map(entry: &Value) -> &Map<String, Value> {
    entry.as_object().expect("an object")
}

fn link(client: ClientKind, name: &str, entry: &Value, inputs: Option<&Value>) -> Option<String> {
    let entry = map(entry);
    install_link(
        client,
        InstalledServer {
            name,
            entry,
            inputs,
        },
    )
}

/// What Cursor reads: the name and the configuration.
fn read_by_cursor(link: &str) -> (String, Value) {
    let start = "cursor://anysphere.cursor-deeplink/mcp/install?name=";
    let query = link.strip_prefix(start).expect("a link for Cursor");
    let (name, config) = query.split_once("&config=").expect("two parameters");
    let entry = STANDARD.decode(decoded(config)).expect("Base64");
    let entry = serde_json::from_slice(&entry).expect("JSON");
    (decoded(name), entry)
}

/// What VS Code reads: one object.
fn read_by_vs_code(link: &str) -> Value {
    let query = link.strip_prefix("vscode:mcp/install?");
    let object = decoded(query.expect("a link for VS Code"));
    serde_json::from_str(&object).expect("JSON")
}

#[test]
fn the_links_are_those_of_the_documentation() {
    let entry = json!({"type": "http", "url": "http://localhost:7333/mcp"});
    let cursor = link(ClientKind::Cursor, "candor", &entry, None);
    assert_eq!(
        cursor.expect("a link"),
        "cursor://anysphere.cursor-deeplink/mcp/install?name=candor&config=eyJ0eXBlIjoiaHR0cCIsInVybCI6Imh0dHA6Ly9sb2NhbGhvc3Q6NzMzMy9tY3AifQ%3D%3D"
    );
    let vs_code = link(ClientKind::VsCode, "candor", &entry, None);
    assert_eq!(
        vs_code.expect("a link"),
        "vscode:mcp/install?%7B%22name%22%3A%22candor%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22http%3A%2F%2Flocalhost%3A7333%2Fmcp%22%7D"
    );
}

#[test]
fn what_has_to_be_asked_for_is_asked_for_or_there_is_no_link() {
    let entry = json!({"url": "https://x", "headers": {"Authorization": "Bearer ${input:t}"}});
    let inputs = json!([{"type": "promptString", "id": "t", "password": true}]);
    let vs_code = link(ClientKind::VsCode, "candor", &entry, Some(&inputs));
    assert_eq!(
        read_by_vs_code(&vs_code.expect("a link")),
        json!({"name": "candor", "url": "https://x", "headers": entry["headers"], "inputs": inputs})
    );
    assert_eq!(
        link(ClientKind::Cursor, "candor", &entry, Some(&inputs)),
        None
    );
    for client in ClientKind::ALL {
        let linked = link(client, "candor", &entry, None).is_some();
        assert_eq!(linked, WITH_LINKS.contains(&client), "{client:?}");
    }
}

proptest! {
    #[test]
    fn nothing_leaves_its_place_in_a_link(name in ".*", url in ".*", key in "[a-mo-z]{1,9}") {
        let entry = json!({key: url});
        let cursor = link(ClientKind::Cursor, &name, &entry, None).expect("a link");
        let vs_code = link(ClientKind::VsCode, &name, &entry, None).expect("a link");
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~%:/?&=".contains(c);
        prop_assert!(cursor.chars().chain(vs_code.chars()).all(plain));
        prop_assert_eq!(read_by_cursor(&cursor), (name.clone(), entry.clone()));
        let mut object = entry;
        object["name"] = name.into();
        prop_assert_eq!(read_by_vs_code(&vs_code), object);
    }
}
