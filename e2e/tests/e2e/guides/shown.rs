//! Whether a program says what a guide shows.

/// What stands for what is left out: in a line any text, and alone any lines.
const LEFT_OUT: &str = "…";

/// Whether an output is the one that is shown, line by line. White space at the ends does not count.
pub(crate) fn fits(shown: &str, output: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let text = text.trim_end();
        text.lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    };
    all_fit(&lines(shown), &lines(output))
}

fn all_fit(shown: &[String], said: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else {
        return said.is_empty();
    };
    if first == LEFT_OUT {
        return (0..=said.len()).any(|from| all_fit(rest, &said[from..]));
    }
    match said.split_first() {
        Some((line, after)) => line_fits(first, line) && all_fit(rest, after),
        None => false,
    }
}

fn line_fits(shown: &str, line: &str) -> bool {
    let mut pieces = shown.split(LEFT_OUT);
    let begin = pieces.next().unwrap_or_default();
    let Some(mut line) = line.strip_prefix(begin) else {
        return false;
    };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(end) = pieces.pop() else {
        return line.is_empty();
    };
    for piece in pieces {
        match line.split_once(piece) {
            Some((_, after)) => line = after,
            None => return false,
        }
    }
    line.ends_with(end)
}

#[test]
fn an_output_is_compared() {
    for (shown, output, expect) in [
        ("", "", true),
        ("", "a\n", false),
        ("a\n", "", false),
        ("a\nb\n", "a  \nb\n\n", true),
        ("a\nb\n", "b\na\n", false),
        ("a\n", "a\nb\n", false),
        ("a\n", " a\n", false),
        ("a\n…\n", "a\n", true),
        ("a\n…\nc\n", "a\nb\nb\nc\n", true),
        ("a\n…\nc\n", "a\nb\nd\n", false),
        ("…\nb\n…\nb\n", "a\nb\n", false),
        ("…\nb\n…\nb\n", "a\nb\nb\n", true),
        ("at … now\n", "at 12:00 now\n", true),
        ("at … now\n", "at 12:00\nnow\n", false),
        ("at …\n", "at\n", false),
        ("a…b…c\n", "axbxc\n", true),
        ("a…b…c\n", "axcxb\n", false),
        ("aba…aba\n", "aba\n", false),
    ] {
        assert_eq!(fits(shown, output), expect, "{shown:?} {output:?}");
    }
}
