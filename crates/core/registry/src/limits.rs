//! Size limits for entries. Anything beyond is left out with a remark.

/// The largest entry, as JSON text.
pub const ENTRY_BYTES: usize = 512 << 10;
/// The longest name of a server, as the format has it.
pub const NAME_MAX: usize = 200;
/// The longest version, as the format has it.
pub const VERSION_MAX: usize = 255;
/// The longest title or description that is shown. The format allows 100.
pub const TEXT_MAX: usize = 500;
/// The longest value, address or identifier.
pub const VALUE_MAX: usize = 4_096;
/// The most packages, and the most remotes.
pub const WAYS_MAX: usize = 20;
/// The most arguments, variables of the environment or headers of one way.
pub const INPUTS_MAX: usize = 100;
/// The most choices of one input.
pub const CHOICES_MAX: usize = 100;
/// The most tools that an entry may declare.
pub const TOOLS_MAX: usize = 500;
/// The most remarks about one entry.
pub const REMARKS_MAX: usize = 20;
