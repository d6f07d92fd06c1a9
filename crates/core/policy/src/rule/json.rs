//! Rules as JSON, with the keys of the configuration file: the form in which saved rules are
//! stored.

use candor_model::{Hint, Role};
use serde_json::{Map, Value, json};

use super::{RuleDraft, RuleEffect};

/// The keys of pattern lists.
const PATTERNS: [&str; 4] = ["source", "tool", "toolset", "environment"];
/// All other keys.
const OTHERS: [&str; 7] = [
    "name",
    "effect",
    "hints",
    "role",
    "when",
    "message",
    "out_of_band",
];

// === impl RuleDraft ===

impl RuleDraft {
    /// The rule without its place. Unset keys are left out.
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        let mut set = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                members.insert(key.to_owned(), value);
            }
        };
        set("name", self.name.as_ref().map(|name| json!(name)));
        set("effect", Some(json!(self.effect.as_str())));
        let lists = [
            &self.sources,
            &self.tools,
            &self.toolsets,
            &self.environments,
        ];
        for (key, list) in PATTERNS.into_iter().zip(lists) {
            set(key, (!list.is_empty()).then(|| json!(list)));
        }
        let hints = self.hints.iter();
        let hints = hints.map(|(hint, value)| (hint.key().to_owned(), json!(value)));
        let hints: Map<String, Value> = hints.collect();
        set("hints", (!hints.is_empty()).then_some(Value::Object(hints)));
        let roles: Vec<_> = self.roles.iter().map(|role| role.as_str()).collect();
        set("role", (!roles.is_empty()).then(|| json!(roles)));
        set("when", self.when.as_ref().map(|when| json!(when)));
        set("message", self.message.as_ref().map(|text| json!(text)));
        set("out_of_band", self.out_of_band.map(Value::Bool));
        Value::Object(members)
    }

    /// Parses the output of [`to_json`](Self::to_json). An unknown key is an error, because
    /// ignoring part of a rule would change its meaning.
    pub fn from_json(json: &Value, place: &str) -> Result<Self, String> {
        let members = json.as_object().ok_or("the rule is not an object")?;
        let known = |key: &&String| {
            let mut keys = PATTERNS.iter().chain(&OTHERS);
            !keys.any(|known| known == key)
        };
        if let Some(key) = members.keys().find(known) {
            return Err(format!("`{key}` is not a key of a rule"));
        }
        let effect = text(members, "effect")?.ok_or("`effect` is missing")?;
        let effect = RuleEffect::parse(&effect).ok_or_else(|| wrong("effect", &json!(effect)))?;
        let roles = list(members, "role")?.into_iter();
        let roles = roles.map(|role| Role::parse(&role).ok_or_else(|| wrong("role", &json!(role))));
        Ok(Self {
            name: text(members, "name")?,
            place: place.to_owned(),
            sources: list(members, "source")?,
            tools: list(members, "tool")?,
            toolsets: list(members, "toolset")?,
            environments: list(members, "environment")?,
            hints: hints(members)?,
            roles: roles.collect::<Result<_, _>>()?,
            when: text(members, "when")?,
            effect,
            message: text(members, "message")?,
            out_of_band: match members.get("out_of_band") {
                None => None,
                Some(Value::Bool(flag)) => Some(*flag),
                Some(other) => return Err(wrong("out_of_band", other)),
            },
        })
    }
}

fn text(members: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match members.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong(key, other)),
    }
}

fn list(members: &Map<String, Value>, key: &str) -> Result<Vec<String>, String> {
    let Some(value) = members.get(key) else {
        return Ok(Vec::new());
    };
    let items = value.as_array().ok_or_else(|| wrong(key, value))?.iter();
    let items = items.map(|item| item.as_str().map(str::to_owned));
    items
        .map(|item| item.ok_or_else(|| wrong(key, value)))
        .collect()
}

fn hints(members: &Map<String, Value>) -> Result<Vec<(Hint, Option<bool>)>, String> {
    let Some(value) = members.get("hints") else {
        return Ok(Vec::new());
    };
    let entries = value.as_object().ok_or_else(|| wrong("hints", value))?;
    let read = |(key, wanted): (&String, &Value)| {
        let hint = Hint::ALL.into_iter().find(|hint| hint.key() == key)?;
        match wanted {
            Value::Null => Some((hint, None)),
            Value::Bool(flag) => Some((hint, Some(*flag))),
            _ => None,
        }
    };
    let entries = entries.iter().map(read);
    entries
        .map(|entry| entry.ok_or_else(|| wrong("hints", value)))
        .collect()
}

fn wrong(key: &str, value: &Value) -> String {
    format!("`{key}` cannot be {value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let full = RuleDraft {
            name: Some("No deletes".to_owned()),
            sources: vec!["shop".to_owned()],
            tools: vec!["shop.delete_*".to_owned()],
            toolsets: vec!["work".to_owned()],
            environments: vec!["prod".to_owned()],
            hints: vec![(Hint::Destructive, Some(true)), (Hint::OpenWorld, None)],
            roles: vec![Role::Caller],
            when: Some("args.id > 3".to_owned()),
            message: Some("Ask Ada.".to_owned()),
            out_of_band: Some(true),
            ..RuleDraft::new(RuleEffect::Deny, "here")
        };
        for draft in [full, RuleDraft::new(RuleEffect::Allow, "here")] {
            assert_eq!(RuleDraft::from_json(&draft.to_json(), "here"), Ok(draft));
        }
    }

    #[test]
    fn nothing_is_guessed() {
        let cases = [
            (json!([]), "the rule is not an object"),
            (json!({}), "`effect` is missing"),
            (json!({"effect": "no"}), "`effect` cannot be \"no\""),
            (json!({"effect": 1}), "`effect` cannot be 1"),
            (
                json!({"effect": "deny", "tools": []}),
                "`tools` is not a key of a rule",
            ),
            (
                json!({"effect": "deny", "tool": "a.b"}),
                "`tool` cannot be \"a.b\"",
            ),
            (
                json!({"effect": "deny", "role": ["king"]}),
                "`role` cannot be \"king\"",
            ),
            (
                json!({"effect": "deny", "hints": {"destructive": 1}}),
                "`hints` cannot be {\"destructive\":1}",
            ),
        ];
        for (json, expect) in cases {
            let refused = RuleDraft::from_json(&json, "here");
            assert_eq!(refused.err().as_deref(), Some(expect));
        }
    }
}
