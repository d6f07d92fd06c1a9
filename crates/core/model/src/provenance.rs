//! Provenance of annotations: layer, author, time and reason.

use std::fmt;

use crate::SourceName;

/// A layer of annotations. For each field, the highest layer that sets it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnnotationLayer {
    /// Inferred by Candor from evidence.
    Inferred,
    /// Declared by the source.
    Declared,
    /// Observed when the tool was verified.
    Verified,
    /// Set by a person for the tool everywhere.
    Override,
    /// Set by a person for one environment.
    Environment,
    /// Set by a person for one toolset.
    Toolset,
}

/// Where a field's value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// The annotation layer.
    pub layer: AnnotationLayer,
    /// Who set it.
    pub author: AnnotationAuthor,
    /// The name or pattern of the tools an opinion is about, if a person set it.
    pub about: Option<Box<str>>,
    /// When it was set, in microseconds since the Unix epoch, if known.
    pub at_micros: Option<i64>,
    /// The reason the author gave or, for inferred values, the evidence.
    pub why: Option<Box<str>>,
}

/// The author of an annotation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnnotationAuthor {
    /// Candor itself, by inference.
    Candor,
    /// The source that the tool belongs to.
    Source(SourceName),
    /// A person, by principal name.
    Person(Box<str>),
    /// The configuration file, with its name and line.
    File(Box<str>),
}

// === impl AnnotationLayer ===

candor_text::string_enum! {
    /// The value that is shown.
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
    /// Whether the layer is set by people.
    pub fn is_of_people(self) -> bool {
        self >= Self::Override
    }
}

// === impl Provenance ===

impl Provenance {
    /// Inferred by Candor, for this reason.
    pub fn candor(why: impl Into<Box<str>>) -> Self {
        Self {
            layer: AnnotationLayer::Inferred,
            author: AnnotationAuthor::Candor,
            about: None,
            at_micros: None,
            why: Some(why.into()),
        }
    }

    /// Guaranteed by Candor, because the kernel enforces it.
    pub fn enforced(why: impl Into<Box<str>>) -> Self {
        Self {
            layer: AnnotationLayer::Verified,
            ..Self::candor(why)
        }
    }

    /// Declared by the source about its own tool.
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

/// A phrase with the layer, the pattern, the author and the reason.
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
