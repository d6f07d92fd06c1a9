//! Packages that are started on this machine.

use crate::input::EntryInput;
use crate::remote::RemoteFlavour;

/// The package registry of a package, which determines how it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageKind {
    /// The registry of npm, by `npx`.
    Npm,
    /// The Python package index, by `uvx`.
    Pypi,
    /// An image of a container registry, by `docker`.
    Oci,
    /// `NuGet`, by `dnx`.
    Nuget,
    /// A bundle that is downloaded as a file.
    Mcpb,
    /// An unknown kind.
    Other(String),
}

/// A package of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPackage {
    /// Its package registry.
    pub kind: PackageKind,
    /// The address of the package registry, if it is not the usual one.
    pub base_url: Option<String>,
    /// The name of the package, or the address of a bundle.
    pub identifier: String,
    /// The version of the package.
    pub version: Option<String>,
    /// The checksum of its file, in hexadecimal digits.
    pub sha256: Option<String>,
    /// The program that the publisher would start it with.
    pub runtime_hint: Option<String>,
    /// Arguments of that program, before the package.
    pub runtime_arguments: Vec<CommandArgument>,
    /// Arguments of the package.
    pub package_arguments: Vec<CommandArgument>,
    /// Variables that it is started with.
    pub environment: Vec<NamedInput>,
    /// How the running package is reached.
    pub transport: PackageTransport,
    /// Why it cannot be used as it was written; none if it can.
    pub unusable: Option<String>,
}

/// One command-line argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandArgument {
    /// The flag with its dashes; none for an argument that only has a place.
    pub flag: Option<String>,
    /// The label of a positional argument in a form.
    pub label: Option<String>,
    /// Whether it may be given more than once.
    pub is_repeated: bool,
    /// The value of the argument.
    pub input: EntryInput,
}

/// A variable of the environment, or a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedInput {
    /// The name of the variable or header.
    pub name: String,
    /// The value of the variable or header.
    pub input: EntryInput,
}

/// The transport of a running package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageTransport {
    /// Through standard input and output.
    Stdio,
    /// Through an address on which it listens.
    Http {
        /// Its HTTP transport.
        flavour: RemoteFlavour,
        /// The address, in which `{name}` is a variable.
        url: String,
    },
}

// === impl PackageKind ===

impl PackageKind {
    /// Parses the word in an entry.
    pub fn parse(word: &str) -> Self {
        match word {
            "npm" => Self::Npm,
            "pypi" => Self::Pypi,
            "oci" => Self::Oci,
            "nuget" => Self::Nuget,
            "mcpb" => Self::Mcpb,
            other => Self::Other(candor_text::printable(&candor_text::clip(other, 40))),
        }
    }

    /// The word in an entry.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Npm => "npm",
            Self::Pypi => "pypi",
            Self::Oci => "oci",
            Self::Nuget => "nuget",
            Self::Mcpb => "mcpb",
            Self::Other(word) => word,
        }
    }

    /// The programs that can start it, the usual one first.
    pub fn runtimes(&self) -> &'static [&'static str] {
        match self {
            Self::Npm => &["npx", "bunx"],
            Self::Pypi => &["uvx"],
            Self::Oci => &["docker", "podman"],
            Self::Nuget => &["dnx"],
            Self::Mcpb | Self::Other(_) => &[],
        }
    }
}

// === impl EntryPackage ===

impl EntryPackage {
    /// The program that it is started with, if it is one that fits the kind of package.
    pub fn runtime(&self) -> Option<&'static str> {
        let known = self.kind.runtimes();
        match &self.runtime_hint {
            None => known.first().copied(),
            Some(hint) => known.iter().copied().find(|known| known == hint),
        }
    }
}
