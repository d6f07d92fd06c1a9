use super::flags::{ProgramCommand, ProgramFlags, read};

fn check(line: &str, expect: Result<(ProgramCommand, bool), &str>) {
    let words: Vec<_> = line.split_whitespace().map(ToOwned::to_owned).collect();
    let expect = expect.map(|(what, private)| ProgramFlags { what, private });
    assert_eq!(read(&words), expect.map_err(ToOwned::to_owned), "{line}");
}

#[test]
fn the_few_words_are_understood() {
    let local = ProgramCommand::Http(([127, 0, 0, 1], 8000).into());
    let same = ProgramCommand::Http(([127, 0, 0, 1], 8000).into());
    check("", Ok((ProgramCommand::Stdio, false)));
    check("--allow-private", Ok((ProgramCommand::Stdio, true)));
    check("--http 127.0.0.1:8000 --allow-private", Ok((local, true)));
    check("--http=localhost:8000", Ok((same, false)));
    check("--list", Ok((ProgramCommand::List, false)));
    check("-V", Ok((ProgramCommand::Version, false)));
    check("--list --help", Ok((ProgramCommand::Help, false)));
    check("--help --list", Ok((ProgramCommand::Help, false)));
}

#[test]
fn other_words_are_told() {
    for (line, expect) in [
        ("--lst", "`--lst` is not known; did you mean `--list`?"),
        ("serve", "`serve` is not known"),
        (
            "--http",
            "`--http` needs an address; write it as `127.0.0.1:8000`",
        ),
        (
            "--http 8000",
            "`8000` is no address; write it as `127.0.0.1:8000`",
        ),
        (
            "--list --version",
            "`--version` conflicts with an earlier argument",
        ),
    ] {
        check(line, Err(expect));
    }
}
