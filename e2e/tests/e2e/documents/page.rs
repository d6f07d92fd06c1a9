//! A document as its fenced blocks, and a block as its commands.

/// One fenced block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FencedBlock {
    /// How many headings stand above it.
    pub(super) section: usize,
    /// What stands after the fence: the language, and the file that it belongs to.
    pub(super) info: String,
    /// What is between the fences, without their indentation.
    pub(super) text: String,
}

/// A command, and what a document shows as its output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownCommand {
    /// As it is printed, without prompt and comment.
    pub(super) line: String,
    pub(super) output: String,
}

// === impl FencedBlock ===

impl FencedBlock {
    /// The language, and the file if one is named.
    pub(super) fn kind(&self) -> (&str, Option<&str>) {
        match self.info.split_once(' ') {
            Some((language, file)) => (language, Some(file)),
            None => (&self.info, None),
        }
    }

    /// What a snippet is called in the lists of rules: its fence and its first line.
    pub(super) fn name(&self) -> String {
        let first = self.text.lines().next().unwrap_or_default();
        format!("{}: {first}", self.info)
    }

    /// The commands of a block of `sh` or `console`.
    pub(super) fn commands(&self) -> Vec<ShownCommand> {
        let text = self.text.replace("\\\n", " ");
        if self.kind().0 == "sh" {
            return text.lines().filter_map(plain).collect();
        }
        let mut commands: Vec<ShownCommand> = Vec::new();
        for line in text.lines() {
            if line.starts_with("$ ") || line.starts_with("# ") {
                // What root types keeps its prompt, so that nobody else runs it.
                let line = line.strip_prefix("$ ").unwrap_or(line);
                commands.extend(plain(line).or_else(|| Some(command(line))));
            } else if let Some(last) = commands.last_mut() {
                last.output += line;
                last.output += "\n";
            }
        }
        commands
    }
}

/// The blocks of a document, in their order.
pub(super) fn blocks(text: &str) -> Vec<FencedBlock> {
    let (mut blocks, mut section) = (Vec::new(), 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        section += usize::from(line.starts_with('#'));
        let trimmed = line.trim_start();
        let Some(info) = trimmed.strip_prefix("```") else {
            continue;
        };
        let indentation = &line[..line.len() - trimmed.len()];
        let inside = lines.by_ref().take_while(|line| line.trim() != "```");
        let mut text = String::new();
        for line in inside {
            text += line.strip_prefix(indentation).unwrap_or(line);
            text += "\n";
        }
        blocks.push(FencedBlock {
            section,
            info: info.trim().to_owned(),
            text,
        });
    }
    blocks
}

/// A line without its comment; nothing if there is no more.
fn plain(line: &str) -> Option<ShownCommand> {
    let line = without_comment(line).trim();
    (!line.is_empty()).then(|| command(line))
}

fn command(line: &str) -> ShownCommand {
    // A line that was continued has the indentation of its second half in it.
    let words: Vec<&str> = line.split("     ").map(str::trim).collect();
    ShownCommand {
        line: words.join(" "),
        output: String::new(),
    }
}

/// What a shell reads of a line.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '#') if before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

#[test]
fn blocks_are_read_with_their_sections_and_commands() {
    let text = "# A\n```sh\na 'x # y'   # why\n# only this\nb \\\n    --c\n```\n## B\n1. so:\n   \
                ```console\n   $ c # no\n   1\n   # d\n   ```\n```toml f.toml\nx = 1\n```\n";
    let blocks = blocks(text);
    let lines = |at: usize| -> Vec<(String, String)> {
        let commands: Vec<ShownCommand> = blocks[at].commands();
        let pair = |one: ShownCommand| (one.line, one.output);
        commands.into_iter().map(pair).collect()
    };
    let of = |line: &str, output: &str| (line.to_owned(), output.to_owned());
    assert_eq!(lines(0), [of("a 'x # y'", ""), of("b --c", "")]);
    assert_eq!(lines(1), [of("c", "1\n"), of("# d", "")]);
    assert_eq!((blocks[0].section, blocks[1].section), (1, 2));
    assert_eq!(blocks[2].kind(), ("toml", Some("f.toml")));
    assert_eq!(blocks[2].name(), "toml f.toml: x = 1");
}
