//! How the house, or a toolset, wants to be asked.

use candor_model::{Author, PreferenceEdits, Preferences, ToolsetName};
use serde_json::{Map, Value, json};

use super::record::{check_author, record};
use super::{Desk, DeskError};
use crate::endpoint::Endpoint;

/// What is preferred in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferenceView {
    /// The toolset; none is the house.
    pub toolset: Option<ToolsetName>,
    /// What the configuration file states.
    pub declared: PreferenceEdits,
    /// What people have stated.
    pub stated: PreferenceEdits,
    /// What holds.
    pub effective: Preferences,
    /// Which state of `stated` this is; 0 where nothing is.
    pub version: u64,
}

// === impl Desk ===

impl Desk<'_> {
    /// What is preferred in every place where somebody has stated something, the house first.
    pub async fn preferences(&self) -> Result<Vec<PreferenceView>, DeskError> {
        let stored = self.store().preferences().await?;
        let known = self.gateway.known();
        let declared = known.declarations().preferences.iter();
        let mut places: Vec<Option<ToolsetName>> = vec![None];
        places.extend(declared.map(|(place, _)| place.clone()));
        places.extend(stored.iter().map(|one| one.toolset.clone()));
        places.sort();
        places.dedup();
        let mut views = Vec::new();
        for place in places {
            views.push(self.preference(place.as_ref()).await?);
        }
        Ok(views)
    }

    /// What is preferred in one place.
    pub async fn preference(
        &self,
        toolset: Option<&ToolsetName>,
    ) -> Result<PreferenceView, DeskError> {
        let stored = self.store().preferences().await?;
        let stored = stored
            .into_iter()
            .find(|one| one.toolset.as_ref() == toolset);
        let known = self.gateway.known();
        let endpoint = Endpoint {
            toolset: toolset.cloned(),
            environment: None,
        };
        Ok(PreferenceView {
            toolset: toolset.cloned(),
            declared: known.declarations().preferences_of(toolset),
            version: stored.as_ref().map_or(0, |stored| stored.version),
            stated: stored.map(|stored| stored.edits).unwrap_or_default(),
            effective: known.said.preferences_at(&endpoint, None),
        })
    }

    /// States what is preferred in one place, whole: what is not among it is left to the house.
    /// `expected`: the version that was read.
    pub async fn prefer(
        &self,
        toolset: Option<&ToolsetName>,
        edits: &PreferenceEdits,
        expected: Option<u64>,
        author: &Author,
    ) -> Result<PreferenceView, DeskError> {
        check_author(author)?;
        let _editing = self.gateway.edit().await;
        let before = self.preference(toolset).await?;
        if let Some(name) = toolset
            && !self.gateway.known().said.toolsets.contains_key(name)
        {
            return Err(DeskError::Unknown(format!("there is no toolset `{name}`")));
        }
        let old = words(&before.stated);
        let new = words(edits);
        for (key, value) in &new {
            if let Some(declared) = words(&before.declared).get(key)
                && declared != value
            {
                return Err(DeskError::Declared {
                    what: format!("`{key}`"),
                    place: "the configuration file".to_owned(),
                });
            }
        }
        let subject = toolset.map_or_else(|| "house".to_owned(), ToString::to_string);
        let some = |words: Map<String, Value>| (!words.is_empty()).then_some(Value::Object(words));
        let change = record(author, "preferences.state", subject, some(old), some(new));
        let expected = expected.unwrap_or(before.version);
        self.store()
            .set_preferences(toolset, edits, expected, &change)
            .await?;
        self.gateway.catch_up().await;
        self.preference(toolset).await
    }
}

/// Preferences in the words of the file and the API.
pub fn words(edits: &PreferenceEdits) -> Map<String, Value> {
    let fields = [
        (
            "auto_approve_read_only",
            edits.auto_approve_read_only.map(Value::from),
        ),
        (
            "always_confirm_destructive",
            edits.always_confirm_destructive.map(Value::from),
        ),
        ("show_warnings", edits.show_warnings.map(Value::from)),
        (
            "trust_idempotent_retries",
            edits.trust_idempotent_retries.map(Value::from),
        ),
        (
            "unset",
            edits.unset.map(|unset| Value::from(unset.as_str())),
        ),
        ("out_of_band", edits.out_of_band.map(Value::from)),
        (
            "cache_ms",
            edits
                .cache
                .map(|time| json!(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))),
        ),
        ("collapse", edits.collapse.map(Value::from)),
    ];
    let stated = fields.into_iter();
    stated
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect()
}
