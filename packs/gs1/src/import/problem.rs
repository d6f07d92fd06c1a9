//! What is wrong with a file, line by line.

use std::fmt;

/// How many problems are told. A file with more has one mistake in many lines.
const SHOWN: usize = 100;

/// Something about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub sentence: String,
}

/// What is wrong with a file: the first problems, and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileProblems {
    list: Vec<LineProblem>,
    more: usize,
}

// === impl FileProblems ===

impl FileProblems {
    /// The first of them, in the order of the lines.
    pub fn list(&self) -> &[LineProblem] {
        &self.list
    }

    /// How many there are besides.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn push(&mut self, line: u64, sentence: impl Into<String>) {
        if self.list.len() == SHOWN {
            self.more += 1;
            return;
        }
        let sentence = sentence.into();
        self.list.push(LineProblem { line, sentence });
    }

    /// Adds those of another file.
    pub(super) fn extend(&mut self, other: Self) {
        for problem in other.list {
            self.push(problem.line, problem.sentence);
        }
        self.more += other.more;
    }
}

/// `line 7: …`
impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.sentence)
    }
}

/// One a line.
impl fmt::Display for FileProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.list.iter().enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{problem}")?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}
