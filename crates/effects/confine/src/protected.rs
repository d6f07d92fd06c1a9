//! The locations of keys and credentials.

use std::path::{Path, PathBuf};

/// Keys and credentials below the home folder, and histories, which hold them by accident.
const IN_HOME: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".netrc",
    "_netrc",
    ".authinfo",
    ".authinfo.gpg",
    ".git-credentials",
    ".config/git/credentials",
    ".config/gcloud",
    ".config/gh",
    ".config/hub",
    ".config/glab-cli",
    ".config/op",
    ".config/doctl",
    ".config/rclone",
    ".config/containers/auth.json",
    ".config/solana",
    ".config/sops",
    ".config/age",
    ".docker/config.json",
    ".docker/contexts",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".pypirc",
    ".terraformrc",
    ".terraform.d",
    ".vault-token",
    ".oci",
    ".my.cnf",
    ".mylogin.cnf",
    ".pgpass",
    ".s3cfg",
    ".boto",
    ".rclone.conf",
    ".fly",
    ".heroku",
    ".netlify",
    ".password-store",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".local/share/gnome-keyring",
    ".gnome2/keyrings",
    ".pki",
    ".mozilla",
    ".thunderbird",
    ".librewolf",
    ".config/google-chrome",
    ".config/google-chrome-beta",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/microsoft-edge",
    ".config/vivaldi",
    ".config/opera",
    ".config/Signal",
    ".config/Slack",
    ".config/discord",
    ".config/Bitwarden",
    ".config/1Password",
    ".config/keepassxc",
    ".var/app",
    "snap",
    ".claude.json",
    ".claude/.credentials.json",
    ".codex/auth.json",
    ".gemini/oauth_creds.json",
    ".config/github-copilot",
    ".config/goose",
    ".bitcoin",
    ".ethereum",
    ".electrum",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".node_repl_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".local/share/fish/fish_history",
    ".Xauthority",
    ".ICEauthority",
];

/// Credentials outside the home folder that a user can read, and devices.
const OF_SYSTEM: &[&str] = &[
    "/dev",
    "/run/user",
    "/run/secrets",
    "/run/credentials",
    "/var/mail",
    "/var/spool/mail",
];

/// What the system already protects from everyone but root. Only needed for programs that run as
/// root.
const OF_ROOT: &[&str] = &[
    "/boot",
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/krb5.keytab",
    "/etc/wireguard",
    "/etc/NetworkManager/system-connections",
    "/etc/kubernetes",
    "/etc/letsencrypt",
    "/run/containerd",
    "/run/docker",
    "/sys/kernel/debug",
    "/sys/kernel/tracing",
    "/sys/fs/bpf",
    "/var/lib/docker",
    "/var/lib/kubelet",
    "/var/lib/NetworkManager",
    "/var/lib/sss",
    "/var/spool",
];

/// The home folders of other users.
const OTHER_HOMES: &[&str] = &["/root", "/home"];

/// All protected paths on a machine with the home directory `home`, existing or not, because they
/// may be created later.
pub(crate) fn protected_paths(home: Option<&Path>, is_root: bool) -> Vec<PathBuf> {
    let of_root = if is_root { OF_ROOT } else { &[] };
    let of_system = OF_SYSTEM.iter().chain(of_root);
    let mut paths: Vec<PathBuf> = of_system.map(PathBuf::from).collect();
    let Some(home) = home else {
        paths.extend(OTHER_HOMES.iter().map(PathBuf::from));
        return paths;
    };
    paths.extend(IN_HOME.iter().map(|name| home.join(name)));
    for other in OTHER_HOMES.iter().map(Path::new) {
        if !home.starts_with(other) {
            paths.push(other.to_owned());
        }
    }
    paths
}
