//! Policy preferences, the default ones and those of a toolset.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, PolicyPreferences, PreferenceEdits, ToolsetName};
use serde_json::{Map, Value, json};

use super::record::{check_author, record};
use super::{EditError, Editor};
use crate::catalogue::endpoint::Endpoint;

/// The preferences of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferenceDetails {
    /// The toolset; `None` for the default preferences.
    pub toolset: Option<ToolsetName>,
    /// What the configuration file sets.
    pub declared: PreferenceEdits,
    /// What people have set.
    pub stated: PreferenceEdits,
    /// The effective preferences after file and store are merged.
    pub effective: PolicyPreferences,
    /// The version of `stated`; 0 if it is empty.
    pub version: u64,
}

// === impl Editor ===

impl Editor<'_> {
    /// The preferences of every place that has any, the default ones first.
    #[boxed]
    pub async fn preferences(&self) -> Result<Vec<PreferenceDetails>, EditError> {
        let stored = self.store().preferences().await?;
        let snapshot = self.gateway.snapshot();
        let declared = snapshot.declarations().preferences.iter();
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

    /// The preferences of one place.
    #[boxed]
    pub async fn preference(
        &self,
        toolset: Option<&ToolsetName>,
    ) -> Result<PreferenceDetails, EditError> {
        let stored = self.store().preferences().await?;
        let stored = stored
            .into_iter()
            .find(|one| one.toolset.as_ref() == toolset);
        let snapshot = self.gateway.snapshot();
        let endpoint = Endpoint {
            toolset: toolset.cloned(),
            environment: None,
        };
        Ok(PreferenceDetails {
            toolset: toolset.cloned(),
            declared: snapshot.declarations().preferences_of(toolset),
            version: stored.as_ref().map_or(0, |stored| stored.version),
            stated: stored.map(|stored| stored.edits).unwrap_or_default(),
            effective: snapshot.settings.preferences_at(&endpoint, None),
        })
    }

    /// Replaces the preferences of one place: whatever is left out falls back to the default.
    /// `expected`: the version that was read.
    #[boxed]
    pub async fn prefer(
        &self,
        toolset: Option<&ToolsetName>,
        edits: &PreferenceEdits,
        expected: Option<u64>,
        author: &ChangeAuthor,
    ) -> Result<PreferenceDetails, EditError> {
        check_author(author)?;
        let _editing = self.gateway.lock_edits().await;
        let before = self.preference(toolset).await?;
        if let Some(name) = toolset
            && !self.gateway.snapshot().settings.toolsets.contains_key(name)
        {
            return Err(EditError::Unknown(format!("there is no toolset `{name}`")));
        }
        self.check_own_preferences(&before.stated, edits)?;
        let old = words(&before.stated);
        let new = words(edits);
        for (key, value) in &new {
            if let Some(declared) = words(&before.declared).get(key)
                && declared != value
            {
                return Err(EditError::Declared {
                    what: format!("`{key}`"),
                    place: "the configuration file".to_owned(),
                });
            }
        }
        let subject = toolset.map_or_else(|| "default".to_owned(), ToString::to_string);
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

/// Preferences with the keys and values that the file and the API use.
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
