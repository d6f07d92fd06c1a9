//! Reading from disk: every kind of path that a person may give.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

use std::fs;
use std::io::Write;
use std::path::Path;

use candor_hypertool::{HypertoolError, HypertoolImport, read};
use candor_model::ToolsetName;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

const PERSONA: &str = "name: writer\ndescription: Somebody who writes\ndefaultToolset: drafts\n\
                       toolsets:\n- name: drafts\n  toolIds: [files.read, files.write]\n";

const CONFIG: &str = r#"{
    "toolsets": {
        "dev": { "name": "dev", "tools": [{ "namespacedName": "alpha.echo" }] },
        "persona-writer-drafts": {
            "name": "persona-writer-drafts",
            "tools": [{ "namespacedName": "files.read" }],
            "toolNotes": [{
                "toolRef": { "namespacedName": "files.read" },
                "notes": [{ "name": "utf8", "note": "Files are UTF-8" }]
            }]
        }
    },
    "lastEquippedToolset": "dev",
    "mcpConfigPath": "./servers.json"
}"#;

/// A folder with these files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("written");
    }
    folder
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let encoder = GzEncoder::new(Vec::new(), Compression::default());
    let mut builder = tar::Builder::new(encoder);
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, text.as_bytes()).expect("appended");
    }
    let encoder = builder.into_inner().expect("a tar");
    encoder.finish().expect("compressed")
}

fn names(import: &HypertoolImport) -> Vec<&str> {
    import
        .toolsets
        .iter()
        .map(|set| set.name.as_str())
        .collect()
}

fn equipped(import: &HypertoolImport) -> Option<&str> {
    import.equipped.as_ref().map(ToolsetName::as_str)
}

fn said(import: &HypertoolImport, text: &str) -> bool {
    let all = import.left_out.iter().chain(&import.notices);
    all.into_iter().any(|one| one.to_string().contains(text))
}

