//! A guide as a list of things to do: its fenced blocks.

/// What a reader does next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GuideStep {
    /// Type a command and see this.
    Type { command: String, shown: String },
    /// Write a file.
    Write { file: String, text: String },
    /// Put a text in place of the last line of a file.
    End { file: String, text: String },
    /// Find a text in a file that is there.
    Find { file: String, text: String },
}

// === impl GuideStep ===

impl GuideStep {
    /// Whether it is to type this command.
    pub(super) fn types(&self, line: &str) -> bool {
        matches!(self, Self::Type { command, .. } if command == line)
    }
}

/// Reads the blocks in their order. What is after the language says what to do with a file.
pub(super) fn read(text: &str) -> Vec<GuideStep> {
    let mut steps = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let mut block = String::new();
        loop {
            let line = lines.next().expect("a block ends");
            if line == "```" {
                break;
            }
            block += line;
            block += "\n";
        }
        steps.extend(step(info, block));
    }
    steps
}

fn step(info: &str, text: String) -> Vec<GuideStep> {
    let words: Vec<&str> = info.split(' ').collect();
    let file = words.get(1).map(ToString::to_string).unwrap_or_default();
    match words[..] {
        ["console"] => commands(&text),
        ["ts" | "rust" | "toml", _] => vec![GuideStep::Write { file, text }],
        ["ts" | "rust" | "toml", _, "end"] => vec![GuideStep::End { file, text }],
        ["ts" | "rust" | "toml", _, "excerpt"] => vec![GuideStep::Find { file, text }],
        // Claude Code cannot be asked here.
        ["sh"] if text.starts_with("claude mcp add ") => Vec::new(),
        _ => panic!("nobody knows what to do with a block `{info}`"),
    }
}

fn commands(text: &str) -> Vec<GuideStep> {
    let mut steps = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(GuideStep::Type {
                command: command.to_owned(),
                shown: String::new(),
            }),
            (None, Some(GuideStep::Type { shown, .. })) => {
                *shown += line;
                *shown += "\n";
            }
            (None, _) => panic!("nothing was typed before `{line}`"),
        }
    }
    steps
}

#[test]
fn blocks_become_steps() {
    let text = "# A\n\n```console\n$ a b\n1\n\n2\n$ cd c\n```\n\n```ts x.ts\nlet y;\n```\n\
                ```ts x.ts end\nz\n```\n```toml t excerpt\nq\n```\n```sh\nclaude mcp add u\n```\n";
    let typed = |command: &str, shown: &str| GuideStep::Type {
        command: command.to_owned(),
        shown: shown.to_owned(),
    };
    let of = |file: &str, text: &str| (file.to_owned(), text.to_owned());
    let ((whole, y), (end, z), (part, q)) =
        (of("x.ts", "let y;\n"), of("x.ts", "z\n"), of("t", "q\n"));
    let expect = [
        typed("a b", "1\n\n2\n"),
        typed("cd c", ""),
        GuideStep::Write {
            file: whole,
            text: y,
        },
        GuideStep::End { file: end, text: z },
        GuideStep::Find {
            file: part,
            text: q,
        },
    ];
    assert_eq!(read(text), expect);
}
