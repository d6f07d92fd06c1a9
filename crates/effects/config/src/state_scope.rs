//! Default locations of state.
//!
//! Approvals, tokens, toolsets and the audit log of one project are not useful in another, so each
//! folder with a configuration has its own state directory. The user's own configuration uses the
//! parent directory, and the demo a directory beside them.

use std::path::{Path, PathBuf};

use candor_model::Digest;

/// The folder in the user's data directory.
const CANDOR: &str = "candor";
/// The folder with the state of the demo.
pub const DEMO: &str = "demo";
/// The folder with a folder for each workspace.
pub const WORKSPACES: &str = "workspaces";
/// The most bytes of a folder's own name in the name of its state.
const NAME_MAX: usize = 40;
/// The number of digits that distinguish folders with the same name.
const DIGITS: usize = 8;

/// The scope of a state directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateScope<'a> {
    /// There is no configuration.
    Demo,
    /// The configuration in the user's configuration directory.
    User,
    /// The configuration in this folder, which is an absolute path without links.
    Folder(&'a Path),
}

// === impl StateScope ===

impl StateScope<'_> {
    /// The data directory, in the data directory of the user.
    pub fn directory(self, data_home: &Path) -> PathBuf {
        let candor = data_home.join(CANDOR);
        match self {
            Self::User => candor,
            Self::Demo => candor.join(DEMO),
            Self::Folder(folder) => candor.join(WORKSPACES).join(name(folder)),
        }
    }

    /// The folder whose state it is, if it is a folder's.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Demo | Self::User => None,
        }
    }
}

/// A recognisable and unique name, such as `shop-1f2e3d4c`.
fn name(folder: &Path) -> String {
    let own = folder.file_name().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let own: String = own.chars().filter(|c| plain(*c)).take(NAME_MAX).collect();
    let own = if own.is_empty() { "folder" } else { &own };
    let digest = Digest::of(folder.as_os_str().as_encoded_bytes()).to_string();
    format!("{own}-{}", &digest[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_scopes_share_a_directory() {
        let home = Path::new("/h");
        let of = |folder: &'static str| StateScope::Folder(Path::new(folder)).directory(home);
        assert_eq!(StateScope::User.directory(home), Path::new("/h/candor"));
        assert_eq!(
            StateScope::Demo.directory(home),
            Path::new("/h/candor/demo")
        );
        assert_ne!(of("/a/shop"), of("/b/shop"));
        assert_eq!(of("/a/shop"), of("/a/shop"));
        let long = "/".to_owned() + &"x".repeat(300);
        for folder in ["/", "/é/…", "/a/../b", "/a b/c d", &long] {
            let named = name(Path::new(folder));
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            assert!(named.chars().all(is_plain), "{folder}: {named}");
            assert!(named.len() <= NAME_MAX + 1 + DIGITS, "{folder}: {named}");
        }
    }
}
