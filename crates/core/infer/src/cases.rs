//! What a tool does in some of its calls, as far as its parameters give it away.
//!
//! A choice of actions is several tools in one, `dry_run` and `overwrite` change what a call does,
//! and free SQL can be read by a parser when the call comes. What makes a case more dangerous
//! applies; what makes it safer is a suggestion.

use candor_model::{CallCondition, DestructivePolicy, Hint, SqlFlavour};
use serde_json::Value;

use crate::schema::{self, Choice};
use crate::verb::VerbEffect;
use crate::words::clip;
use crate::{Confidence, HintFinding};

/// A value for one hint in the calls that meet a condition, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFinding {
    /// When it holds.
    pub condition: CallCondition,
    /// The hint, its value and the reasons.
    pub finding: HintFinding,
}

/// How sure the name of an action is. The confidences of whole tools were measured; for single
/// actions no author gives labels, so this is what the same verbs are worth as names of tools.
const ACTION: Confidence = Confidence::new(90);

/// How sure it is that nothing is done in a dry run.
const DRY_RUN: Confidence = Confidence::new(85);

/// How sure it is that SQL that only reads makes the tool only read.
const READING_SQL: Confidence = Confidence::new(90);

/// The most cases of one tool.
const CASES: usize = 100;

/// How much of a description is searched for the name of a database, in bytes.
const DESCRIPTION: usize = 2_000;

/// Databases by the words that name them.
const DATABASES: [(&str, SqlFlavour); 8] = [
    ("postgres", SqlFlavour::PostgreSql),
    ("supabase", SqlFlavour::PostgreSql),
    ("mysql", SqlFlavour::MySql),
    ("mariadb", SqlFlavour::MySql),
    ("sqlite", SqlFlavour::Sqlite),
    ("sql server", SqlFlavour::SqlServer),
    ("mssql", SqlFlavour::SqlServer),
    ("t-sql", SqlFlavour::SqlServer),
];

/// What is found about the calls of a tool.
pub(crate) fn find(
    input: Option<&Value>,
    description: Option<&str>,
    policy: DestructivePolicy,
) -> Vec<CaseFinding> {
    let Some(properties) = input.and_then(|input| input.get("properties")?.as_object()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, property) in properties {
        match schema::choice_of(name, property) {
            Choice::Actions(actions) => found.extend(of_actions(name, &actions, policy)),
            Choice::DryRun => found.push(of_dry_run(name)),
            Choice::Overwrite => found.extend(of_overwrite(name, policy)),
            Choice::Sql => found.push(of_sql(name, property, description)),
            Choice::None => {}
        }
    }
    found.truncate(CASES);
    found
}

/// One case for each action whose verb is known, if any of them writes: where all read, the tool
/// does.
fn of_actions(
    argument: &str,
    actions: &[(&str, VerbEffect)],
    policy: DestructivePolicy,
) -> Vec<CaseFinding> {
    if !actions.iter().any(|(_, effect)| effect.writes()) {
        return Vec::new();
    }
    let case = |(value, effect): &(&str, VerbEffect)| {
        let why = format!("`{argument}` is `{value}`, which {}", effect.phrase());
        let (hint, yes) = if !effect.writes() {
            (Hint::ReadOnly, true)
        } else if effect.destroys(policy) > APPLIES {
            (Hint::Destructive, true)
        } else {
            (Hint::ReadOnly, false)
        };
        CaseFinding {
            condition: CallCondition::text(argument, *value),
            finding: finding(hint, yes, ACTION, why),
        }
    };
    actions.iter().map(case).collect()
}

/// A write that is more likely than this to be called destructive, in decibans, is.
const APPLIES: i32 = 5;

fn of_dry_run(argument: &str) -> CaseFinding {
    let why = format!("`{argument}` says that nothing is to be done");
    CaseFinding {
        condition: CallCondition::truth(argument, true),
        finding: finding(Hint::ReadOnly, true, DRY_RUN, why),
    }
}

