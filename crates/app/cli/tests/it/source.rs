//! `candor add` and `candor remove`.

use crate::sandbox::{CANDOR, CommandSandbox, check};

#[test]
fn a_source_comes_and_goes() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("add files -- npx -y server 'a b'"), @r"
    exit 0
    --- stdout
    added: files, in `candor.toml`
    --- stderr
    hint: `candor tools --source files` starts it and lists its tools
    ");
    sandbox.ok("add search https://search.example/mcp --header 'Authorization=Bearer ${TOKEN}'");
    let written = sandbox.read("candor.toml");
    insta::assert_snapshot!(written, @r#"
    # All keys: `candor config default`.

    [sources.files]
    command = "npx"
    args = ["-y", "server", "a b"]

    [sources.search]
    url = "https://search.example/mcp"
    headers = { Authorization = "Bearer ${TOKEN}" }
    "#);
    let twice = sandbox.run("add files -- other");
    twice.refused();
    twice.reports("there is a source `files` already");
    sandbox.ok("remove files");
    let written = sandbox.read("candor.toml");
    assert!(
        !written.contains("files") && written.contains("[sources.search]"),
        "{written}"
    );
    let gone = sandbox.run("remove files");
    gone.refused();
    gone.reports("there is no source `files` in the file");
}

#[test]
fn what_others_wrote_stays() {
    let sandbox = CommandSandbox::configured("# ours\n[server]\nlog_level   = \"warn\" # quiet\n");
    sandbox.ok("add files -- server");
    let written = sandbox.read("candor.toml");
    assert!(
        written.starts_with("# ours\n[server]\nlog_level   = \"warn\" # quiet\n"),
        "{written}"
    );
    sandbox.ok("remove files");
    let written = sandbox.read("candor.toml");
    assert_eq!(
        written.trim_end(),
        "# ours\n[server]\nlog_level   = \"warn\" # quiet"
    );
}

#[test]
fn nothing_is_written_that_cannot_be_used() {
    let sandbox = CommandSandbox::new();
    for (line, reason) in [
        ("add 'a b' -- server", "letters, digits"),
        ("add files shop.yaml", "is not the URL of an MCP server"),
        (
            "add files",
            "`candor add files URL`, or `candor add files -- COMMAND`",
        ),
        ("add files http://", "cannot be used"),
        ("add files --env nothing -- server", "write `NAME=VALUE`"),
    ] {
        let ran = sandbox.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran}");
        assert!(ran.stderr.contains(reason), "{line}: {ran}");
    }
    assert_eq!(sandbox.entry_count(), 0);
    sandbox.file(".mcp.json", "{\"mcpServers\": {}}");
    sandbox
        .run("add files -- server")
        .reports("candor import mcp-json");
    sandbox.file("candor.toml", "");
    let secret = "add tracker --env API_KEY=sk-live-0123456789abcdef -- tracker";
    sandbox.ok(secret).reports("looks like a secret");
}

/// A program, the files that its arguments name and its configuration are in one folder, and the
/// command is typed in another.
#[test]
fn a_program_starts_in_the_folder_of_its_configuration() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("functions new hello");
    let folder = sandbox.path().join("hello");
    std::os::unix::fs::symlink(CANDOR, folder.join("server")).expect("a link");
    let config = "[sources.own]\ncommand = \"./server\"\n\
         args = [\"stdio\", \"--config\", \"candor.toml\", \"--data\", \"inner\"]\n";
    std::fs::write(folder.join("own.toml"), config).expect("a file");
    let listed = sandbox.ok("tools --config hello/own.toml");
    listed.prints("count_words");
    assert!(folder.join("inner").is_dir());
    // Another folder can be named, seen from that of the file.
    let elsewhere = config.replace("./server", "../server") + "cwd = \"sub\"\n";
    let elsewhere = elsewhere.replace("candor.toml", "../candor.toml");
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    std::fs::write(folder.join("own.toml"), elsewhere).expect("a file");
    sandbox
        .ok("tools --config hello/own.toml")
        .prints("count_words");
    assert!(folder.join("sub/inner").is_dir());
}
