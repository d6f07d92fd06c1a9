//! Builds of the default binary, measured.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::build_timings;
use super::cargo_messages::BuiltArtifacts;
use super::figures::{ColdBuild, Rebuild};
use super::proc_files::children_cpu_time;
use super::touched_source::TouchedSource;
use super::workspace::{WorkspaceFacts, cargo, output};

/// One build, what it took and what it made.
pub(super) struct MeasuredBuild {
    wall: Duration,
    cpu: Duration,
    built: BuiltArtifacts,
}

/// A build after a change, and the binary that it made.
pub(super) struct MeasuredRebuild {
    pub(super) figures: Rebuild,
    pub(super) binary: PathBuf,
}

/// An empty target folder, which is removed when it is dropped. It lies among the others, where
/// the disk is known to have room.
pub(super) fn empty_target(target: &Path) -> Result<TempDir, String> {
    let made = fs::create_dir_all(target).and_then(|()| {
        tempfile::Builder::new()
            .prefix("build-report-")
            .tempdir_in(target)
    });
    made.map_err(|error| format!("cannot make a folder in `{}`: {error}", target.display()))
}

/// Builds the default binary for release in a target folder.
pub(super) fn release(
    workspace: &WorkspaceFacts,
    target: &Path,
    has_timings: bool,
) -> Result<MeasuredBuild, String> {
    let mut build = cargo();
    build
        .current_dir(&workspace.root)
        .args(["build", "--release", "--quiet"])
        .arg("--message-format=json-render-diagnostics")
        .args(has_timings.then_some("--timings"))
        .env("CARGO_TARGET_DIR", target);
    let (started, used) = (Instant::now(), children_cpu_time()?);
    let lines = output(&mut build)?;
    Ok(MeasuredBuild {
        wall: started.elapsed(),
        cpu: children_cpu_time()?.saturating_sub(used),
        built: BuiltArtifacts::read(&lines),
    })
}

/// Builds everything in a target folder that is empty.
pub(super) fn cold(workspace: &WorkspaceFacts, target: &Path) -> Result<ColdBuild, String> {
    let build = release(workspace, target, true)?;
    let path = target.join("cargo-timings/cargo-timing.html");
    let shown = path.display();
    let page = fs::read_to_string(&path)
        .map_err(|error| format!("cannot read cargo's timings in `{shown}`: {error}"))?;
    let units = build_timings::units(&page).map_err(|why| format!("`{shown}` {why}"))?;
    let sums = build_timings::sums(&units, &workspace.packages);
    let folder_bytes = folder_bytes(target, &mut BTreeSet::new())
        .map_err(|error| format!("cannot measure `{}`: {error}", target.display()))?;
    Ok(ColdBuild {
        wall_seconds: build.wall.as_secs_f64(),
        cpu_seconds: build.cpu.as_secs_f64(),
        folder_bytes,
        own_seconds: sums.own,
        dependency_seconds: sums.dependencies,
        script_seconds: sums.scripts,
        floor_seconds: sums.floor,
        slowest: sums.slowest,
    })
}

/// Adds a line to a source file, builds, and puts the file back.
pub(super) fn rebuild(
    workspace: &WorkspaceFacts,
    target: &Path,
    source: &TouchedSource,
) -> Result<MeasuredRebuild, String> {
    let line = source.add_line()?;
    let build = release(workspace, target, false);
    line.take_back()?;
    let build = build?;
    let binary = build.built.binary;
    Ok(MeasuredRebuild {
        figures: Rebuild {
            wall_seconds: build.wall.as_secs_f64(),
            cpu_seconds: build.cpu.as_secs_f64(),
            crates: build.built.crates,
        },
        binary: binary.ok_or("cargo built no binary `candor`; is it still the default member?")?,
    })
}

/// The room that a folder takes on the disk. Cargo links one file to several names; it counts
/// once.
fn folder_bytes(folder: &Path, seen: &mut BTreeSet<u64>) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_dir() {
            bytes += folder_bytes(&entry.path(), seen)?;
        } else if seen.insert(about.ino()) {
            bytes += about.blocks() * 512;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_two_names_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let (inner, file) = (folder.path().join("deps"), folder.path().join("candor"));
        fs::create_dir(&inner).unwrap();
        fs::write(&file, vec![7; 100_000]).unwrap();
        let once = folder_bytes(folder.path(), &mut BTreeSet::new()).unwrap();
        fs::hard_link(&file, inner.join("candor-0123")).unwrap();
        let twice = folder_bytes(folder.path(), &mut BTreeSet::new()).unwrap();
        assert_eq!(once, twice);
        fs::write(inner.join("other"), vec![7; 100_000]).unwrap();
        let more = folder_bytes(folder.path(), &mut BTreeSet::new()).unwrap();
        assert!(more > twice, "{more} and {twice}");
    }

    #[test]
    fn an_empty_target_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        let made = empty_target(&target).unwrap();
        let path = made.path().to_owned();
        assert!(path.starts_with(&target) && path.is_dir());
        drop(made);
        assert!(!path.exists());
    }
}
