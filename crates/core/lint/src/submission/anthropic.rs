//! Anthropic's connector directory.

use super::Demand;

/// Requirements checked by rules.
pub(super) const DEMANDS: &[Demand] = &[
    Demand {
        text: "Every tool has a title in `annotations`",
        rules: &["T001"],
        is_hard: true,
    },
    Demand {
        text: "Every tool has annotations, and tools that write say `readOnlyHint: false`",
        rules: &["H001", "H003"],
        is_hard: true,
    },
    Demand {
        text: "`destructiveHint` is written out, and true for tools that modify or delete",
        rules: &["H002", "H005", "H014", "H015"],
        is_hard: true,
    },
    Demand {
        text: "Hints do not contradict each other or the tool",
        rules: &["H004", "H009", "H010", "H011", "H012", "H013"],
        is_hard: true,
    },
    Demand {
        text: "Names have at most 64 characters and are valid",
        rules: &["N001", "N002", "N006"],
        is_hard: true,
    },
    Demand {
        text: "Reading and writing are separate tools",
        rules: &["P003"],
        is_hard: true,
    },
    Demand {
        text: "Descriptions exist and do not instruct the model",
        rules: &["D001", "D006", "X001", "X002"],
        is_hard: true,
    },
    Demand {
        text: "Tools for any request link to the API's documentation",
        rules: &["D007"],
        is_hard: true,
    },
    Demand {
        text: "A server has few tools, or a search",
        rules: &["B003", "B004"],
        is_hard: false,
    },
    Demand {
        text: "Descriptions say what comes back and when to use the tool",
        rules: &["D002", "D003"],
        is_hard: false,
    },
];

/// Requirements to be checked manually.
pub(super) const MANUAL: &[&str] = &[
    "The server uses OAuth, or no sign-in at all",
    "There is a privacy policy with a public address",
    "There are at least three examples of use",
    "An app has three to five screenshots",
];