fn of_overwrite(argument: &str, policy: DestructivePolicy) -> Option<CaseFinding> {
    let counts = policy != DestructivePolicy::Deletes;
    counts.then(|| CaseFinding {
        condition: CallCondition::truth(argument, true),
        finding: finding(
            Hint::Destructive,
            true,
            ACTION,
            format!("`{argument}` says that what is there is replaced"),
        ),
    })
}

fn of_sql(argument: &str, property: &Value, description: Option<&str>) -> CaseFinding {
    let own = property.get("description").and_then(Value::as_str);
    let texts = [own, description].map(std::option::Option::unwrap_or_default);
    let texts = texts.map(|text| clip(text, DESCRIPTION).to_lowercase());
    let named: Vec<SqlFlavour> = DATABASES
        .iter()
        .filter(|(word, _)| texts.iter().any(|text| text.contains(word)))
        .map(|(_, flavour)| *flavour)
        .collect();
    // Of a tool for several databases it is not known whose SQL a call holds.
    let flavour = match named.as_slice() {
        [first, others @ ..] if others.iter().all(|other| other == first) => *first,
        _ => SqlFlavour::Any,
    };
    let why = format!("`{argument}` is SQL, and a parser can tell whether it only reads");
    CaseFinding {
        condition: CallCondition::reading_sql(argument, flavour),
        finding: finding(Hint::ReadOnly, true, READING_SQL, why),
    }
}

fn finding(hint: Hint, value: bool, confidence: Confidence, why: String) -> HintFinding {
    HintFinding {
        hint,
        value,
        confidence,
        evidence: vec![why.into()],
        applies: value == hint.careful(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each case in a line: the condition, the hint, and whether it applies.
    fn found(properties: &Value, description: &str) -> Vec<String> {
        let input = json!({"type": "object", "properties": properties});
        let cases = find(
            Some(&input),
            Some(description),
            DestructivePolicy::default(),
        );
        let line = |case: CaseFinding| {
            let HintFinding { hint, value, .. } = case.finding;
            let applies = if case.finding.applies {
                "applies"
            } else {
                "suggested"
            };
            format!("{}: {}={value} ({applies})", case.condition, hint.key())
        };
        cases.into_iter().map(line).collect()
    }

    #[test]
    fn each_action_is_a_case() {
        let action = json!({"action": {"type": "string",
            "enum": ["list", "get_one", "create", "update", "delete", "frobnicate"]}});
        assert_eq!(
            found(&action, ""),
            [
                "`action` is `list`: read_only=true (suggested)",
                "`action` is `get_one`: read_only=true (suggested)",
                "`action` is `create`: read_only=false (applies)",
                "`action` is `update`: destructive=true (applies)",
                "`action` is `delete`: destructive=true (applies)",
            ]
        );
        for none in [
            json!({"action": {"enum": ["list", "get"]}}),
            json!({"action": {"enum": ["delete"], "description": "Filter by action"}}),
            json!({"actions": {"type": "array", "items": {"enum": ["list", "delete"]}}}),
            json!({"color": {"enum": ["list", "delete"]}}),
            json!({"action": {"type": "string"}}),
        ] {
            assert_eq!(found(&none, ""), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn switches_and_sql_are_cases_too() {
        let switches = json!({"dryRun": {"type": "boolean"}, "overwrite": {"type": "boolean"}});
        assert_eq!(
            found(&switches, ""),
            [
                "`dryRun` is true: read_only=true (suggested)",
                "`overwrite` is true: destructive=true (applies)",
            ]
        );
        assert!(found(&json!({"dry_run": {"type": "string"}}), "").is_empty());
        let sql = json!({"sql": {"type": "string"}});
        for (text, flavour) in [
            ("Runs SQL on a Postgres database.", "SQL (postgresql)"),
            ("Runs SQL.", "SQL"),
            ("Runs SQL on MySQL or SQLite.", "SQL"),
        ] {
            let expect = format!("`sql` is {flavour} that only reads: read_only=true (suggested)");
            assert_eq!(found(&sql, text), [expect], "{text}");
        }
        let cypher = json!({"query": {"type": "string", "description": "A Cypher statement"}});
        assert!(found(&cypher, "").is_empty());
        assert!(find(None, None, DestructivePolicy::default()).is_empty());
    }
}
