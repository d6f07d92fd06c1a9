use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, Header};

use super::*;

/// One entry of a test archive: its name as raw bytes, its kind, its content.
type ArchiveEntry<'a> = (&'a str, EntryType, &'a [u8]);

const FILE: EntryType = EntryType::Regular;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("compressed");
    encoder.finish().expect("compressed")
}

/// The name is put into the header as it is: the library's own way refuses hostile names.
fn header(name: &str, kind: EntryType, size: usize) -> Header {
    let mut header = Header::new_gnu();
    header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_size(size as u64);
    header.set_mode(0o644);
    if matches!(kind, EntryType::Link | EntryType::Symlink) {
        header.set_link_name("/etc/passwd").expect("a link");
    }
    header.set_cksum();
    header
}

fn tar_of(entries: &[ArchiveEntry<'_>]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, kind, content) in entries {
        let header = header(name, *kind, content.len());
        builder.append(&header, *content).expect("appended");
    }
    builder.into_inner().expect("a tar")
}

fn archive(entries: &[ArchiveEntry<'_>]) -> Vec<u8> {
    gzip(&tar_of(entries))
}

#[test]
fn the_persona_is_found_wherever_the_folder_was_packed() {
    let metadata: ArchiveEntry<'_> = (".htp-metadata", FILE, b"{}");
    let dir = EntryType::Directory;
    for (entries, name, servers) in [
        (
            vec![("persona.yaml", FILE, &b"p"[..]), metadata],
            "persona.yaml",
            None,
        ),
        (vec![("persona.yml", FILE, b"p")], "persona.yml", None),
        (
            vec![
                ("./", dir, b""),
                ("./mcp.json", FILE, b"s"),
                ("./persona.yaml", FILE, b"p"),
            ],
            "persona.yaml",
            Some("s"),
        ),
        (
            vec![
                ("web/", dir, b""),
                ("web/persona.yaml", FILE, b"p"),
                ("mcp.json", FILE, b"s"),
            ],
            "web/persona.yaml",
            None,
        ),
        (
            vec![
                ("assets/persona.yaml", FILE, b"other"),
                ("persona.yml", FILE, b"other"),
                ("persona.yaml", FILE, b"p"),
                ("._persona.yaml", FILE, b"junk"),
            ],
            "persona.yaml",
            None,
        ),
    ] {
        let files = open(&archive(&entries)).expect(name);
        assert_eq!((files.name.as_str(), &*files.persona), (name, &b"p"[..]));
        assert_eq!(files.servers.as_deref(), servers.map(str::as_bytes));
    }
}

#[test]
fn an_archive_that_leads_elsewhere_is_refused_whole() {
    let persona: ArchiveEntry<'_> = ("persona.yaml", FILE, b"p");
    let out = "leads out of the archive; do not unpack it, and ask its author";
    let link = "is a link, which a persona has no use for; pack the folder again without links";
    let special = "is neither a file nor a folder; pack the persona's folder again";
    for (name, kind, expect) in [
        ("../../../ESCAPED.txt", FILE, out),
        ("assets/../../x", FILE, out),
        ("assets/..", EntryType::Directory, out),
        ("..", FILE, out),
        ("/etc/cron.d/x", FILE, out),
        ("..\\x", FILE, out),
        ("C:\\x", FILE, out),
        ("\\\\host\\x", FILE, out),
        ("../persona.yaml", FILE, out),
        ("assets/logo", EntryType::Symlink, link),
        ("persona.yml", EntryType::Symlink, link),
        ("mcp.json", EntryType::Link, link),
        ("pipe", EntryType::Fifo, special),
        ("disk", EntryType::Block, special),
        ("tty", EntryType::Char, special),
        ("odd", EntryType::new(b'Z'), special),
    ] {
        for entries in [[persona, (name, kind, b"")], [(name, kind, b""), persona]] {
            let error = open(&archive(&entries)).expect_err(name).to_string();
            let shown = name.escape_debug();
            assert_eq!(error, format!("its entry `{shown}` {expect}"));
        }
    }
}

/// Long names travel in an entry of their own, before the file.
#[test]
fn a_hostile_long_name_is_seen() {
    let long = format!("{}../../x", "a/".repeat(100));
    let entries: [ArchiveEntry<'_>; 3] = [
        ("persona.yaml", FILE, b"p"),
        ("././@LongLink", EntryType::GNULongName, long.as_bytes()),
        ("harmless", FILE, b""),
    ];
    let error = open(&archive(&entries)).expect_err("refused");
    assert!(matches!(error, ArchiveError::Escapes { .. }), "{error}");

    let record = "path=../x\n";
    let pax = format!("{} {record}", record.len() + 3);
    let entries: [ArchiveEntry<'_>; 2] = [
        ("pax", EntryType::XHeader, pax.as_bytes()),
        ("persona.yaml", FILE, b"p"),
    ];
    let error = open(&archive(&entries)).expect_err("refused").to_string();
    assert!(error.starts_with("its entry `../x` leads out"), "{error}");
}

#[test]
fn limits_hold() {
    let megabyte = vec![b'x'; 1 << 20];
    let persona: ArchiveEntry<'_> = ("persona.yaml", FILE, b"p");
    assert!(open(&archive(&[persona, ("a", FILE, &megabyte)])).is_ok());

    let larger = vec![b'x'; (1 << 20) + 1];
    let error = open(&archive(&[persona, ("a", FILE, &larger)])).expect_err("too large");
    assert!(matches!(error, ArchiveError::EntryTooLarge { entry } if entry == "a"));

    let many = vec![("a", FILE, &b""[..]); ENTRIES];
    assert!(matches!(
        open(&archive(&many)),
        Err(ArchiveError::NoPersona)
    ));
    let many = vec![("a", FILE, &b""[..]); ENTRIES + 1];
    assert!(matches!(open(&archive(&many)), Err(ArchiveError::TooMany)));

    let total = vec![("a", FILE, &megabyte[..]); 20];
    assert!(matches!(
        open(&archive(&total)),
        Err(ArchiveError::TooLarge)
    ));
    let bomb = gzip(&vec![0; 100 << 20]);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert!(matches!(open(&bomb), Err(ArchiveError::TooLarge)));
}

/// A size in a header is a claim; nothing is set aside for it.
#[test]
fn a_lying_size_is_refused() {
    let mut lying = header("persona.yaml", FILE, 1 << 19).as_bytes().to_vec();
    lying.extend(b"short");
    assert!(matches!(open(&gzip(&lying)), Err(ArchiveError::Broken(_))));
    let mut sparse = tar_of(&[("persona.yaml", EntryType::GNUSparse, b"p")]);
    sparse.extend([0; 1024]);
    assert!(open(&gzip(&sparse)).is_err());
}

#[test]
fn damaged_and_foreign_archives_are_refused() {
    let good = archive(&[("persona.yaml", FILE, &[b'p'; 5000])]);
    for bad in [
        Vec::new(),
        b"text".to_vec(),
        good[..good.len() / 2].to_vec(),
        good[..good.len() - 4].to_vec(),
        gzip(&[7; 2000]),
    ] {
        let error = open(&bad).expect_err("refused");
        assert!(matches!(error, ArchiveError::Broken(_)), "{error:?}");
    }
    assert!(matches!(open(&gzip(b"")), Err(ArchiveError::NoPersona)));
    assert!(matches!(open(b"PK\x03\x04"), Err(ArchiveError::Zip)));
    let no_persona = archive(&[("mcp.json", FILE, b"{}")]);
    assert!(matches!(open(&no_persona), Err(ArchiveError::NoPersona)));
}

#[test]
fn two_personas_are_one_too_many() {
    let twice = archive(&[("persona.yaml", FILE, b"a"), ("./persona.yaml", FILE, b"b")]);
    assert!(matches!(open(&twice), Err(ArchiveError::Twice { .. })));
    let several = archive(&[
        ("b/persona.yml", FILE, b"b"),
        ("a/persona.yaml", FILE, b"a"),
    ]);
    assert_eq!(
        open(&several).expect_err("several").to_string(),
        "it holds several personas, `a/persona.yaml` and `b/persona.yml` among them; pack each alone"
    );
}
