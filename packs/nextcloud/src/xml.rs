//! XML as a tree, with namespaces. It is read and written by a library, never glued.

mod namespace;
mod read;
mod write;

pub(crate) use namespace::XmlNamespace;
pub(crate) use read::read;

/// An element with its attributes, text and children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlElement {
    /// The namespace; nothing if it is none that the tools know.
    pub(crate) namespace: Option<XmlNamespace>,
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) children: Vec<XmlElement>,
}

/// A text that is not XML.
#[derive(Debug, thiserror::Error)]
#[error("the answer is not valid XML: {0}")]
pub(crate) struct XmlError(pub(crate) String);

// === impl XmlElement ===

impl XmlElement {
    pub(crate) fn new(namespace: XmlNamespace, name: &str) -> Self {
        Self {
            namespace: Some(namespace),
            name: name.to_owned(),
            attributes: Vec::new(),
            text: String::new(),
            children: Vec::new(),
        }
    }

    /// The element with a child more.
    #[must_use]
    pub(crate) fn with(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// The element with several children more.
    #[must_use]
    pub(crate) fn with_all(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    #[must_use]
    pub(crate) fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// The children of a name.
    pub(crate) fn all<'a>(
        &'a self,
        namespace: XmlNamespace,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Self> {
        let fits = move |one: &&Self| one.namespace == Some(namespace) && one.name == name;
        self.children.iter().filter(fits)
    }

    /// The first child of a name.
    pub(crate) fn first(&self, namespace: XmlNamespace, name: &str) -> Option<&Self> {
        let fits = |one: &&Self| one.namespace == Some(namespace) && one.name == name;
        self.children.iter().find(fits)
    }

    /// The text of the first child of a name, without space around it.
    pub(crate) fn text_of(&self, namespace: XmlNamespace, name: &str) -> Option<&str> {
        let text = self.first(namespace, name)?.text.trim();
        (!text.is_empty()).then_some(text)
    }
}
