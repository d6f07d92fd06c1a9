//! Who says something about a tool.

use std::fmt;

use crate::SourceName;

/// An origin of annotations; for each field the highest layer that sets it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnnotationLayer {
    /// Candor, from evidence.
    Inferred,
    /// The source itself.
    Declared,
    /// Observed, when the tool was verified.
    Verified,
    /// A person, about the tool wherever it is served.
    Override,
    /// A person, about the tool in one environment.
    Environment,
    /// A person, about the tool in one toolset.
    Toolset,
}

/// Where an annotation comes from: the layer, the author and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// From which height.
    pub layer: AnnotationLayer,
    /// Who said it.
    pub author: AnnotationAuthor,
    /// About which tools, where a person spoke: a name or a pattern.
    pub about: Option<Box<str>>,
    /// When, in microseconds since the Unix epoch, where that is known.
    pub at_micros: Option<i64>,
    /// Why, in the speaker's words; for what is inferred, the evidence.
    pub why: Option<Box<str>>,
}

/// Who set an annotation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnnotationAuthor {
    /// Candor itself, by inference.
    Candor,
    /// The source that the tool belongs to.
    Source(SourceName),
    /// A person, by the name they act under.
    Person(Box<str>),
    /// The configuration file: its name and line.
    File(Box<str>),
}

// === impl AnnotationLayer ===

candor_text::string_enum! {
    /// The word that is shown.
    AnnotationLayer {
        Inferred => "inferred",
        Declared => "declared",
        Verified => "verified",
        Override => "override",
        Environment => "environment",
        Toolset => "toolset",
    }
}

impl AnnotationLayer {
    /// Whether people decide what it says.
    pub fn is_of_people(self) -> bool {
        self >= Self::Override
    }
}

// === impl Provenance ===

impl Provenance {
    /// Candor, for this reason.
    pub fn candor(why: impl Into<Box<str>>) -> Self {
        Self {
            layer: AnnotationLayer::Inferred,
            author: AnnotationAuthor::Candor,
            about: None,
            at_micros: None,
            why: Some(why.into()),
        }
    }

    /// Candor, because the kernel holds the tool to it.
    pub fn enforced(why: impl Into<Box<str>>) -> Self {
        Self {
            layer: AnnotationLayer::Verified,
            ..Self::candor(why)
        }
    }

    /// A source, about its own tool.
    pub fn source(name: SourceName) -> Self {
        Self {
            layer: AnnotationLayer::Declared,
            author: AnnotationAuthor::Source(name),
            about: None,
            at_micros: None,
            why: None,
        }
    }
}

/// In words: the layer, what it is about, who, and why.
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layer)?;
        if let Some(about) = &self.about {
            write!(f, " `{about}`")?;
        }
        match &self.author {
            AnnotationAuthor::Candor => {}
            AnnotationAuthor::Source(name) => write!(f, " by source `{name}`")?,
            AnnotationAuthor::Person(name) => write!(f, " by {name}")?,
            AnnotationAuthor::File(place) => write!(f, " in {place}")?,
        }
        match &self.why {
            Some(why) => write!(f, ": {why}"),
            None => Ok(()),
        }
    }
}
