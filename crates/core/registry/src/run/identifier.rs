//! Validation of package identifiers and versions. An invalid one could be interpreted by the
//! program as an option, a URL or a folder.

use crate::package::{EntryPackage, PackageKind};

/// The problem of a package's identifier or version; `None` if both are valid.
pub(crate) fn identifier_problem(package: &EntryPackage) -> Option<String> {
    let is_sound = match package.kind {
        PackageKind::Npm => is_npm(&package.identifier),
        PackageKind::Pypi => is_pypi(&package.identifier),
        PackageKind::Oci => is_image(&package.identifier),
        PackageKind::Nuget => is_plain(&package.identifier),
        // These are never started.
        PackageKind::Mcpb | PackageKind::Other(_) => return None,
    };
    let kind = package.kind.as_str();
    if !is_sound {
        let identifier = candor_text::quote(&package.identifier);
        return Some(format!(
            "{identifier} is not the name of a package of `{kind}`"
        ));
    }
    let version = package.version.as_deref()?;
    if is_version(version) {
        return None;
    }
    let version = candor_text::quote(version);
    Some(format!("{version} is not one version of a package"))
}

/// The version that a package is held to; none if it could be another tomorrow.
pub(crate) fn pinned_version(package: &EntryPackage) -> Option<&str> {
    let version = package.version.as_deref();
    let version = match package.kind {
        PackageKind::Oci => version.or_else(|| image_tag(&package.identifier)),
        _ => version,
    };
    version.filter(|version| !is_moving(version))
}

/// Whether a version is a moving name such as `latest`.
fn is_moving(version: &str) -> bool {
    let moving = [
        "latest", "next", "main", "master", "edge", "nightly", "stable", "beta",
    ];
    let has_digit = version.contains(|c: char| c.is_ascii_digit());
    moving.contains(&version.to_ascii_lowercase().as_str()) || !has_digit
}

/// The part after the `:` or `@` of an image.
fn image_tag(image: &str) -> Option<&str> {
    let last = image.rsplit('/').next().unwrap_or(image);
    let tag = last.split_once('@').or_else(|| last.split_once(':'));
    tag.map(|(_, tag)| tag)
}

/// A name, or `@scope/name`.
fn is_npm(text: &str) -> bool {
    let name = match text.strip_prefix('@') {
        None => text,
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, name)) if is_plain(scope) => name,
            _ => return false,
        },
    };
    is_plain(name)
}

/// A name, perhaps with extras in brackets.
fn is_pypi(text: &str) -> bool {
    let Some((name, extras)) = text.split_once('[') else {
        return is_plain(text);
    };
    let extras = extras.strip_suffix(']');
    is_plain(name) && extras.is_some_and(|extras| extras.split(',').all(is_plain))
}

/// A reference to an image: host, path, tag and digest.
fn is_image(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/:@".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(plain)
        && !text.contains("//")
        && !text.contains("..")
}

fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-~".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && text.len() <= 214
        && text.chars().all(plain)
}

/// Whether it is a single version, not a range.
fn is_version(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-+_!:".contains(c);
    // `1.x` means any version that begins so.
    let is_open = text.split('.').any(|part| part.eq_ignore_ascii_case("x"));
    text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(plain) && !is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check, with names that pass it and texts that do not.
    type NameCase = (
        fn(&str) -> bool,
        &'static [&'static str],
        &'static [&'static str],
    );

    #[test]
    fn only_names_are_names() {
        let cases: [NameCase; 3] = [
            (
                is_npm,
                &[
                    "left-pad",
                    "@scope/name",
                    "@modelcontextprotocol/server-everything",
                ],
                &[
                    "",
                    "-y",
                    "--call",
                    "git+https://a.example/b",
                    "https://a.example/x.tgz",
                    "file:../x",
                    "../x",
                    "./x",
                    "a b",
                    "@scope",
                    "@/x",
                    "@a/b/c",
                    "x;rm -rf",
                    "a@1",
                    "github:user/repo",
                    "user/repo",
                ],
            ),
            (
                is_pypi,
                &["mcp-server-git", "pkg[extra]", "pkg[a,b]"],
                &[
                    "",
                    "--from",
                    "pkg @ https://a.example",
                    "pkg==1",
                    "pkg[",
                    "pkg[]",
                    "a/b",
                ],
            ),
            (
                is_image,
                &["mcp/fetch", "ghcr.io/a/b:1.2", "host:5000/a@sha256:0a"],
                &["", "-v", "--privileged", "a b", "../x", "a//b", "$(id)"],
            ),
        ];
        for (check, good, bad) in cases {
            for text in good {
                assert!(check(text), "{text}");
            }
            for text in bad {
                assert!(!check(text), "{text}");
            }
        }
    }

    #[test]
    fn ranges_are_no_versions_and_tags_no_pins() {
        for version in [
            "^1.2.3", "~1", ">=1", "1 || 2", "*", "", "-1", "1;x", "../1", "1.x", "1.*",
        ] {
            assert!(!is_version(version), "{version}");
        }
        for version in ["1.2.3", "2025.1.0-rc.1+5", "1.0", "1!2.0"] {
            assert!(is_version(version) && !is_moving(version), "{version}");
        }
        for version in ["latest", "Next", "main", "lts"] {
            assert!(is_moving(version), "{version}");
        }
    }
}
