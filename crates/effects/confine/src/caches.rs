//! Cache folders of package managers and interpreters.

use std::path::{Path, PathBuf};

/// The programs of one family, and what they write below the home folder.
struct CacheFamily {
    programs: &'static [&'static str],
    /// Made if they are missing, for the programs cannot begin without them.
    needed: &'static [&'static str],
    possible: &'static [&'static str],
}

const FAMILIES: &[CacheFamily] = &[
    CacheFamily {
        programs: &["node", "npx", "npm", "pnpm", "pnpx", "yarn", "corepack"],
        needed: &[".npm"],
        possible: &[
            ".cache/node",
            ".cache/pnpm",
            ".cache/yarn",
            ".local/share/pnpm",
        ],
    },
    CacheFamily {
        programs: &["bun", "bunx"],
        needed: &[".bun"],
        possible: &[],
    },
    CacheFamily {
        programs: &["deno"],
        needed: &[".cache/deno"],
        possible: &[],
    },
    CacheFamily {
        programs: &["uv", "uvx"],
        needed: &[".cache/uv", ".local/share/uv"],
        possible: &[],
    },
    CacheFamily {
        programs: &["pipx"],
        needed: &[".cache/pipx", ".local/share/pipx"],
        possible: &[".local/pipx"],
    },
    CacheFamily {
        programs: &["pip", "python"],
        needed: &[],
        possible: &[".cache/pip"],
    },
];

/// Environment variables that relocate caches.
const MOVED_BY: &[&str] = &[
    "npm_config_cache",
    "NPM_CONFIG_CACHE",
    "UV_CACHE_DIR",
    "PIP_CACHE_DIR",
    "BUN_INSTALL_CACHE_DIR",
    "DENO_DIR",
];

/// The folders of package managers, as far as they concern a program.
pub(crate) struct CacheFolders {
    /// Those that the program needs.
    pub(crate) needed: Vec<PathBuf>,
    /// Those that child processes may need, if they exist.
    pub(crate) possible: Vec<PathBuf>,
}

/// The caches for a program.
pub(crate) fn cache_folders(
    program: &str,
    home: &Path,
    environment: &[(String, String)],
) -> CacheFolders {
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    // `python3.12` is of the family, too.
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut folders = CacheFolders {
        needed: Vec::new(),
        possible: Vec::new(),
    };
    for family in FAMILIES {
        let needed = family.needed.iter().map(|folder| home.join(folder));
        if family.programs.contains(&name) {
            folders.needed.extend(needed);
        } else {
            folders.possible.extend(needed);
        }
        let possible = family.possible.iter().map(|folder| home.join(folder));
        folders.possible.extend(possible);
    }
    let moved = environment
        .iter()
        .filter(|(name, _)| MOVED_BY.contains(&name.as_str()))
        .map(|(_, folder)| PathBuf::from(folder));
    folders
        .needed
        .extend(moved.filter(|folder| folder.is_absolute()));
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_the_caches_of_its_family() {
        let home = Path::new("/home/me");
        let needed = |program: &str| cache_folders(program, home, &[]).needed;
        assert_eq!(needed("/usr/bin/npx"), [home.join(".npm")]);
        assert_eq!(
            needed("uvx"),
            [home.join(".cache/uv"), home.join(".local/share/uv")]
        );
        assert_eq!(needed("python3.12"), Vec::<PathBuf>::new());
        let possible = cache_folders("python3.12", home, &[]).possible;
        assert!(
            possible.contains(&home.join(".cache/pip")) && possible.contains(&home.join(".npm"))
        );
        let moved = [("UV_CACHE_DIR".to_owned(), "/cache".to_owned())];
        let needed = cache_folders("uvx", home, &moved).needed;
        assert!(needed.contains(&"/cache".into()));
    }
}
