//! Parses and validates scripts.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

use super::behaviour::CallBehaviour;

type RawPiece = Box<RawValue>;
type PlanFields = BTreeMap<String, RawPiece>;

/// A script that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ServerScriptError {
    /// The file cannot be read.
    #[error("cannot read the script `{}`", path.display())]
    Read {
        /// The file that was read.
        path: PathBuf,
        /// Why it could not be read.
        #[source]
        cause: io::Error,
    },
    /// A piece is not the JSON it should be.
    #[error("`{place}` is not what it should be")]
    Json {
        /// The piece of the script that is wrong.
        place: String,
        /// The JSON error.
        #[source]
        cause: serde_json::Error,
    },
    /// A piece is JSON, but makes no sense.
    #[error("`{place}`: {why}")]
    Sense {
        /// The piece of the script that is wrong.
        place: String,
        /// What is wrong, and what would be correct.
        why: String,
    },
    /// The port cannot be used.
    #[error("cannot listen on loopback")]
    Listen(#[source] io::Error),
    /// Standard input or output broke.
    #[error("standard input or output broke")]
    Stdio(#[source] io::Error),
}

/// A parsed script.
#[derive(Debug, Default)]
pub(crate) struct ScriptPlan {
    pub(crate) pages: Vec<ToolPage>,
    /// The successive versions of the first page.
    pub(crate) stages: Vec<String>,
    pub(crate) calls: BTreeMap<String, Vec<CallBehaviour>>,
    pub(crate) methods: BTreeMap<String, Vec<CallBehaviour>>,
    pub(crate) capabilities: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) instructions: Option<String>,
}

/// One page of tools.
#[derive(Debug)]
pub(crate) struct ToolPage {
    /// The cursor that leads here; the first page has none.
    pub(crate) cursor: Option<String>,
    /// The array, as written.
    pub(crate) tools: String,
    pub(crate) next: Option<String>,
}

impl ScriptPlan {
    pub(crate) fn load(path: &Path) -> Result<Self, ServerScriptError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ServerScriptError::Read {
            path: path.to_owned(),
            cause,
        })?;
        Self::parse(&text)
    }

    pub(crate) fn parse(text: &str) -> Result<Self, ServerScriptError> {
        // A line break between tokens would end the message on stdio. Inside strings there are
        // none, so this changes no value.
        let text = text.replace(['\n', '\r'], " ");
        let mut plan = Self::default();
        for (name, raw) in read::<PlanFields>("the script", &text)? {
            let json = raw.get();
            match name.as_str() {
                "tools" => plan.pages.insert(0, ToolPage::only(array("tools", json)?)),
                "pages" => plan.pages.extend(pages(json)?),
                "tools_after" => plan.stages.insert(0, array("tools_after", json)?),
                "stages" => plan.stages.extend(stages(json)?),
                "calls" => plan.calls = behaviours("calls", json)?,
                "methods" => plan.methods = behaviours("methods", json)?,
                "capabilities" => {
                    read::<PlanFields>("capabilities", json)?;
                    plan.capabilities = Some(json.to_owned());
                }
                "serverInfo" => {
                    let mut fields: BTreeMap<String, String> = read("serverInfo", json)?;
                    (plan.name, plan.version) = (fields.remove("name"), fields.remove("version"));
                }
                "instructions" => plan.instructions = Some(read("instructions", json)?),
                other => {
                    let why = "there is no such field; known are tools, pages, tools_after, stages, \
                               calls, methods, capabilities, serverInfo and instructions";
                    return Err(ServerScriptError::sense(other, why));
                }
            }
        }
        if plan
            .pages
            .iter()
            .filter(|page| page.cursor.is_none())
            .count()
            > 1
        {
            let why = "only one page may be without `cursor`, and `tools` counts as one";
            return Err(ServerScriptError::sense("pages", why));
        }
        Ok(plan)
    }
}

impl ToolPage {
    fn only(tools: String) -> Self {
        Self {
            cursor: None,
            tools,
            next: None,
        }
    }
}

impl ServerScriptError {
    pub(crate) fn sense(place: &str, why: impl Into<String>) -> Self {
        Self::Sense {
            place: place.to_owned(),
            why: why.into(),
        }
    }
}

