//! Packages from public registries, each into a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs a package unless it is there, and gives the folder of its registry or environment.
pub(super) fn install(registry: &str, package: &str, folder: &Path) -> Result<PathBuf, String> {
    match registry {
        "npm" => npm(package, &folder.join("npm")),
        "pypi" => pypi(package, &folder.join("pypi").join(package)),
        other => Err(format!("unknown registry `{other}`")),
    }
}

fn npm(package: &str, folder: &Path) -> Result<PathBuf, String> {
    let modules = folder.join("node_modules");
    if !modules.join(package).is_dir() {
        fs::create_dir_all(folder).map_err(|cause| cause.to_string())?;
        if !folder.join("package.json").exists() {
            fs::write(folder.join("package.json"), "{}").map_err(|cause| cause.to_string())?;
        }
        let words = [
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            package,
        ];
        run(Command::new("npm").args(words).current_dir(folder))?;
    }
    Ok(modules)
}

fn pypi(package: &str, folder: &Path) -> Result<PathBuf, String> {
    let marker = folder.join("installed");
    let by_hand = folder.join("bin").join(package);
    if !marker.exists() && !by_hand.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        run(Command::new(folder.join("bin/pip")).args(["install", "--quiet", package]))?;
        fs::write(marker, "").map_err(|cause| cause.to_string())?;
    }
    Ok(folder.to_owned())
}

fn run(command: &mut Command) -> Result<(), String> {
    let done = command
        .output()
        .map_err(|cause| format!("{command:?}: {cause}"))?;
    if done.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    let last: String = words.lines().rev().take(2).collect::<Vec<_>>().join(" ");
    Err(format!("it cannot be installed: {last}"))
}