/// All files below a folder with their content.
fn snapshot(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(snapshot(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

#[test]
fn the_whole_folder_is_read() {
    let folder = folder(&[
        ("config.json", CONFIG),
        ("servers.json", r#"{"mcpServers": {}}"#),
        ("groups.json", "{}"),
        ("personas/writer/persona.yaml", PERSONA),
        (
            "personas/writer/mcp.json",
            r#"{"mcpServers": {"files": {}}}"#,
        ),
        ("personas/broken/persona.yml", "name: ["),
        ("personas/notes.txt", "no persona"),
        ("personas/empty/readme.md", "no persona"),
    ]);
    let packed = archive(&[(
        "persona.yaml",
        "name: second\ntoolsets: [{name: one, toolIds: [web.get]}]",
    )]);
    fs::write(folder.path().join("personas/second.htp"), packed).expect("written");
    let before = snapshot(folder.path());

    let import = read(folder.path()).expect("an import");
    assert_eq!(
        names(&import),
        ["dev", "persona-writer-drafts", "persona-second-one"]
    );
    assert_eq!(equipped(&import), Some("dev"));
    let writer = &import.toolsets[1];
    let members: Vec<String> = writer.members.iter().map(ToString::to_string).collect();
    assert_eq!(
        members,
        ["files.read", "files.write"],
        "the persona's tools"
    );
    assert_eq!(writer.notes[0].notes[0].text(), "Files are UTF-8");
    assert_eq!(writer.description, "Somebody who writes");
    assert_eq!(
        import.server_files,
        [
            folder.path().join("./servers.json"),
            folder.path().join("personas/writer/mcp.json")
        ]
    );
    assert!(said(&import, "groups of servers are left out"));
    assert!(said(&import, "the persona is left out: `"));
    assert!(said(
        &import,
        "was saved as well; the tools are the persona's, and the notes come along"
    ));
    assert_eq!(import.left_out.len(), 2, "{:#?}", import.left_out);
    assert_eq!(snapshot(folder.path()), before, "nothing is written");
}

#[test]
fn the_file_alone_is_read() {
    let folder = folder(&[("config.json", &format!("\u{feff}{CONFIG}"))]);
    let import = read(&folder.path().join("config.json")).expect("an import");
    assert_eq!(names(&import), ["dev", "persona-writer-drafts"]);
    assert_eq!(import.server_files, [Path::new("./servers.json")]);
    assert!(said(&import, "`./servers.json`, which is not there"));
}

#[test]
fn servers_beside_the_file_are_found() {
    let folder = folder(&[("config.json", r#"{"toolsets": {}}"#), ("mcp.json", "{}")]);
    let import = read(folder.path()).expect("an import");
    let expect = folder.path().join("mcp.json");
    assert!(said(
        &import,
        &format!(
            "add them with `candor import mcp-json {}`",
            expect.display()
        )
    ));
    assert_eq!(import.server_files, [expect]);
}

#[test]
fn a_persona_is_read_from_folder_file_and_archive() {
    let folder = folder(&[
        ("writer/persona.yaml", PERSONA),
        ("writer/persona.yml", "name: ignored"),
        (
            "writer/mcp.json",
            r#"{"mcpServers": {"files": {"env": {"KEY": "c4nary"}}}}"#,
        ),
    ]);
    let packed = archive(&[
        ("writer/persona.yaml", PERSONA),
        (
            "writer/mcp.json",
            r#"{"mcpServers": {"files": {"env": {"KEY": "c4nary"}}}}"#,
        ),
    ]);
    fs::write(folder.path().join("writer.htp"), &packed).expect("written");
    fs::write(folder.path().join("other.tar.gz"), &packed).expect("written");
    let before = snapshot(folder.path());
    for (path, files) in [
        ("writer", 1),
        ("writer/persona.yaml", 1),
        ("writer.htp", 0),
        ("other.tar.gz", 0),
    ] {
        let import = read(&folder.path().join(path)).expect(path);
        assert_eq!(names(&import), ["persona-writer-drafts"], "{path}");
        assert_eq!(equipped(&import), Some("persona-writer-drafts"), "{path}");
        assert_eq!(import.server_files.len(), files, "{path}");
        assert!(said(&import, "is suggested as the one to equip"), "{path}");
        assert!(said(&import, "the tools are those of `files`"), "{path}");
        assert!(!said(&import, "c4nary"), "{path}");
    }
    let import = read(folder.path()).expect("a folder of personas");
    assert_eq!(
        names(&import),
        ["persona-writer-drafts", "persona-writer-drafts-2"]
    );
    assert_eq!(equipped(&import), None);
    assert_eq!(snapshot(folder.path()), before, "nothing is written");
}

#[test]
fn an_archive_that_leads_out_writes_nothing() {
    let folder = folder(&[("inner/keep.txt", "x")]);
    let packed = archive(&[("persona.yaml", PERSONA), ("../../../ESCAPED.txt", "x")]);
    let path = folder.path().join("inner/bad.htp");
    fs::write(&path, packed).expect("written");
    let before = snapshot(folder.path());
    let error = read(&path).expect_err("refused");
    let cause = std::error::Error::source(&error)
        .expect("a cause")
        .to_string();
    assert!(
        cause.contains("`../../../ESCAPED.txt` leads out of the archive"),
        "{cause}"
    );
    assert_eq!(snapshot(folder.path()), before);
}

#[test]
fn what_cannot_be_read_is_said_with_the_way_out() {
    let folder = folder(&[
        ("empty.json", ""),
        ("broken.json", "{\n  oops"),
        ("mcp.json", r#"{"mcpServers": {}}"#),
        ("strange.json", "[1]"),
        ("bare/readme.md", "x"),
        ("hollow/personas/readme.md", "x"),
        ("persona.yaml.d/x", "x"),
        ("zip.htp", "PK\u{3}\u{4}"),
        ("text.htp", "no archive"),
    ]);
    fs::write(folder.path().join("binary.json"), [b'{', 0xff]).expect("written");
    fs::write(folder.path().join("large.yaml"), vec![b'#'; (1 << 20) + 1]).expect("written");
    for (name, expect) in [
        (
            "missing.json",
            "there is nothing at `{}`; give hypertool's folder",
        ),
        (
            "empty.json/x",
            "there is nothing at `{}`; give hypertool's folder",
        ),
        ("empty.json", "`{}` is empty; restore it"),
        (
            "broken.json",
            "`{}:2:3` is where the file stops being JSON; correct it there",
        ),
        (
            "mcp.json",
            "`{}` lists servers and no toolsets; import it with `candor import mcp-json {}`",
        ),
        (
            "strange.json",
            "`{}` holds a list; hypertool's `config.json` has",
        ),
        (
            "binary.json",
            "`{}` is not UTF-8 text: byte 1 is wrong; save it as UTF-8",
        ),
        (
            "large.yaml",
            "`{}` has more than 1048576 bytes, which is more than is read",
        ),
        (
            "bare",
            "the folder `{}` holds no `config.json`, no `persona.yaml` and no personas",
        ),
        (
            "hollow",
            "the folder `{}` holds no `config.json`, no `persona.yaml` and no personas",
        ),
        ("zip.htp", "cannot import the archive `{}`"),
        ("text.htp", "cannot import the archive `{}`"),
    ] {
        let path = folder.path().join(name);
        let error = read(&path).expect_err(name).to_string();
        let expect = expect.replace("{}", &path.display().to_string());
        assert!(error.starts_with(&expect), "{error}");
    }
}

#[test]
fn a_huge_file_is_not_read_whole() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("config.json");
    let file = fs::File::create(&path).expect("a file");
    file.set_len(100 << 20).expect("a hole");
    assert!(matches!(
        read(&path),
        Err(HypertoolError::TooLarge { limit, .. }) if limit == 16 << 20
    ));
}

#[cfg(unix)]
#[test]
fn a_socket_is_no_file() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("config.json");
    let _listener = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
    assert!(matches!(read(&path), Err(HypertoolError::NotAFile { .. })));
}

/// What one writes, the other reads: the archive may be made with plain tools.
#[test]
fn an_archive_in_two_parts_is_one() {
    let packed = archive(&[("persona.yaml", PERSONA)]);
    let mut tar = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut tar)
        .expect("a tar");
    let mut bytes = Vec::new();
    for half in tar.chunks(tar.len() / 2 + 1) {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(half).expect("compressed");
        bytes.extend(encoder.finish().expect("compressed"));
    }
    let import = candor_hypertool::parse_archive(&bytes, "p.htp").expect("an import");
    assert_eq!(names(&import), ["persona-writer-drafts"]);
}
