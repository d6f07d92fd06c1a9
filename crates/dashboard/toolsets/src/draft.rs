//! A toolset as entered, valid or not, so that the page can show it again.

use candor_dashboard_kit::{SubmittedForm, to_sentence, wording::brief};
use candor_model::{ConfirmMode, HintProfile, ToolPattern, Toolset, ToolsetMember, ToolsetName};

use crate::member_lines;

/// Empty rows for more confirmation rules.
const SPARE: usize = 2;

/// The fields of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToolsetDraft {
    pub(crate) name: String,
    pub(crate) description: String,
    /// One member per line.
    pub(crate) members: String,
    /// Tool patterns with their confirmation modes.
    pub(crate) asks: Vec<(String, String)>,
    pub(crate) profile: String,
    pub(crate) provenance: String,
    pub(crate) budget: String,
    /// Whether prompts and resources are not served.
    pub(crate) tools_only: bool,
    pub(crate) why: String,
    /// The version that was edited.
    pub(crate) version: Option<u64>,
}

/// A valid draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedDraft {
    name: ToolsetName,
    description: String,
    members: Vec<ToolsetMember>,
    confirm: Vec<(ToolPattern, ConfirmMode)>,
    profile: Option<HintProfile>,
    provenance: Option<bool>,
    budget: Option<usize>,
    tools_only: bool,
}

/// The errors, by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DraftErrors {
    pub(crate) name: Option<String>,
    pub(crate) members: Vec<String>,
    pub(crate) asks: Option<String>,
    pub(crate) budget: Option<String>,
}

// === impl ToolsetDraft ===

impl ToolsetDraft {
    /// The draft of an existing toolset, and the members that no line can express.
    pub(crate) fn of(toolset: &Toolset, version: Option<u64>) -> (Self, Vec<ToolsetMember>) {
        let (members, odd) = member_lines::write_all(&toolset.members);
        let ask = |(about, confirm): &(ToolPattern, ConfirmMode)| {
            (about.to_string(), confirm.as_str().to_owned())
        };
        let provenance = toolset.provenance.map(|on| if on { "on" } else { "off" });
        let draft = Self {
            name: toolset.name.to_string(),
            description: toolset.description.clone(),
            members,
            asks: toolset.confirm.iter().map(ask).collect(),
            profile: toolset.profile.map_or("", HintProfile::as_str).to_owned(),
            provenance: provenance.unwrap_or_default().to_owned(),
            budget: toolset
                .budget
                .map(|budget| budget.to_string())
                .unwrap_or_default(),
            tools_only: !toolset.prompts_and_resources,
            why: String::new(),
            version,
        };
        (draft, odd)
    }

