//! The vocabulary: words that begin the names and descriptions of tools, and what they do.
//!
//! Grouped by meaning, from general English and the habits of APIs. The weights are decibans:
//! 15 for a word that leaves no doubt, 5 for one that leans.

use super::{Effect, Kind, Verb};

/// A verb and nothing else.
const fn verb(effect: Effect, weight: i32) -> Verb {
    Verb {
        effect,
        weight,
        kind: Kind::Verb,
        repeats: match effect {
            // What only reads may be repeated; but then nobody asks.
            Effect::Reads => 0,
            Effect::Adds => -9,
            Effect::Acts => -8,
            // Of the same change, every second house says that it may be repeated.
            Effect::Changes => 4,
            Effect::Removes => 6,
        },
    }
}

/// A word that can be a noun.
const fn both(effect: Effect, weight: i32) -> Verb {
    Verb {
        kind: Kind::Both,
        ..verb(effect, weight)
    }
}

/// A word that mostly is a noun.
const fn noun(effect: Effect, weight: i32) -> Verb {
    Verb {
        kind: Kind::Noun,
        ..verb(effect, weight)
    }
}

/// A change that is another one, or fails, the second time.
const fn again(verb: Verb) -> Verb {
    Verb {
        repeats: -9,
        ..verb
    }
}

/// What has happened once it has happened: what was stopped stays stopped.
const fn once(verb: Verb) -> Verb {
    Verb { repeats: 7, ..verb }
}

