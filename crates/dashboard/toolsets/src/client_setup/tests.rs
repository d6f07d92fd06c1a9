use super::*;

const BASES: [&str; 4] = [
    "http://127.0.0.1:7333",
    "https://tools.example.org/candor",
    "http://tools.lan:80",
    "http://[::1]:7333/it's \"odd\"\\",
];

fn endpoint(text: &str) -> Endpoint {
    Endpoint::parse(text).expect("an endpoint")
}

fn recipe(goal: &ConnectTarget<'_>, id: &str) -> String {
    let all = client_setups(goal).into_iter();
    let mut own = all.filter(|recipe| recipe.id == id);
    own.next().expect("a recipe").text
}

/// Every snippet parses, leads to the endpoint, and holds no token.
#[test]
fn recipes_are_what_they_say() {
    for base in BASES {
        for (text, tokens) in [
            ("", false),
            ("reading", true),
            ("reading@prod", true),
            ("@prod", true),
        ] {
            let endpoint = endpoint(text);
            let goal = ConnectTarget {
                base,
                endpoint: &endpoint,
                tokens,
            };
            let all = client_setups(&goal);
            assert_eq!(all.len(), 9);
            for recipe in all {
                check(&recipe, &goal);
            }
        }
    }
}

fn check(recipe: &ClientSetup, goal: &ConnectTarget<'_>) {
    let (id, text) = (recipe.id, &recipe.text);
    let (name, url) = (goal.name(), goal.url());
    let linked = ["vs-code", "cursor"].contains(&id);
    assert_eq!(recipe.link.is_some(), linked, "{id}");
    for text in recipe.link.iter().chain([text]) {
        let held = text.contains("candor_") || text.contains("YOUR_TOKEN");
        assert!(!held || !linked, "{id}: {text}");
    }
    match id {
        "claude-code" => {
            assert!(
                text.starts_with("claude mcp add --transport http candor"),
                "{text}"
            );
        }
        "codex" => {
            let file: toml::Table = text.parse().expect("TOML");
            let server = &file["mcp_servers"][&name];
            assert_eq!(server["url"].as_str(), Some(&*url));
            let variable = server.get("bearer_token_env_var");
            assert_eq!(variable.is_some(), goal.tokens);
        }
        "stdio" => {
            let file: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(file["mcpServers"][&name]["command"], "candor");
        }
        _ => {
            let file: Value = serde_json::from_str(text).expect("JSON");
            let servers = if id == "vs-code" {
                "servers"
            } else {
                "mcpServers"
            };
            let server = &file[servers][&name];
            let found = match id {
                "claude-desktop" => &server["args"][2],
                "gemini-cli" => &server["httpUrl"],
                _ => &server["url"],
            };
            assert_eq!(found, &Value::from(&*url), "{id}");
            let header = text.contains("Authorization");
            assert_eq!(header, goal.tokens, "{id}: {text}");
            assert_eq!(file.get("inputs").is_some(), goal.tokens && id == "vs-code");
        }
    }
}

#[test]
fn a_server_is_named_after_its_endpoint() {
    for (text, name, path) in [
        ("", "candor", "http://h/mcp"),
        ("reading", "candor-reading", "http://h/mcp/reading"),
        ("@prod", "candor-prod", "http://h/mcp@prod"),
        (
            "reading@prod",
            "candor-reading-prod",
            "http://h/mcp/reading@prod",
        ),
    ] {
        let endpoint = endpoint(text);
        let goal = ConnectTarget {
            base: "http://h",
            endpoint: &endpoint,
            tokens: false,
        };
        assert_eq!((&*goal.name(), &*goal.url()), (name, path));
    }
}

#[test]
fn only_far_addresses_without_encryption_are_allowed_by_name() {
    let endpoint = Endpoint::default();
    for (base, expect) in [
        ("http://127.0.0.1:7333", false),
        ("http://localhost", false),
        ("https://tools.lan", false),
        ("http://tools.lan:80", true),
    ] {
        let goal = ConnectTarget {
            base,
            endpoint: &endpoint,
            tokens: false,
        };
        let text = recipe(&goal, "claude-desktop");
        assert_eq!(text.contains("--allow-http"), expect, "{base}");
    }
}

#[test]
fn an_odd_address_is_one_word_for_a_shell() {
    for (word, expect) in [
        (
            "http://127.0.0.1:7333/mcp/a@b",
            "http://127.0.0.1:7333/mcp/a@b",
        ),
        ("a b", "'a b'"),
        ("it's", r"'it'\''s'"),
        ("$(rm)", "'$(rm)'"),
    ] {
        assert_eq!(shell_quoted(word), expect);
    }
}