    /// The submitted draft.
    pub(crate) fn sent(form: &SubmittedForm) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        let abouts = form.all("about[]").map(|text| text.trim().to_owned());
        let whens = form.all("when[]").map(str::to_owned);
        let asks = abouts.zip(whens).filter(|(about, _)| !about.is_empty());
        Self {
            name: get("name").trim().to_owned(),
            description: get("description").trim().to_owned(),
            members: get("members"),
            asks: asks.collect(),
            profile: get("profile"),
            provenance: get("provenance"),
            budget: get("budget").trim().to_owned(),
            tools_only: form.get("tools_only").is_some(),
            why: get("why"),
            version: get("version").parse().ok(),
        }
    }

    /// The confirmation rules, and empty rows for more.
    pub(crate) fn ask_rows(&self) -> Vec<(String, String)> {
        let mut rows = self.asks.clone();
        rows.extend(std::iter::repeat_n(Default::default(), SPARE));
        rows
    }

    /// Adds a line, unless it is there already.
    pub(crate) fn add(&mut self, line: &str) {
        if self.members.lines().any(|known| known.trim() == line) {
            return;
        }
        if !self.members.is_empty() && !self.members.ends_with('\n') {
            self.members.push('\n');
        }
        self.members.push_str(line);
        self.members.push('\n');
    }

    /// Adds a tool: removes the line that excludes it, or adds a line.
    pub(crate) fn include(&mut self, line: &str) {
        let left_out = |text: &str| text.trim().strip_prefix('!') == Some(line);
        if !self.members.lines().any(left_out) {
            return self.add(line);
        }
        let kept = self.members.lines().filter(|text| !left_out(text));
        self.members = kept.flat_map(|text| [text, "\n"]).collect();
    }

    /// Removes the lines that name one of these tools.
    pub(crate) fn drop_tools(&mut self, names: &[&str]) {
        let names_one = |text: &str| match member_lines::read(text) {
            Ok(ToolsetMember::Tool(tool)) => {
                let name = tool.name().map(ToString::to_string);
                name.is_some_and(|name| names.contains(&&*name))
            }
            _ => false,
        };
        let kept = self.members.lines().filter(|text| !names_one(text));
        self.members = kept.flat_map(|text| [text, "\n"]).collect();
    }

    /// Parses the fields.
    pub(crate) fn read(&self) -> Result<ParsedDraft, DraftErrors> {
        let mut faults = DraftErrors::default();
        let name = ToolsetName::parse(&self.name);
        faults.name = name
            .as_ref()
            .err()
            .map(|error| to_sentence(&error.to_string()));
        let lines = member_lines::read_all(&self.members);
        faults.members = lines.faults;
        let confirm: Result<Vec<_>, _> = self.asks.iter().map(ask).collect();
        faults.asks = confirm.as_ref().err().cloned();
        let budget = match &*self.budget {
            "" => Ok(None),
            text => text
                .parse()
                .map(Some)
                .map_err(|_| format!("`{}` is not a number of characters.", brief(text))),
        };
        faults.budget = budget.as_ref().err().cloned();
        match (name, confirm, budget) {
            (Ok(name), Ok(confirm), Ok(budget)) if faults == DraftErrors::default() => {
                Ok(ParsedDraft {
                    name,
                    description: self.description.clone(),
                    members: lines.members,
                    confirm,
                    profile: HintProfile::parse(&self.profile),
                    provenance: self.provenance(),
                    budget,
                    tools_only: self.tools_only,
                })
            }
            _ => Err(faults),
        }
    }

    fn provenance(&self) -> Option<bool> {
        match &*self.provenance {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
}

fn ask((about, when): &(String, String)) -> Result<(ToolPattern, ConfirmMode), String> {
    let about = ToolPattern::parse(about).map_err(|error| to_sentence(&error.to_string()))?;
    let when =
        ConfirmMode::parse(when).ok_or_else(|| format!("Choose when `{about}` needs approval."))?;
    Ok((about, when))
}

// === impl ParsedDraft ===

impl ParsedDraft {
    pub(crate) fn name(&self) -> &ToolsetName {
        &self.name
    }

    /// Writes the fields into a toolset. Members that no line can express stay, after the others.
    pub(crate) fn put(&self, toolset: &mut Toolset) {
        let (_, odd) = member_lines::write_all(&toolset.members);
        toolset.name.clone_from(&self.name);
        toolset.description.clone_from(&self.description);
        toolset.members.clone_from(&self.members);
        toolset.members.extend(odd);
        toolset.confirm.clone_from(&self.confirm);
        toolset.profile = self.profile;
        toolset.provenance = self.provenance;
        toolset.budget = self.budget;
        toolset.prompts_and_resources = !self.tools_only;
    }

    /// A new toolset with these fields.
    pub(crate) fn toolset(&self) -> Toolset {
        let mut toolset = Toolset::new(self.name.clone());
        self.put(&mut toolset);
        toolset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> ToolsetDraft {
        ToolsetDraft {
            name: "reading".to_owned(),
            description: "for the club".to_owned(),
            members: "shop.list_*\nshop.add\n".to_owned(),
            asks: vec![("shop.delete_*".to_owned(), "always".to_owned())],
            profile: "explicit".to_owned(),
            provenance: "off".to_owned(),
            budget: "900".to_owned(),
            tools_only: true,
            why: String::new(),
            version: Some(3),
        }
    }

    #[test]
    fn what_is_shown_means_what_it_was_made_from() {
        let toolset = draft().read().expect("a toolset").toolset();
        let (shown, odd) = ToolsetDraft::of(&toolset, Some(3));
        assert_eq!((shown, odd), (draft(), Vec::new()));
    }

    #[test]
    fn mistakes_are_told_by_field() {
        let wrong = ToolsetDraft {
            name: "No!".to_owned(),
            members: "shop.x\nshop".to_owned(),
            asks: vec![("shop".to_owned(), "always".to_owned())],
            budget: "much".to_owned(),
            ..draft()
        };
        let faults = wrong.read().expect_err("mistakes");
        assert!(faults.name.expect("a name").starts_with("`No!`"));
        assert!(faults.members[0].starts_with("Line 2: `shop`"));
        assert!(faults.asks.expect("a rule").starts_with("`shop`"));
        assert!(faults.budget.expect("a budget").starts_with("`much`"));
        let wrong = ToolsetDraft {
            asks: vec![("shop.*".to_owned(), "sometimes".to_owned())],
            ..draft()
        };
        let faults = wrong.read().expect_err("a mistake");
        assert!(faults.asks.expect("a rule").contains("`shop.*`"));
    }

    #[test]
    fn lines_are_added_once_and_taken_away() {
        let mut draft = draft();
        draft.members = "shop.a".to_owned();
        for line in ["shop.b", "shop.a", "shop.b"] {
            draft.add(line);
        }
        assert_eq!(draft.members, "shop.a\nshop.b\n");
        draft.add("shop.*");
        draft.drop_tools(&["shop.a", "shop.*"]);
        assert_eq!(draft.members, "shop.b\nshop.*\n");
    }
}
