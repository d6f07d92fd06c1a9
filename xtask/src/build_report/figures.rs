//! What was measured, as it is kept for the next report.

use candor_symbols::{BinaryFigures, FutureCounts};
use serde::{Deserialize, Serialize};

/// How many copied futures are listed.
const LISTED: usize = 10;

/// Everything of one report. What was not measured is not there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct BuildFigures {
    pub(super) machine: MachineFacts,
    pub(super) cold: Option<ColdBuild>,
    pub(super) rebuild: Option<Rebuild>,
    pub(super) binary: BinarySize,
    pub(super) futures: Option<FutureFigures>,
    pub(super) serving: Option<Serving>,
}

/// Where it was measured, and of what.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MachineFacts {
    pub(super) cores: usize,
    pub(super) compiler: String,
    pub(super) commit: String,
}

/// A build from nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ColdBuild {
    pub(super) wall_seconds: f64,
    pub(super) cpu_seconds: f64,
    pub(super) folder_bytes: u64,
    /// How long the crates of this workspace took, one after the other.
    pub(super) own_seconds: f64,
    /// The same of the dependencies.
    pub(super) dependency_seconds: f64,
    /// The same of all build scripts, compiled and run.
    pub(super) script_seconds: f64,
    /// Everything that is not of this workspace, build scripts included.
    pub(super) floor_seconds: f64,
    pub(super) slowest: Vec<SlowCrate>,
}

/// A crate that took long.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SlowCrate {
    pub(super) name: String,
    pub(super) is_own: bool,
    pub(super) seconds: f64,
}

/// A build after a change of one line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Rebuild {
    pub(super) wall_seconds: f64,
    pub(super) cpu_seconds: f64,
    pub(super) crates: Vec<String>,
}

/// How large the binary is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct BinarySize {
    pub(super) file_bytes: u64,
    pub(super) loaded_bytes: u64,
    pub(super) functions: usize,
}

/// Which futures were compiled outside their home.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct FutureFigures {
    pub(super) libraries: Vec<LibraryFigures>,
    /// The most copied, one line each.
    pub(super) most_copied: Vec<String>,
}

/// The futures of one library.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LibraryFigures {
    pub(super) library: String,
    pub(super) bodies: usize,
    pub(super) drop_glue: usize,
    pub(super) outside: usize,
    pub(super) copies: usize,
}

/// A gateway that runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Serving {
    /// What it stood in front of.
    pub(super) source: String,
    pub(super) tools: usize,
    /// From the start of the process to the first whole list of tools.
    pub(super) start_milliseconds: f64,
    pub(super) calls: usize,
    pub(super) resident_kib: u64,
}

// === impl BinarySize ===

impl BinarySize {
    pub(super) fn of(found: &BinaryFigures) -> Self {
        Self {
            file_bytes: found.file_bytes,
            loaded_bytes: found.loaded_bytes,
            functions: found.functions,
        }
    }
}

// === impl FutureFigures ===

impl FutureFigures {
    pub(super) fn of(counts: &FutureCounts) -> Self {
        let libraries = counts.libraries.iter().map(|it| LibraryFigures {
            library: it.library.clone(),
            bodies: it.bodies,
            drop_glue: it.drop_glue,
            outside: it.outside,
            copies: it.copies,
        });
        let most = counts.copied.iter().take(LISTED);
        Self {
            libraries: libraries.collect(),
            most_copied: most.map(ToString::to_string).collect(),
        }
    }
}
