//! Schema migrations for both engines.
//!
//! They are listed by hand because the library's macro that reads the folders would build both
//! database drivers a second time, for the host.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A migration: number and name, and its statements.
type MigrationFile = (&'static str, &'static str);

/// The files of one engine, oldest first.
macro_rules! files {
    ($engine:literal) => {
        files!($engine:
            "0001_sources_and_calls",
            "0002_annotations",
            "0003_toolsets",
            "0004_whole_toolsets",
            "0005_approvals",
            "0006_last_approvals",
            "0007_gs1",
            "0008_saved_sources",
            "0009_counted_calls",
            "0010_pack_records",
            "0011_page_sessions",
            "0012_sealed_cards",
            "0013_instruction_pins",
            "0014_kept_bytes",
            "0015_verifications",
            "0016_accepted_definitions",
            "0017_remembered_lists",
            "0018_program_refusals",
            "0019_source_latency",
            "0020_approval_callers",
            "0021_numbered_versions",
            "0022_policy_rules",
            "0023_kept_calls",
            "0024_call_blocks",
        )
    };
    ($engine:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../migrations/", $engine, "/", $name, ".sql")))),+]
    };
}

pub(super) const SQLITE: &[MigrationFile] = files!("sqlite");
pub(super) const POSTGRES: &[MigrationFile] = files!("postgres");

/// Wraps the files as migrations that are applied in order.
pub(super) fn migrator(files: &[MigrationFile]) -> Migrator {
    Migrator::with_migrations(files.iter().map(step).collect())
}

fn step(&(name, sql): &MigrationFile) -> Migration {
    let (number, words) = name.split_once('_').unwrap_or((name, ""));
    Migration::new(
        number.parse().unwrap_or_default(),
        Cow::Owned(words.replace('_', " ")),
        MigrationType::Simple,
        SqlStr::from_static(sql),
        false,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step() {
        for (engine, files) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let folder = format!("{}/migrations/{engine}", env!("CARGO_MANIFEST_DIR"));
            let mut found: Vec<_> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            found.sort();
            let listed: Vec<_> = files
                .iter()
                .map(|(name, _)| format!("{name}.sql"))
                .collect();
            assert_eq!(listed, found);
            let migrator = migrator(files);
            let numbers = migrator.iter().map(|step| step.version);
            assert!(numbers.eq(1..=i64::try_from(files.len()).unwrap()));
            assert_eq!(
                migrator.iter().next().unwrap().description,
                "sources and calls"
            );
        }
    }
}
