//! The project's policy, `candor-lint.toml`.

use candor_lint::{
    ExpectedHint, LintPolicy, LintProfile, LintRule, LintSuppression, RULES, ToolExpectation,
    find_rule,
};
use candor_model::{DestructivePolicy, Diagnostic, FilePosition, Hint, Severity};
use candor_text::{nearest, quote, quote_list};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The code of everything that is wrong with a policy.
const CODE: &str = "lint::policy";

/// The keys at the top of the file.
const KEYS: [&str; 8] = [
    "profile",
    "destructive",
    "max_warnings",
    "every_tool",
    "rules",
    "suppress",
    "budget",
    "tools",
];
const SUPPRESSION_KEYS: [&str; 4] = ["rule", "tool", "reason", "until"];
const BUDGET_KEYS: [&str; 8] = [
    "name",
    "title",
    "description",
    "note",
    "tool_tokens",
    "server_tokens",
    "tools",
    "advised_tools",
];

/// A value with its place.
type Node<'a> = &'a Spanned<DeValue<'a>>;

/// Parses a policy. All problems are reported at once, each with its line.
pub fn read_policy(text: &str, file: &str) -> Result<LintPolicy, Vec<Diagnostic>> {
    let mut reader = PolicyReader {
        text,
        file,
        policy: LintPolicy::default(),
        problems: Vec::new(),
    };
    match DeTable::parse(text) {
        Ok(table) => reader.read(table.get_ref()),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            reader.complain(
                at,
                format!("it is not valid TOML: {}", error.message().trim()),
            );
        }
    }
    if reader.problems.is_empty() {
        Ok(reader.policy)
    } else {
        Err(reader.problems)
    }
}

/// The policy as far as it is read.
struct PolicyReader<'a> {
    text: &'a str,
    file: &'a str,
    policy: LintPolicy,
    problems: Vec<Diagnostic>,
}

// === impl PolicyReader ===

