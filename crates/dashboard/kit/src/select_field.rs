//! A form control with several options.

use std::fmt;

use askama::filters::HtmlSafe;

use crate::external_text::escape;

/// With more options than this, the control is a text field with suggestions.
const LISTED: usize = 30;

/// A control, as HTML: a drop-down list or, where that would be too long, a text field with
/// suggestions.
#[derive(Clone, Debug)]
pub struct SelectField {
    id: String,
    name: &'static str,
    /// Values and labels.
    all: Vec<(String, String)>,
    chosen: String,
}

// === impl SelectField ===

impl SelectField {
    /// A control with its values, their labels, and the chosen value. The label of the empty value
    /// says what choosing nothing means.
    pub fn new(
        id: impl Into<String>,
        name: &'static str,
        all: Vec<(String, String)>,
        chosen: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name,
            all,
            chosen: chosen.into(),
        }
    }

    /// A control with names as options; `none` is the label of the empty one. A chosen name stays an
    /// option even if it no longer exists.
    pub fn of_names<T: fmt::Display>(
        id: impl Into<String>,
        name: &'static str,
        none: impl Into<String>,
        names: impl IntoIterator<Item = T>,
        chosen: Option<impl fmt::Display>,
    ) -> Self {
        let chosen = chosen.map_or_else(String::new, |name| name.to_string());
        let names = names.into_iter().map(|name| name.to_string());
        let mut all = vec![(String::new(), none.into())];
        all.extend(names.map(|name| (name.clone(), name)));
        if all.iter().all(|(value, _)| *value != chosen) {
            all.push((chosen.clone(), chosen.clone()));
        }
        Self::new(id, name, all, chosen)
    }

    /// Whether there is more than one option.
    pub fn are_some(&self) -> bool {
        self.all.len() > 1
    }

    /// Whether a value other than the empty one is chosen.
    pub fn is_chosen(&self) -> bool {
        !self.chosen.is_empty()
    }

    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        attributes("<select", [("id", &self.id), ("name", self.name)], f)?;
        f.write_str(">\n")?;
        for (value, words) in &self.all {
            attributes("<option", [("value", value)], f)?;
            let chosen = *value == self.chosen;
            f.write_str(if chosen { " selected>" } else { ">" })?;
            escape(words, f)?;
            f.write_str("</option>\n")?;
        }
        f.write_str("</select>")
    }

    fn field(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (empty, others): (Vec<_>, Vec<_>) =
            self.all.iter().partition(|(value, _)| value.is_empty());
        let nothing = empty.first().map_or("", |(_, words)| words);
        let help = format!("{}-help", self.id);
        let said = [
            ("id", &*self.id),
            ("name", self.name),
            ("value", &*self.chosen),
            ("list", &*help),
            ("placeholder", nothing),
        ];
        attributes("<input", said, f)?;
        f.write_str(" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\">\n")?;
        attributes("<datalist", [("id", &help)], f)?;
        f.write_str(">\n")?;
        for (value, _) in others {
            attributes("<option", [("value", value)], f)?;
            f.write_str("></option>\n")?;
        }
        f.write_str("</datalist>")
    }
}

impl fmt::Display for SelectField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all.len() > LISTED {
            self.field(f)
        } else {
            self.list(f)
        }
    }
}

impl HtmlSafe for SelectField {}

/// Opens a tag and writes its attributes.
fn attributes<const N: usize>(
    tag: &str,
    attributes: [(&str, &str); N],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str(tag)?;
    for (name, value) in attributes {
        write!(f, " {name}=\"")?;
        escape(value, f)?;
        f.write_str("\"")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(names: usize, chosen: &str) -> SelectField {
        let names = (0..names).map(|at| format!("<{at}>"));
        let all = std::iter::once((String::new(), "no \"one\"".to_owned()));
        let all = all.chain(names.map(|name| (name.clone(), name)));
        SelectField::new("at-name", "name", all.collect(), chosen)
    }

    #[test]
    fn a_few_are_listed() {
        let text = choices(2, "<1>").to_string();
        assert_eq!(
            text,
            "<select id=\"at-name\" name=\"name\">\n\
             <option value=\"\">no &quot;one&quot;</option>\n\
             <option value=\"&lt;0&gt;\">&lt;0&gt;</option>\n\
             <option value=\"&lt;1&gt;\" selected>&lt;1&gt;</option>\n\
             </select>"
        );
        assert!(
            choices(2, "")
                .to_string()
                .contains("<option value=\"\" selected>")
        );
        assert!(choices(LISTED - 1, "").to_string().starts_with("<select"));
    }

    #[test]
    fn of_many_one_is_typed() {
        let text = choices(LISTED, "<7>").to_string();
        let field = "<input id=\"at-name\" name=\"name\" value=\"&lt;7&gt;\" list=\"at-name-help\" \
                     placeholder=\"no &quot;one&quot;\"";
        assert!(text.starts_with(field), "{text}");
        assert_eq!(text.matches("<option").count(), LISTED);
        assert!(
            text.contains("<option value=\"&lt;29&gt;\"></option>"),
            "{text}"
        );
    }

    #[test]
    fn a_chosen_name_stays_an_option() {
        let text = SelectField::of_names("at", "name", "None", ["a"], Some("gone")).to_string();
        assert!(text.contains("<option value=\"a\">a</option>"), "{text}");
        assert!(text.contains("<option value=\"gone\" selected>"), "{text}");
    }

    #[test]
    fn nothing_to_choose_from_is_told() {
        assert!(!choices(0, "").are_some());
        assert!(choices(1, "").are_some());
        assert!(!choices(1, "").is_chosen());
        assert!(choices(1, "<0>").is_chosen());
    }
}
