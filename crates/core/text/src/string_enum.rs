//! Enums whose values are words in files, in the store and in the API.

/// An enum of words, implemented by [`string_enum!`](crate::string_enum).
pub trait StringEnum: Copy + 'static {
    /// Every value, in the order of the declaration.
    const VARIANTS: &'static [Self];

    /// The word for a value.
    fn word(self) -> &'static str;
}

/// Implements `ALL`, `as_str`, `parse`, `Display` and [`StringEnum`] for an enum of words. The
/// given documentation becomes that of `as_str`.
#[macro_export]
macro_rules! string_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            $(#[$doc])*
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Parses a word.
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::StringEnum for $name {
            const VARIANTS: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.as_str()
            }
        }
    };
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "what the macro makes is public")]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Weather {
        Rain,
        BlackIce,
    }

    string_enum! {
        /// The word in the forecast.
        Weather { Rain => "rain", BlackIce => "black-ice" }
    }

    #[test]
    fn every_value_has_its_word() {
        assert_eq!(Weather::ALL, [Weather::Rain, Weather::BlackIce]);
        assert_eq!(Weather::VARIANTS, Weather::ALL);
        for value in Weather::ALL {
            assert_eq!(Weather::parse(value.as_str()), Some(value));
            assert_eq!(value.to_string(), value.word());
        }
        assert_eq!(Weather::parse("Rain"), None);
    }
}