impl PolicyReader<'_> {
    fn read(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "profile" => {
                    let words = LintProfile::ALL.map(LintProfile::as_str);
                    if let Some(profile) = self.word(value, &words, LintProfile::parse) {
                        self.policy.profile = profile;
                    }
                }
                "destructive" => {
                    let words = DestructivePolicy::ALL.map(DestructivePolicy::as_str);
                    if let Some(policy) = self.word(value, &words, DestructivePolicy::parse) {
                        self.policy.destructive = policy;
                    }
                }
                "max_warnings" => self.policy.max_warnings = self.number(value),
                "every_tool" => {
                    self.policy.expects_every_tool = self.boolean(value).unwrap_or_default();
                }
                "rules" => self.rules(value),
                "suppress" => self.suppressions(value),
                "budget" => self.budget(value),
                "tools" => self.expectations(value),
                other => self.unknown(key.span().start, other, &KEYS),
            }
        }
    }

    fn rules(&mut self, value: Node<'_>) {
        let words = ["off", "note", "warning", "error"];
        for (key, value) in self.table(value) {
            let Some(rule) = self.rule(key.span().start, key.get_ref()) else {
                continue;
            };
            let read = |word: &str| match word {
                "off" => Some(None),
                other => Severity::parse(other).map(Some),
            };
            if let Some(severity) = self.word(value, &words, read) {
                self.policy.severities.insert(rule.id, severity);
            }
        }
    }

    fn suppressions(&mut self, value: Node<'_>) {
        let DeValue::Array(list) = value.get_ref() else {
            return self.wrong(value, "a list of tables, `[[suppress]]`");
        };
        for one in list {
            self.suppression(one);
        }
    }

    fn suppression(&mut self, value: Node<'_>) {
        let at = value.span().start;
        let (mut rule, mut tool, mut reason, mut until) = (None, None, None, None);
        for (key, value) in self.table(value) {
            match key.get_ref().as_ref() {
                "rule" => {
                    let name = self.text(value);
                    rule = name.and_then(|name| self.rule(value.span().start, &name));
                }
                "tool" => tool = self.text(value),
                "reason" => reason = self.text(value).filter(|text| !text.trim().is_empty()),
                "until" => until = self.date(value),
                other => self.unknown(key.span().start, other, &SUPPRESSION_KEYS),
            }
        }
        let Some(rule) = rule else {
            return self.complain(at, "a suppression needs a `rule`".to_owned());
        };
        let Some(reason) = reason else {
            let message = format!("the suppression of {} needs a `reason`", rule.id);
            return self.complain(at, message);
        };
        self.policy.suppressions.push(LintSuppression {
            rule: rule.id,
            tool: tool.unwrap_or_else(|| "*".to_owned()),
            reason,
            until,
        });
    }

    fn budget(&mut self, value: Node<'_>) {
        for (key, value) in self.table(value) {
            let number = self.number(value);
            let budget = &mut self.policy.budget;
            let limit = match key.get_ref().as_ref() {
                "name" => &mut budget.name,
                "title" => &mut budget.title,
                "description" => &mut budget.description,
                "note" => &mut budget.note,
                "tool_tokens" => &mut budget.tool_tokens,
                "server_tokens" => &mut budget.server_tokens,
                "tools" => &mut budget.tools,
                "advised_tools" => &mut budget.advised_tools,
                other => {
                    self.unknown(key.span().start, other, &BUDGET_KEYS);
                    continue;
                }
            };
            *limit = number.unwrap_or(*limit);
        }
    }

    fn expectations(&mut self, value: Node<'_>) {
        let keys = Hint::ALL.map(Hint::key);
        let known: Vec<&str> = keys.into_iter().chain(["title"]).collect();
        for (tool, value) in self.table(value) {
            let mut expectation = ToolExpectation {
                tool: tool.get_ref().to_string(),
                ..ToolExpectation::default()
            };
            for (key, value) in self.table(value) {
                match (Hint::parse(key.get_ref()), key.get_ref().as_ref()) {
                    (Some(hint), _) => {
                        let expected = self.expected(value);
                        expectation
                            .hints
                            .extend(expected.map(|expected| (hint, expected)));
                    }
                    (None, "title") => expectation.title = self.text(value),
                    (None, other) => self.unknown(key.span().start, other, &known),
                }
            }
            self.policy.expectations.push(expectation);
        }
    }

    /// `true`, `false` or one of the words.
    fn expected(&mut self, value: Node<'_>) -> Option<ExpectedHint> {
        if let DeValue::Boolean(yes) = value.get_ref() {
            return Some(if *yes {
                ExpectedHint::True
            } else {
                ExpectedHint::False
            });
        }
        let words = ExpectedHint::ALL.map(ExpectedHint::as_str);
        self.word(value, &words, ExpectedHint::parse)
    }

    fn rule(&mut self, at: usize, name: &str) -> Option<&'static LintRule> {
        let found = find_rule(name);
        if found.is_none() {
            let names = RULES.iter().flat_map(|rule| [rule.id, rule.name]);
            let near = nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
            let message = format!(
                "there is no rule {}{}",
                quote(name),
                near.unwrap_or_default()
            );
            self.complain(at, message);
        }
        found
    }

    fn word<T>(
        &mut self,
        value: Node<'_>,
        words: &[&str],
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(value)?;
        let found = read(&text);
        if found.is_none() {
            let words = quote_list(words.iter().copied(), "or");
            self.complain(
                value.span().start,
                format!("{} is not {words}", quote(&text)),
            );
        }
        found
    }

    fn text(&mut self, value: Node<'_>) -> Option<String> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.wrong(value, "a text");
        None
    }

    fn number(&mut self, value: Node<'_>) -> Option<usize> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().replace('_', "").parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.wrong(value, "a whole number from 0 on");
        }
        number
    }

    fn boolean(&mut self, value: Node<'_>) -> Option<bool> {
        if let DeValue::Boolean(yes) = value.get_ref() {
            return Some(*yes);
        }
        self.wrong(value, "true or false");
        None
    }

    /// A date, as TOML has them or in quotes.
    fn date(&mut self, value: Node<'_>) -> Option<String> {
        let text = match value.get_ref() {
            DeValue::Datetime(date) => date.date.map(|date| date.to_string()),
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        };
        let date = text.filter(|text| is_date(text));
        if date.is_none() {
            self.wrong(value, "a date such as 2026-12-31");
        }
        date
    }

    /// The entries of a table in the order of the file; empty for any other value.
    fn table<'t>(&mut self, value: &'t Spanned<DeValue<'t>>) -> Vec<TableEntry<'t>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(value, "a table");
            return Vec::new();
        };
        let mut entries: Vec<TableEntry<'t>> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }

    fn wrong(&mut self, value: Node<'_>, wanted: &str) {
        let span = value.span();
        let written = self.text.get(span.clone()).unwrap_or_default();
        self.complain(span.start, format!("{} is not {wanted}", quote(written)));
    }

    fn unknown(&mut self, at: usize, key: &str, known: &[&str]) {
        let near = nearest(key, known.iter().copied());
        let hint = near.map_or_else(
            || format!("known are {}", quote_list(known.iter().copied(), "and")),
            |near| format!("did you mean `{near}`?"),
        );
        self.complain(at, format!("unknown key {}; {hint}", quote(key)));
    }

    fn complain(&mut self, at: usize, message: String) {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[start..].chars().count() + 1;
        self.problems
            .push(Diagnostic::error(CODE, message).at(FilePosition {
                file: self.file.to_owned(),
                position: Some((line, column)),
            }));
    }
}

