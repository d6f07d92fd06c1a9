//! One of several values, to be chosen in a form.

use std::fmt;

use askama::filters::HtmlSafe;

use crate::outside::escape;

/// Of more values than these one is typed, with help, and not looked for in a list.
const LISTED: usize = 30;

/// A control, as HTML: a list to choose from or, where it would be too long to look through, a
/// field that completes what is typed.
#[derive(Clone, Debug)]
pub struct Choices {
    id: String,
    name: &'static str,
    /// Values and the words for them.
    all: Vec<(String, String)>,
    chosen: String,
}

// === impl Choices ===

impl Choices {
    /// The control of this id and name: its values and their words, of which one is chosen. The
    /// words of the empty value say what it means to choose nothing.
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

    /// Whether there is anything to choose from.
    pub fn are_some(&self) -> bool {
        self.all.len() > 1
    }

    /// Whether something is chosen.
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

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all.len() > LISTED {
            self.field(f)
        } else {
            self.list(f)
        }
    }
}

impl HtmlSafe for Choices {}

/// Opens a tag, which is not closed yet.
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

    fn choices(names: usize, chosen: &str) -> Choices {
        let names = (0..names).map(|at| format!("<{at}>"));
        let all = std::iter::once((String::new(), "no \"one\"".to_owned()));
        let all = all.chain(names.map(|name| (name.clone(), name)));
        Choices::new("at-name", "name", all.collect(), chosen)
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
    fn nothing_to_choose_from_is_told() {
        assert!(!choices(0, "").are_some());
        assert!(choices(1, "").are_some());
        assert!(!choices(1, "").is_chosen());
        assert!(choices(1, "<0>").is_chosen());
    }
}
