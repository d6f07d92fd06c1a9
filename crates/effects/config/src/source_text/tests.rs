use super::*;

fn input(what: SourceKindInput) -> SourceInput {
    SourceInput {
        name: "files".to_owned(),
        trust: None,
        what,
    }
}

fn no_env(_: &str) -> Option<String> {
    None
}

#[test]
fn what_is_filled_in_is_what_the_file_would_say() {
    let command = |line: &str| SourceKindInput::Command {
        line: line.to_owned(),
        env: vec![("TOKEN".to_owned(), "s3cret".to_owned())],
        cwd: Some(" /srv ".to_owned()),
    };
    let written = write(&input(command(r#"npx -y "a b" --x='"'"#))).expect("a table");
    let expect = "[sources.files]\ncommand = \"npx\"\nargs = [\"-y\", \"a b\", '--x=\"']\n\
                  cwd = \"/srv\"\nenv = { TOKEN = \"s3cret\" }\n";
    assert_eq!(written.toml, expect);
    let (settings, said) = settings(&written, &no_env).expect("a source");
    assert!(said.is_empty(), "{said:?}");
    let line = command_line(&settings).expect("a command line");
    assert_eq!(shlex::split(&line), shlex::split(r#"npx -y "a b" --x='"'"#));
    assert_eq!(settings.trust, SourceTrust::Untrusted);

    assert!(!masked(&written).contains("s3cret"), "{}", masked(&written));
    assert!(!format!("{written:?}").contains("s3cret"));
    let trusted = with_trust(&written, SourceTrust::Trusted);
    let (settings, _) = super::settings(&trusted, &no_env).expect("a source");
    assert_eq!(settings.trust, SourceTrust::Trusted);
}

#[test]
fn every_kind_can_be_filled_in() {
    let url = SourceKindInput::Url {
        url: "https://user:pass@mcp.example/mcp?key=1".to_owned(),
        headers: vec![
            ("Authorization".to_owned(), "Bearer abc".to_owned()),
            ("X-Key".to_owned(), "${KEY}".to_owned()),
        ],
    };
    let written = write(&input(url)).expect("a table");
    let shown = masked(&written);
    for secret in ["pass", "key=1", "abc"] {
        assert!(!shown.contains(secret), "{secret}: {shown}");
    }
    assert!(shown.contains("${KEY}"), "{shown}");

    let document = SourceKindInput::Document {
        at: DocumentInput::Text {
            name: "C:\\docs\\shop.yaml".to_owned(),
            text: "openapi: 3.1.0".to_owned(),
        },
        base_url: Some("http://127.0.0.1:9".to_owned()),
        allow_private: true,
    };
    let written = write(&input(document)).expect("a table");
    let (settings, _) = settings(&written, &no_env).expect("a source");
    assert_eq!(settings.transport.kind(), "openapi");
    let (name, text) = written.document.expect("a document");
    assert_eq!((&*name, &*text), ("shop.yaml", "openapi: 3.1.0"));

    let functions = SourceKindInput::Functions {
        path: "hello.ts".to_owned(),
    };
    let written = write(&input(functions)).expect("a table");
    let (settings, _) = super::settings(&written, &no_env).expect("a source");
    assert_eq!(settings.transport.kind(), "functions");
}

#[test]
fn whatever_names_a_place_on_this_machine_is_told() {
    let document = |at: DocumentInput| SourceKindInput::Document {
        at,
        base_url: None,
        allow_private: false,
    };
    let fetched = |url: &str| document(DocumentInput::Url(url.to_owned()));
    let uploaded = DocumentInput::Text {
        name: "/srv/shop.yaml".to_owned(),
        text: "openapi: 3.1.0".to_owned(),
    };
    let paths: [(SourceKindInput, &[&str]); 8] = [
        (fetched("https://shop.example/openapi.json"), &[]),
        (fetched("/etc/passwd"), &["/etc/passwd"]),
        (fetched(" ../candor.toml"), &["../candor.toml"]),
        (document(uploaded), &[]),
        (
            SourceKindInput::Functions {
                path: "f.ts".to_owned(),
            },
            &["f.ts"],
        ),
        (
            SourceKindInput::Url {
                url: "https://mcp.example".to_owned(),
                headers: Vec::new(),
            },
            &[],
        ),
        (
            SourceKindInput::Command {
                line: "serve".to_owned(),
                env: Vec::new(),
                cwd: Some("/srv".to_owned()),
            },
            &["/srv"],
        ),
        (
            SourceKindInput::Command {
                line: "serve".to_owned(),
                env: Vec::new(),
                cwd: None,
            },
            &[],
        ),
    ];
    for (what, expect) in paths {
        let written = write(&input(what)).expect("a table");
        let (settings, _) = settings(&written, &no_env).expect("a source");
        assert_eq!(local_paths(&settings, &written), expect, "{}", written.toml);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let line = |line: &str| SourceKindInput::Command {
        line: line.to_owned(),
        env: Vec::new(),
        cwd: None,
    };
    for (name, what, expect) in [
        ("a b", line("x"), "name"),
        ("", line("x"), "name"),
        ("files", line("  "), "there is no command"),
        ("files", line("npx 'open"), "quote"),
    ] {
        let mut input = input(what);
        name.clone_into(&mut input.name);
        let said = write(&input).expect_err("wrong");
        assert!(said[0].message.contains(expect), "{name}: {said:?}");
    }
    let bad = SourceKindInput::Url {
        url: "ftp://example".to_owned(),
        headers: Vec::new(),
    };
    let written = write(&input(bad)).expect("a table");
    let said = settings(&written, &no_env).expect_err("no such scheme");
    let ftp = |one: &Diagnostic| one.message.contains("ftp");
    assert!(said.iter().any(ftp), "{said:?}");
}

#[test]
fn a_pasted_file_gives_every_server_by_itself() {
    let text = r#"{"mcpServers": {
        "one": {"command": "a", "env": {"T": "x"}},
        "two": {"url": "https://two.example/mcp"},
        "bad": {"nothing": 1}}}"#;
    let (sources, said) = from_mcp_json(text, Some(SourceTrust::Trusted)).expect("two");
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["one", "two"]);
    assert!(!said.is_empty());
    for source in &sources {
        let (settings, _) = settings(source, &no_env).expect("a source");
        assert_eq!(settings.trust, SourceTrust::Trusted);
    }
    assert!(from_mcp_json("{", None).is_err());
}