/// A key and its value.
type TableEntry<'t> = (
    &'t Spanned<toml::de::DeString<'t>>,
    &'t Spanned<DeValue<'t>>,
);

/// Whether a text is a date: `2026-12-31`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, length: usize| {
        let is_plain = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| part.parse::<u16>().ok()).flatten()
    };
    match parts.as_slice() {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
                && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_policy() {
        let policy = read_policy(
            "profile = \"anthropic\"\ndestructive = \"deletes\"\nmax_warnings = 3\nevery_tool = true\n\
             [rules]\nH001 = \"error\"\nmissing-title = \"off\"\n\
             [[suppress]]\nrule = \"H005\"\ntool = \"shop.*\"\nreason = \"decided\"\nuntil = 2026-12-31\n\
             [budget]\ntool_tokens = 1_000\n\
             [tools.ping]\nread_only = true\ndestructive = \"unset\"\ntitle = \"Ping\"\n",
            "candor-lint.toml",
        );
        let policy = policy.unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!(policy.profile, LintProfile::Anthropic);
        assert_eq!(policy.destructive, DestructivePolicy::Deletes);
        assert_eq!(policy.max_warnings, Some(3));
        assert_eq!(policy.severities.get("H001"), Some(&Some(Severity::Error)));
        assert_eq!(policy.severities.get("T001"), Some(&None));
        assert_eq!(policy.suppressions[0].until.as_deref(), Some("2026-12-31"));
        assert_eq!(policy.budget.tool_tokens, 1_000);
        assert_eq!(
            policy.expectations[0].hints,
            [
                (Hint::ReadOnly, ExpectedHint::True),
                (Hint::Destructive, ExpectedHint::Unset),
            ]
        );
        assert!(read_policy("", "p").is_ok());
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let text = "profil = \"spec\"\nprofile = \"loose\"\nmax_warnings = -1\n[rules]\nH999 = \"error\"\nH001 = \"fatal\"\n[[suppress]]\nrule = \"H001\"\nuntil = \"soon\"\n[budget]\nname = \"long\"\n[tools.a]\nreadonly = true\n";
        let problems = read_policy(text, "p.toml").expect_err("it is wrong");
        let mut told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        told.sort();
        assert_eq!(
            told,
            [
                "p.toml:11:8: error: `\"long\"` is not a whole number from 0 on [lint::policy]",
                "p.toml:13:1: error: unknown key `readonly`; did you mean `read_only`? [lint::policy]",
                "p.toml:1:1: error: unknown key `profil`; did you mean `profile`? [lint::policy]",
                "p.toml:2:11: error: `loose` is not `spec`, `clients`, `anthropic`, `openai` or `strict` [lint::policy]",
                "p.toml:3:16: error: `-1` is not a whole number from 0 on [lint::policy]",
                "p.toml:5:1: error: there is no rule `H999` [lint::policy]",
                "p.toml:6:8: error: `fatal` is not `off`, `note`, `warning` or `error` [lint::policy]",
                "p.toml:7:1: error: the suppression of H001 needs a `reason` [lint::policy]",
                "p.toml:9:9: error: `\"soon\"` is not a date such as 2026-12-31 [lint::policy]",
            ]
        );
        let broken = read_policy("[", "p.toml").expect_err("it is wrong");
        assert!(
            broken[0].message.starts_with("it is not valid TOML"),
            "{broken:?}"
        );
    }
}
