//! The calls to try for a tool.

use serde_json::{Map, Value};

use crate::arguments::ArgumentContext;
use crate::parameter::{ToolParameter, ValueShape};
use crate::role::ToolRole;
use crate::words::has_word;

/// One call to try.
#[derive(Clone, Debug, PartialEq)]
pub struct CallCase {
    /// A short description.
    pub about: String,
    /// The arguments of the call.
    pub arguments: Value,
}

/// The cases for a tool, all different, at most `most`: required arguments, the same thing with
/// other content, other things, every choice, all arguments, the bounds.
pub fn cases(context: ArgumentContext<'_>, most: usize) -> Vec<CallCase> {
    let mut list = CaseList {
        context,
        cases: Vec::new(),
        most,
    };
    list.add("required arguments", &|one| one.required.then_some(0));
    if context.tool.role != ToolRole::Read {
        list.add("the same thing with other content", &|one| {
            one.required.then(|| usize::from(is_content(one)))
        });
    }
    list.add("other values", &|one| one.required.then_some(1));
    list.choices();
    list.add("all arguments", &|_| Some(0));
    list.add("all arguments with other values", &|_| Some(1));
    list.add("a third value", &|one| one.required.then_some(2));
    list.bounds();
    list.cases
}

struct CaseList<'a> {
    context: ArgumentContext<'a>,
    cases: Vec<CallCase>,
    most: usize,
}

// === impl CaseList ===

impl CaseList<'_> {
    /// Adds a case in which each parameter has its n-th candidate, or is left out.
    fn add(&mut self, about: &str, choose: &dyn Fn(&ToolParameter) -> Option<usize>) {
        let mut arguments = Map::new();
        for parameter in &self.context.tool.parameters {
            let Some(at) = choose(parameter) else {
                continue;
            };
            let values = self.context.candidates(parameter);
            let value = values.get(at).or_else(|| values.last());
            arguments.insert(parameter.name.clone(), value.cloned().unwrap_or_default());
        }
        self.push(about.to_owned(), arguments);
    }

    /// Every value of every choice, one at a time.
    fn choices(&mut self) {
        let parameters = &self.context.tool.parameters;
        for parameter in parameters {
            if !matches!(parameter.shape, ValueShape::Choice(_) | ValueShape::Truth) {
                continue;
            }
            for value in self.context.candidates(parameter).into_iter().take(6) {
                let about = format!("{} is {value}", parameter.name);
                let mut arguments = self.required();
                arguments.insert(parameter.name.clone(), value);
                self.push(about, arguments);
            }
        }
    }

    /// Empty lists and texts, and the ends of ranges.
    fn bounds(&mut self) {
        let parameters = &self.context.tool.parameters;
        for parameter in parameters {
            let value = match &parameter.shape {
                ValueShape::List { fewest: 0, .. } => Value::Array(Vec::new()),
                ValueShape::Text { shortest: 0, .. } if !parameter.required => Value::from(""),
                ValueShape::Number { low: None, .. } => Value::from(0),
                _ => continue,
            };
            let about = format!("{} is {value}", parameter.name);
            let mut arguments = self.required();
            arguments.insert(parameter.name.clone(), value);
            self.push(about, arguments);
        }
    }

    fn required(&self) -> Map<String, Value> {
        let required = self
            .context
            .tool
            .parameters
            .iter()
            .filter(|one| one.required);
        let entries = required.map(|one| {
            let first = self.context.candidates(one).into_iter().next();
            (one.name.clone(), first.unwrap_or_default())
        });
        entries.collect()
    }

    fn push(&mut self, about: String, arguments: Map<String, Value>) {
        let arguments = Value::Object(arguments);
        let is_new = self.cases.iter().all(|case| case.arguments != arguments);
        if is_new && self.cases.len() < self.most {
            self.cases.push(CallCase { about, arguments });
        }
    }
}

/// Whether a parameter is what is written, rather than what names the thing.
fn is_content(parameter: &ToolParameter) -> bool {
    const CONTENT: [&str; 20] = [
        "content",
        "contents",
        "text",
        "body",
        "value",
        "values",
        "data",
        "description",
        "message",
        "observations",
        "note",
        "edits",
        "payload",
        "title",
        "summary",
        "status",
        "new",
        "comment",
        "amount",
        "items",
    ];
    has_word(&parameter.name, &CONTENT)
}