/// Parses one piece of a script.
pub(crate) fn read<T: for<'a> serde::Deserialize<'a>>(
    place: &str,
    json: &str,
) -> Result<T, ServerScriptError> {
    serde_json::from_str(json).map_err(|cause| ServerScriptError::Json {
        place: place.to_owned(),
        cause,
    })
}

fn array(place: &str, json: &str) -> Result<String, ServerScriptError> {
    read::<Vec<RawPiece>>(place, json)?;
    Ok(json.to_owned())
}

fn stages(json: &str) -> Result<Vec<String>, ServerScriptError> {
    let arrays: Vec<RawPiece> = read("stages", json)?;
    arrays
        .iter()
        .map(|tools| array("stages", tools.get()))
        .collect()
}

fn pages(json: &str) -> Result<Vec<ToolPage>, ServerScriptError> {
    let entries: Vec<PlanFields> = read("pages", json)?;
    let mut pages = Vec::new();
    for mut fields in entries {
        let mut text = |name: &str| -> Result<Option<String>, ServerScriptError> {
            fields
                .remove(name)
                .map(|raw| read(&format!("pages.{name}"), raw.get()))
                .transpose()
        };
        let (cursor, next) = (text("cursor")?, text("nextCursor")?);
        let Some(tools) = fields.remove("tools") else {
            return Err(ServerScriptError::sense("pages", "a page needs `tools`"));
        };
        if let Some(unknown) = fields.keys().next() {
            let why = format!("a page has cursor, tools and nextCursor, but no `{unknown}`");
            return Err(ServerScriptError::sense("pages", why));
        }
        pages.push(ToolPage {
            cursor,
            tools: array("pages.tools", tools.get())?,
            next,
        });
    }
    Ok(pages)
}

fn behaviours(
    place: &str,
    json: &str,
) -> Result<BTreeMap<String, Vec<CallBehaviour>>, ServerScriptError> {
    let mut all = BTreeMap::new();
    for (name, raw) in read::<PlanFields>(place, json)? {
        let place = format!("{place}.{name}");
        let list = if raw.get().starts_with('[') {
            let list: Vec<RawPiece> = read(&place, raw.get())?;
            list.iter()
                .map(|raw| CallBehaviour::parse(&place, raw.get()))
                .collect::<Result<_, _>>()?
        } else {
            vec![CallBehaviour::parse(&place, raw.get())?]
        };
        if list.is_empty() {
            return Err(ServerScriptError::sense(
                &place,
                "a list of behaviours must not be empty",
            ));
        }
        all.insert(name, list);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let error = ScriptPlan::parse(text).unwrap_err();
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
        format!("{error}{}", cause.unwrap_or_default())
    }

    #[test]
    fn tools_are_kept_byte_for_byte_but_for_line_breaks() {
        let plan = ScriptPlan::parse("{\"tools\": [ {\"b\" :1.0,\n \"a\":\"\\n\"} ]}").unwrap();
        assert_eq!(plan.pages[0].tools, "[ {\"b\" :1.0,  \"a\":\"\\n\"} ]");
    }

    #[test]
    fn wrong_scripts_are_refused_with_the_place() {
        for (text, expected) in [
            ("[]", "`the script` is not what it should be"),
            (
                r#"{"tool": []}"#,
                "`tool`: there is no such field; known are tools",
            ),
            (r#"{"tools": {}}"#, "`tools` is not what it should be"),
            (r#"{"stages": [{}]}"#, "`stages` is not what it should be"),
            (
                r#"{"tools": [], "pages": [{"tools": []}]}"#,
                "`pages`: only one page may be",
            ),
            (
                r#"{"pages": [{"cursor": "a"}]}"#,
                "`pages`: a page needs `tools`",
            ),
            (
                r#"{"calls": {"a": {"hnag": true}}}"#,
                "`calls.a`: unknown key `hnag`",
            ),
            (
                r#"{"calls": {"a": []}}"#,
                "`calls.a`: a list of behaviours must not be empty",
            ),
            (
                r#"{"calls": {"a": {"hang": true, "exit": 1}}}"#,
                "`calls.a`: only one of",
            ),
        ] {
            let error = error(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
