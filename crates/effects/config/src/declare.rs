//! Declared settings: key, type, default and description. The settings struct, the reader, `candor
//! config show` and `candor config default` are generated from the declaration.

/// One key of a settings table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SettingKey {
    /// The key as it is written in its table.
    pub(crate) key: &'static str,
    /// The description, line by line, each with a leading space.
    pub(crate) lines: &'static [&'static str],
    /// The environment variable that overrides the file.
    pub(crate) env: Option<&'static str>,
    /// The flag that overrides both.
    pub(crate) flag: Option<&'static str>,
    /// A value to show in the default file.
    pub(crate) example: Option<&'static str>,
    /// Whether the default depends on the machine, so that the default file does not show it.
    pub(crate) varies: bool,
}

// === impl SettingKey ===

impl SettingKey {
    /// A key that only the file sets.
    pub(crate) const fn new(key: &'static str, lines: &'static [&'static str]) -> Self {
        Self {
            key,
            lines,
            env: None,
            flag: None,
            example: None,
            varies: false,
        }
    }
}

/// Declares a table of settings:
///
/// ```text
/// declare_settings! {
///     /// What the struct is.
///     pub struct NAME = "TABLE", |reader| {
///         /// What the key is for, as the default file says it.
///         key: Type = default, setting type, env: Some(…), example: Some(…);
///     }
/// }
/// ```
///
/// A default may use the settings before it.
macro_rules! declare_settings {
    (
        $(#[$attr:meta])*
        pub struct $name:ident = $table:literal, |$reader:ident| {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $type:ty = $default:expr, $kind:expr $(, $option:ident: $value:expr)*;
            )*
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                pub $field: $type,
            )*
        }

        impl $name {
            /// The table in the file.
            pub(crate) const TABLE: &'static str = $table;

            /// The keys of the table, in their order.
            pub(crate) const KEYS: &'static [$crate::declare::SettingKey] = &[
                $(
                    $crate::declare::SettingKey {
                        $($option: $value,)*
                        ..$crate::declare::SettingKey::new(stringify!($field), &[$($doc),+])
                    },
                )*
            ];

            /// Reads the table.
            pub(crate) fn read($reader: &mut $crate::read::table::TableReader<'_, '_, '_>) -> Self {
                $(
                    let $field = {
                        const KEY: $crate::declare::SettingKey = $crate::declare::SettingKey {
                            $($option: $value,)*
                            ..$crate::declare::SettingKey::new(stringify!($field), &[$($doc),+])
                        };
                        let default = $default;
                        $reader.declared(&KEY, &$kind, &default)
                    };
                )*
                Self { $($field),* }
            }
        }
    };
}

pub(crate) use declare_settings;
