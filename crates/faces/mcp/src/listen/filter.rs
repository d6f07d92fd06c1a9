//! What a subscription asks for.

use candor_wire::{RawJson, RawObject};

use crate::response::RequestFault;

/// The maximum number of resources and tasks in one subscription.
const FOLLOWED_LIMIT: usize = 1_000;

/// A set of notifications, requested or honoured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SubscriptionFilter {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resource_list: bool,
    pub(super) resources: Vec<String>,
    /// The task ids that the client uses.
    pub(super) tasks: Vec<String>,
}

// === impl SubscriptionFilter ===

impl SubscriptionFilter {
    /// Parses `params.notifications`. Unknown kinds are ignored, and therefore not acknowledged.
    pub(super) fn read(params: &RawObject) -> Result<Self, RequestFault> {
        let filter = params
            .get("notifications")
            .and_then(|filter| RawObject::parse(filter).ok())
            .ok_or_else(|| {
                RequestFault::params(
                    "`notifications` is needed: an object that names what to listen for",
                )
            })?;
        let resources = names(&filter, "resourceSubscriptions", "URIs")?;
        let tasks = names(&filter, "taskIds", "ids")?;
        let asked = resources.len() + tasks.len();
        if asked > FOLLOWED_LIMIT {
            let sentence = format!(
                "a subscription can follow {FOLLOWED_LIMIT} resources and tasks; this one asks \
                 for {asked}"
            );
            return Err(RequestFault::params(sentence));
        }
        Ok(Self {
            tools: flag(&filter, "toolsListChanged")?,
            prompts: flag(&filter, "promptsListChanged")?,
            resource_list: flag(&filter, "resourcesListChanged")?,
            resources,
            tasks,
        })
    }

    /// The part that a server with these capabilities can honour.
    pub(super) fn within(mut self, capabilities: &RawJson) -> Self {
        let can = |area: &str, what: &str| {
            RawObject::parse(capabilities)
                .ok()
                .and_then(|all| RawObject::parse(all.get(area)?).ok())
                .and_then(|area| area.get(what)?.decode().ok())
                .unwrap_or(false)
        };
        self.tools &= can("tools", "listChanged");
        self.prompts &= can("prompts", "listChanged");
        self.resource_list &= can("resources", "listChanged");
        if !can("resources", "subscribe") {
            self.resources.clear();
        }
        for names in [&mut self.resources, &mut self.tasks] {
            let mut seen = std::collections::HashSet::new();
            names.retain(|name| seen.insert(name.clone()));
        }
        self
    }

    /// The set as JSON: only the members that are requested.
    pub(super) fn to_json(&self) -> RawJson {
        let mut filter = serde_json::Map::new();
        for (key, on) in [
            ("toolsListChanged", self.tools),
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resource_list),
        ] {
            if on {
                filter.insert(key.to_owned(), true.into());
            }
        }
        for (key, names) in [
            ("resourceSubscriptions", &self.resources),
            ("taskIds", &self.tasks),
        ] {
            if !names.is_empty() {
                filter.insert(key.to_owned(), names.clone().into());
            }
        }
        RawJson::from_value(&filter.into())
    }
}

/// The requested URIs or ids.
fn names(filter: &RawObject, key: &str, what: &str) -> Result<Vec<String>, RequestFault> {
    let Some(names) = filter.get(key) else {
        return Ok(Vec::new());
    };
    let wrong =
        || RequestFault::params(format!("`notifications.{key}` must be an array of {what}"));
    names.decode().map_err(|_| wrong())
}

fn flag(filter: &RawObject, key: &str) -> Result<bool, RequestFault> {
    match filter.get(key).filter(|value| !value.is_null()) {
        None => Ok(false),
        Some(value) => value.decode().map_err(|_| {
            RequestFault::params(format!("`notifications.{key}` must be true or false"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(filter: &str) -> Result<SubscriptionFilter, RequestFault> {
        let params = RawJson::parse(format!("{{\"notifications\":{filter}}}")).expect("JSON");
        SubscriptionFilter::read(&RawObject::parse(&params).expect("an object"))
    }

    fn honoured(filter: &str, capabilities: &'static str) -> String {
        let capabilities = RawJson::parse(capabilities).expect("JSON");
        wish(filter)
            .expect("a filter")
            .within(&capabilities)
            .to_json()
            .to_string()
    }

    #[test]
    fn only_what_can_be_honoured_is_acknowledged() {
        let all = r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":false,"resourceSubscriptions":["a://b","a://b"],"newThing":true}"#;
        let able = r#"{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true,"subscribe":true}}"#;
        assert_eq!(
            honoured(all, able),
            r#"{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["a://b"]}"#
        );
        assert_eq!(
            honoured(all, r#"{"tools":{"listChanged":true}}"#),
            r#"{"toolsListChanged":true}"#
        );
        assert_eq!(honoured(all, r#"{"tools":{}}"#), "{}");
        assert_eq!(honoured("{}", able), "{}");
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_refused() {
        for bad in [
            "[]",
            "true",
            r#"{"toolsListChanged":"yes"}"#,
            r#"{"resourceSubscriptions":"a://b"}"#,
            r#"{"resourceSubscriptions":[1]}"#,
            r#"{"taskIds":{"a":1}}"#,
        ] {
            assert!(wish(bad).is_err(), "{bad}");
        }
        assert!(SubscriptionFilter::read(&RawObject::default()).is_err());
        let many = serde_json::json!({"resourceSubscriptions": vec!["a://b"; 1_001]});
        assert!(wish(&many.to_string()).is_err());
    }
}
