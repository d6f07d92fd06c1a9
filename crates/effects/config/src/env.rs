//! All environment variables that Candor reads for its own configuration.
//!
//! An empty value counts as unset, so that `CANDOR_LISTEN= candor serve` means the default.

/// The environment as a function, so that nothing but the rim reads the process.
pub type EnvLookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The configuration file, as `--config` takes it.
pub const CONFIG: &str = "CANDOR_CONFIG";
/// The data directory, as `--data` takes it.
pub const DATA: &str = "CANDOR_DATA";
/// The address to listen on, as `--listen` takes it.
pub const LISTEN: &str = "CANDOR_LISTEN";
/// Whether callers need a token: `auto` or `required`.
pub const AUTH: &str = "CANDOR_AUTH";
/// The base URL of links.
pub const PUBLIC_URL: &str = "CANDOR_PUBLIC_URL";
/// The database, as `--database-url` takes it.
pub const DATABASE_URL: &str = "CANDOR_DATABASE_URL";
/// The log level, such as `debug` or `info,candor_wire=trace`.
pub const LOG: &str = "CANDOR_LOG";
/// The log format: `text` or `json`.
pub const LOG_FORMAT: &str = "CANDOR_LOG_FORMAT";
/// The file with the keys that seal secrets.
pub const SECRET_KEY_FILE: &str = "CANDOR_SECRET_KEY_FILE";
/// The keys that seal secrets, themselves.
pub const SECRET_KEY: &str = "CANDOR_SECRET_KEY";

/// The base directory for user data, by the XDG base directory specification.
pub const XDG_DATA_HOME: &str = "XDG_DATA_HOME";
/// The base directory for user configuration, by the XDG base directory specification.
pub const XDG_CONFIG_HOME: &str = "XDG_CONFIG_HOME";
/// The user's home directory, from which the two above have their defaults.
pub const HOME: &str = "HOME";

/// The value of a variable that is set and not empty.
pub(crate) fn non_empty(env: EnvLookup<'_>, name: &str) -> Option<String> {
    env(name).filter(|value| !value.is_empty())
}

/// A base directory: the XDG variable if it is absolute (the specification says to ignore
/// others), or the folder `below_home` of the home directory.
pub(crate) fn base_dir(
    env: EnvLookup<'_>,
    variable: &str,
    below_home: &str,
) -> Option<std::path::PathBuf> {
    let stated = non_empty(env, variable).map(std::path::PathBuf::from);
    stated.filter(|path| path.is_absolute()).or_else(|| {
        non_empty(env, HOME).map(|home| std::path::PathBuf::from(home).join(below_home))
    })
}
