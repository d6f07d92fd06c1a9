use super::*;

fn program(args: &[&str], env: &[(&str, &str)]) -> ServerEntry {
    let owned = |text: &&str| (*text).to_owned();
    ServerEntry {
        transport: ServerTransport::Program {
            command: "npx".to_owned(),
            args: args.iter().map(owned).collect(),
            env: env
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            cwd: None,
        },
        enabled: true,
        dropped: Vec::new(),
    }
}

fn remote(url: &str, headers: &[(&str, &str)]) -> ServerEntry {
    let headers = headers.iter();
    let headers = headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    ServerEntry {
        transport: ServerTransport::Remote {
            url: url.to_owned(),
            headers: headers.collect(),
            sse: false,
        },
        enabled: true,
        dropped: Vec::new(),
    }
}

#[test]
fn values_of_variables_are_secrets_unless_they_are_harmless() {
    for (name, value) in [
        ("GITHUB_TOKEN", "x"),
        ("API_KEY", "/run/keys/1"),
        ("GH_PAT", "abc"),
        ("MODE", "something odd"),
        ("VALUE", "ghp_0123456789abcdef"),
        ("URL", "postgres://ada:geheim@db/x"),
    ] {
        assert_eq!(program(&[], &[(name, value)]).secrets(), [value], "{name}");
    }
    for (name, value) in [
        ("LOG_LEVEL", "debug"),
        ("PORT", "8080"),
        ("NOTES_PATH", "/home/ada/notes"),
        ("BASE_URL", "https://shop.example/api"),
        ("API_KEY", "${API_KEY}"),
        ("API_KEY", ""),
    ] {
        assert_eq!(program(&[], &[(name, value)]).secrets(), [""; 0], "{name}");
    }
}

#[test]
fn arguments_are_secrets_where_something_speaks_for_it() {
    let secrets = |args: &[&str]| program(args, &[]).secrets();
    assert_eq!(secrets(&["--token", "abc"]), ["abc"]);
    assert_eq!(secrets(&["--api-key=abc"]), ["abc"]);
    assert_eq!(
        secrets(&["--header", "Authorization: Bearer x"]),
        ["Bearer x"]
    );
    assert_eq!(secrets(&["sk-0123456789abcdef"]), ["sk-0123456789abcdef"]);
    assert_eq!(secrets(&["postgresql://ada:geheim@db/x"]), ["geheim"]);
    let harmless = [
        "-y",
        "@scope/server-monkey",
        "/home/ada/keys",
        "--token",
        "${TOKEN}",
    ];
    assert_eq!(secrets(&harmless), [""; 0]);
    assert_eq!(secrets(&["@auth/mcp-server@1.2.3", "--verbose"]), [""; 0]);
}

#[test]
fn headers_and_addresses() {
    let entry = remote("https://a.example/mcp?api_key=abc&x=1", &[("X-Own", "v")]);
    assert_eq!(entry.secrets(), ["v", "abc"]);
    assert_eq!(entry.summary(), "https://a.example/mcp?api_key=****&x=1");
    let entry = remote("https://ada:pw@a.example/mcp", &[("Accept", "text/html")]);
    assert_eq!(entry.secrets(), ["pw"]);
    assert_eq!(remote("https://a.example/mcp", &[]).secrets(), [""; 0]);
}

#[test]
fn masking_finds_escaped_secrets_and_the_longest_first() {
    let secrets = ["a\"b".to_owned(), "abc".to_owned(), "abcdef".to_owned()];
    assert_eq!(
        masked(r#"{"x": "a\"b", "y": "abcdef"}"#, &secrets),
        r#"{"x": "****", "y": "****"}"#
    );
}

#[test]
fn a_short_secret_is_masked_where_it_stands_alone() {
    let secrets = ["ab".to_owned()];
    let shown = masked(r#"{"label": "ab", "cab": "ab-c", "x": "ab"}"#, &secrets);
    assert_eq!(shown, r#"{"label": "****", "cab": "****-c", "x": "****"}"#);
}

#[test]
fn a_summary_is_quoted_for_a_shell_and_shows_no_secret() {
    let summary = program(&["--token", "it's", "a b"], &[]).summary();
    assert!(summary.ends_with(" --token '****' 'a b'"), "{summary}");
}
