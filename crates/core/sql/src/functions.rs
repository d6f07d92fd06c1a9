//! Functions known to be read-only, by engine.
//!
//! A name only counts for the engine in which it is built in: elsewhere, a user may have defined a
//! function with that name.

mod every_engine;
mod mysql;
mod postgresql;
mod sql_server;
mod sqlite;

use crate::dialect::SqlEngine;

/// Whether a function of this name in an expression only reads.
pub(crate) fn is_known_function(name: &str, engine: SqlEngine) -> bool {
    let of_engine = match engine {
        SqlEngine::PostgreSql => postgresql::FUNCTIONS,
        SqlEngine::MySql => mysql::FUNCTIONS,
        SqlEngine::Sqlite => sqlite::FUNCTIONS,
        SqlEngine::SqlServer => sql_server::FUNCTIONS,
    };
    // In PostgreSQL, set-returning functions are also allowed in expressions.
    let rows = engine == SqlEngine::PostgreSql && is_known_table_function(name, engine);
    contains(every_engine::FUNCTIONS, name) || contains(of_engine, name) || rows
}

/// Whether a function of this name in place of a table only reads.
pub(crate) fn is_known_table_function(name: &str, engine: SqlEngine) -> bool {
    let functions = match engine {
        SqlEngine::PostgreSql => postgresql::TABLE_FUNCTIONS,
        // MySQL only has `JSON_TABLE`, which the parser handles.
        SqlEngine::MySql => &[],
        SqlEngine::Sqlite => sqlite::TABLE_FUNCTIONS,
        SqlEngine::SqlServer => sql_server::TABLE_FUNCTIONS,
    };
    contains(functions, name)
}

fn contains(sorted: &[&str], name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    sorted.binary_search(&name.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lists are searched by halves.
    #[test]
    fn the_lists_are_sorted_and_in_lower_case() {
        for list in [
            every_engine::FUNCTIONS,
            postgresql::FUNCTIONS,
            postgresql::TABLE_FUNCTIONS,
            mysql::FUNCTIONS,
            sqlite::FUNCTIONS,
            sqlite::TABLE_FUNCTIONS,
            sql_server::FUNCTIONS,
            sql_server::TABLE_FUNCTIONS,
        ] {
            assert!(list.is_sorted(), "{list:?}");
            assert!(list.iter().all(|name| *name == name.to_lowercase()));
        }
    }

    #[test]
    fn no_function_that_acts_is_on_a_list() {
        for name in [
            "nextval",
            "setval",
            "pg_sleep",
            "pg_terminate_backend",
            "lo_import",
            "dblink",
            "set_config",
            "setseed",
            "query_to_xml",
            "ts_stat",
            "txid_current",
            "sleep",
            "benchmark",
            "get_lock",
            "release_lock",
            "load_file",
            "last_insert_id",
            "load_extension",
            "writefile",
            "readfile",
            "edit",
            "fts3_tokenizer",
            "xp_cmdshell",
            "openrowset",
            "openquery",
            "opendatasource",
        ] {
            for engine in SqlEngine::ALL {
                assert!(!is_known_function(name, engine), "{name}");
                assert!(!is_known_table_function(name, engine), "{name}");
            }
        }
    }
}