#[rustfmt::skip]
pub(super) const TABLE: &[(Verb, &[&str])] = &[
    // --- reads
    (verb(Effect::Reads, 15), &[
        "get", "fetch", "retrieve", "read", "describe", "find", "lookup", "browse", "enumerate",
        "inspect", "explain", "whoami", "peek", "return", "introspect", "obtain",
    ]),
    (both(Effect::Reads, 14), &["list", "search", "view", "show", "display"]),
    (verb(Effect::Reads, 11), &[
        "compare", "calculate", "compute", "estimate", "summarize", "summarise", "verify",
        "validate", "discover", "identify", "recommend", "suggest", "predict", "classify",
        "detect", "measure", "ping", "poll", "wait", "tail", "grep", "glob", "assess", "determine",
        "examine", "locate", "observe", "provide", "ls", "aggregate", "explore", "investigate",
        "diagnose", "troubleshoot", "correlate", "interpret", "traverse", "tokenize", "rerank",
        "autocomplete", "geocode", "grab", "categorize", "categorise", "stat", "cat",
        "recognize", "recognise",
    ]),
    (both(Effect::Reads, 10), &["query", "count", "diff", "check", "lint", "help"]),
    (verb(Effect::Reads, 8), &[
        "download", "parse", "decode", "encode", "extract", "translate",
        "visualize", "crawl", "scrape", "probe", "ask", "collect", "gather", "see", "know", "watch",
        "recall", "transcribe", "ocr", "infer", "listen", "consult", "represent", "brainstorm",
        "critique", "contain", "beautify", "prettify", "hash", "think", "answer",
    ]),
    (both(Effect::Reads, 8), &["preview", "filter", "match", "rank", "forecast", "echo", "sample"]),
    (noun(Effect::Reads, 7), &[
        "analysis", "comparison", "aggregation", "validation", "calculation", "estimation",
        "dump", "screenshot", "snapshot", "capture", "trace", "monitor", "quote", "research",
    ]),
    // An analysis is looked at, or ordered and kept.
    (verb(Effect::Reads, 7), &["analyze", "analyse"]),
    (verb(Effect::Reads, 5), &["load", "receive", "review"]),

    // --- adds
    (verb(Effect::Adds, 15), &[
        "create", "add", "insert", "append", "prepend", "register", "invite", "clone", "duplicate",
        "send", "submit", "publish", "enqueue", "provision", "attach", "subscribe", "notify",
        "announce", "broadcast", "tweet", "install", "ingest", "mint", "enroll", "enrol", "replicate",
    ]),
    (verb(Effect::Adds, 13), &[
        "allocate", "instantiate", "initialize", "initialise", "init", "bootstrap", "scaffold",
        "onboard", "inject", "associate", "bind", "mount", "deliver", "transmit", "remember",
        "memorize", "upvote", "downvote", "endorse", "nominate", "donate", "contribute", "remind",
        "define", "establish", "propose", "paste", "rsvp", "signup", "mkdir", "preload", "preregister",
    ]),
    (both(Effect::Adds, 12), &[
        "upload", "import", "fork", "copy", "push", "react", "forward", "buy", "mirror",
        "repost", "checkin",
    ]),
    (noun(Effect::Adds, 11), &[
        "post", "comment", "reply", "link", "tag", "star", "follow", "log", "invoice", "email",
        "mail", "sms", "message", "book", "schedule", "bookmark", "commit", "store", "draft",
        "seed", "like", "vote", "order", "request", "share", "record", "note", "report", "favorite",
        "favourite", "backup", "checkpoint", "stash", "queue", "mention", "place",
    ]),
    (verb(Effect::Adds, 8), &["make", "join", "pair", "respond", "reserve", "compose", "emit", "ack"]),
    // What is generated may be an answer or a thing that stays.
    (verb(Effect::Adds, 4), &["generate", "produce", "synthesize", "render", "draw", "plot"]),

    // --- changes
    (verb(Effect::Changes, 15), &[
        "modify", "alter", "edit", "configure", "restore", "rollback", "revert", "reorder",
        "approve", "reject", "accept", "decline", "deny", "migrate", "adjust", "reschedule",
        "customize", "redeem", "finalize", "confirm", "unarchive", "reopen", "promote", "demote",
        "amend", "revise", "extend", "renew", "recover", "escalate", "delegate", "recycle",
        "repair", "prioritize", "deprioritize", "postpone", "snooze", "defer", "relocate",
        "customise", "finalise", "populate", "backfill", "remediate", "reinstate",
    ]),
    (once(verb(Effect::Changes, 15)), &[
        "replace", "rename", "overwrite", "put", "write", "save", "assign", "reassign", "enable",
        "disable", "activate", "deactivate", "upsert", "unlock", "mute", "unmute", "unpin",
        "grant", "override", "mark", "unmark", "suspend", "unsuspend", "uncheck", "unstage",
        "protect", "quarantine", "acknowledge", "freeze", "whitelist", "blacklist",
        "allowlist", "denylist", "persist", "cordon", "designate",
    ]),
    (again(verb(Effect::Changes, 15)), &[
        "toggle", "increment", "decrement", "rotate", "regenerate", "swap", "rearrange", "undo",
        "redo", "merge", "rebase", "upgrade", "downgrade", "bump", "shuffle",
    ]),
    (both(Effect::Changes, 13), &[
        "update", "change", "archive", "close", "fill", "setup", "apply", "complete", "finish",
        "sync", "crop", "scale", "turn", "arm", "disarm", "dim", "tweak", "shift", "repoint",
    ]),
    (once(both(Effect::Changes, 13)), &[
        "set", "sort", "resize", "hide", "switch", "checkout", "block", "silence", "isolate", "ensure",
        "enforce", "align",
    ]),
    (verb(Effect::Changes, 12), &[
        "synchronize", "synchronise", "calibrate", "rewrite", "opt", "throttle", "arrange",
        "deprecate", "retire", "transplant", "rebalance", "reconcile", "cherrypick",
    ]),
    (noun(Effect::Changes, 12), &[
        "patch", "transition", "label", "lock", "flag", "stage", "transfer", "pin", "claim", "release",
    ]),
    // Once moved, it is not there to be moved again.
    (again(both(Effect::Changes, 13)), &["move"]),
    (verb(Effect::Changes, 8), &[
        "fix", "autofix", "refactor", "refresh", "tune", "optimize", "optimise", "redirect", "split",
        "vacuum", "compact", "triage", "trim", "maintain",
    ]),
    // One resolves an issue or a name, converts a file or a unit.
    (verb(Effect::Changes, 4), &["resolve", "convert", "transform", "format", "normalize", "sanitize", "expand"]),

    // --- removes
    (verb(Effect::Removes, 16), &[
        "delete", "remove", "purge", "destroy", "revoke", "cancel", "uninstall", "truncate", "wipe",
        "erase", "terminate", "kill", "discard", "prune", "unlink", "detach", "unregister",
        "deregister", "unsubscribe", "unfollow", "dismiss", "evict", "unpublish", "unset", "rm",
        "del", "rmdir", "deprovision", "teardown", "nuke", "unshare", "disconnect", "ban", "kick",
        "void", "unassign", "unstar", "untag", "invalidate", "decommission", "expunge", "shred",
        "forget", "offboard", "dequeue", "dissociate", "deauthorize", "obliterate", "eject", "expel",
        "scrub", "retract", "drain", "unbind",
    ]),
    // Who manages something may also delete it.
    (again(verb(Effect::Removes, 15)), &["manage"]),
    (both(Effect::Removes, 14), &[
        "drop", "clear", "reset", "flush", "abort", "leave", "expire", "clean", "cleanup", "pop",
    ]),
    (noun(Effect::Removes, 13), &["trash", "cut"]),

    // --- acts
    (verb(Effect::Acts, 15), &[
        "execute", "exec", "eval", "invoke", "restart", "reboot", "shutdown", "launch",
        "rerun", "click", "navigate", "login", "logout", "authenticate", "authorize", "perform",
        "sudo", "refund", "withdraw", "deposit", "pay", "emulate", "goto", "unroute", "hover",
        "swipe", "bash", "ssh", "signin", "signout", "sell", "liquidate", "failover",
        "spawn", "impersonate", "operate", "lend", "borrow", "repay", "stake", "exploit", "act",
    ]),
    (once(verb(Effect::Acts, 14)), &["start", "stop", "pause", "resume", "unpause", "halt", "hibernate", "wake"]),
    (both(Effect::Acts, 12), &[
        "run", "trigger", "call", "deploy", "press", "drag", "scroll", "retry", "replay", "handle",
        "play", "charge", "tap", "focus", "connect", "test", "dispatch", "purchase", "interact",
        "train", "rollout", "boot", "fire", "bid", "skip", "rewind", "dial", "speak", "say", "quit",
        "exit", "sign", "automate", "orchestrate", "instruct", "zoom",
    ]),
    (noun(Effect::Acts, 11), &["type", "build", "process", "control", "shell", "route", "power", "trade"]),
    (both(Effect::Acts, 7), &[
        "evaluate", "use", "do", "open", "reload", "print", "sleep", "select", "audit", "scan", "compile",
        "debug", "simulate", "benchmark",
    ]),
];
