//! The vocabulary: words that begin the names and descriptions of tools, and what they do.
//!
//! Grouped by meaning, from general English and the habits of APIs. The weights are decibans:
//! 15 for a word that leaves no doubt, 5 for one that leans.

use super::{KnownVerb, VerbEffect, WordKind};

/// A verb and nothing else.
pub(super) const fn verb(effect: VerbEffect, weight: i32) -> KnownVerb {
    KnownVerb {
        effect,
        weight,
        kind: WordKind::Verb,
        repeats: match effect {
            // What only reads may be repeated, but the hint has no effect then.
            VerbEffect::Reads => 0,
            VerbEffect::Adds => -9,
            VerbEffect::Acts => -8,
            // Of the same change, half of all authors say that it may be repeated.
            VerbEffect::Changes => 4,
            VerbEffect::Removes => 6,
        },
    }
}

/// A word that can be a noun.
pub(super) const fn both(effect: VerbEffect, weight: i32) -> KnownVerb {
    KnownVerb {
        kind: WordKind::Both,
        ..verb(effect, weight)
    }
}

/// A word that mostly is a noun.
pub(super) const fn noun(effect: VerbEffect, weight: i32) -> KnownVerb {
    KnownVerb {
        kind: WordKind::Noun,
        ..verb(effect, weight)
    }
}

/// A change that is another one, or fails, the second time.
pub(super) const fn again(verb: KnownVerb) -> KnownVerb {
    KnownVerb {
        repeats: -9,
        ..verb
    }
}

/// What has happened once it has happened: what was stopped stays stopped.
pub(super) const fn once(verb: KnownVerb) -> KnownVerb {
    KnownVerb { repeats: 7, ..verb }
}

#[rustfmt::skip]
pub(super) const TABLE: &[(KnownVerb, &[&str])] = &[
    // --- reads
    (verb(VerbEffect::Reads, 15), &[
        "get", "fetch", "retrieve", "read", "describe", "find", "lookup", "browse", "enumerate",
        "inspect", "explain", "whoami", "peek", "return", "introspect", "obtain",
    ]),
    (both(VerbEffect::Reads, 14), &["list", "search", "view", "show", "display"]),
    (verb(VerbEffect::Reads, 11), &[
        "compare", "calculate", "compute", "estimate", "summarize", "summarise", "verify",
        "validate", "discover", "identify", "recommend", "suggest", "predict", "classify",
        "detect", "measure", "ping", "poll", "wait", "tail", "grep", "glob", "assess", "determine",
        "examine", "locate", "observe", "provide", "ls", "aggregate", "explore", "investigate",
        "diagnose", "troubleshoot", "correlate", "interpret", "traverse", "tokenize", "rerank",
        "autocomplete", "geocode", "grab", "categorize", "categorise", "stat", "cat",
        "recognize", "recognise", "geolocate", "deduce", "extrapolate", "interpolate", "uncover",
        "pinpoint", "decompile", "disassemble", "demangle", "proofread", "paraphrase", "rephrase",
        "dereference", "subtract", "intersect", "stringify", "unescape",
    ]),
    (both(VerbEffect::Reads, 12), &["check"]),
    (both(VerbEffect::Reads, 11), &["query"]),
    (both(VerbEffect::Reads, 10), &["screen", "count", "diff", "lint", "help", "preview"]),
    (verb(VerbEffect::Reads, 8), &[
        "parse", "decode", "encode", "extract", "translate",
        "visualize", "crawl", "scrape", "probe", "collect", "gather", "see", "know", "watch",
        "recall", "transcribe", "ocr", "infer", "listen", "consult", "represent", "brainstorm",
        "critique", "reason", "contain", "beautify", "prettify", "hash", "think",
        "demonstrate", "advise", "decrypt", "contrast", "reveal",
    ]),
    (both(VerbEffect::Reads, 8), &["filter", "match", "rank", "forecast", "echo", "sample", "score"]),
    (noun(VerbEffect::Reads, 7), &[
        "conversion", "reasoning", "analysis", "comparison", "aggregation", "validation", "calculation", "estimation",
        "dump", "snapshot", "trace", "monitor", "quote", "research",
    ]),
    // An analysis is looked at, or ordered and kept.
    (verb(VerbEffect::Reads, 8), &["analyze", "analyse"]),
    (both(VerbEffect::Reads, 12), &["screenshot"]),
    // Who is asked may charge for the answer.
    (verb(VerbEffect::Reads, 5), &["load", "receive", "ask", "answer"]),
    // What is captured may be a screen, or money that is taken.
    (noun(VerbEffect::Reads, 5), &["capture"]),
    // Half of what is downloaded stays on the disk.
    (verb(VerbEffect::Reads, 5), &["download"]),
    (both(VerbEffect::Reads, 8), &["review", "plan"]),
    (both(VerbEffect::Reads, 6), &["export"]),
    // What is scanned or evaluated is mostly only looked at.
    (both(VerbEffect::Reads, 6), &["scan", "evaluate"]),

    // --- adds
    (verb(VerbEffect::Adds, 15), &[
        "create", "add", "insert", "append", "prepend", "register", "invite", "clone", "duplicate",
        "send", "submit", "publish", "enqueue", "provision", "attach", "subscribe", "notify",
        "announce", "install", "ingest", "mint", "enroll", "enrol", "replicate",
    ]),
    (verb(VerbEffect::Adds, 13), &[
        "allocate", "instantiate", "initialize", "initialise", "init", "bootstrap", "scaffold",
        "onboard", "inject", "associate", "bind", "mount", "deliver", "transmit", "remember",
        "memorize", "upvote", "downvote", "endorse", "nominate", "donate", "contribute", "remind", "nudge",
        "materialize", "symlink", "spinup", "sideload",
        "define", "establish", "propose", "paste", "rsvp", "signup", "mkdir", "preload", "preregister",
    ]),
    (both(VerbEffect::Adds, 12), &[
        "upload", "import", "fork", "copy", "push", "react", "forward", "buy", "mirror",
        "repost", "checkin",
    ]),
    (noun(VerbEffect::Adds, 11), &[
        "post", "comment", "reply", "link", "tag", "star", "follow", "log", "invoice", "email",
        "mail", "sms", "message", "book", "schedule", "bookmark", "commit", "store", "draft",
        "seed", "like", "vote", "order", "request", "share", "record", "note", "report", "favorite",
        "favourite", "backup", "checkpoint", "stash", "queue", "mention", "place", "tweet", "broadcast",
    ]),
    (verb(VerbEffect::Adds, 8), &["make", "join", "pair", "respond", "reserve", "compose", "emit", "ack"]),
    // What is generated may be an answer or a thing that stays.
    (verb(VerbEffect::Adds, 4), &["generate", "produce", "synthesize", "render", "draw", "plot"]),

    // --- changes
    (verb(VerbEffect::Changes, 15), &[
        "modify", "alter", "edit", "configure", "restore", "rollback", "revert", "reorder",
        "approve", "reject", "accept", "decline", "deny", "migrate", "adjust", "reschedule",
        "customize", "redeem", "finalize", "confirm", "unarchive", "reopen", "promote", "demote",
        "amend", "revise", "extend", "renew", "recover", "escalate", "delegate", "recycle",
        "mutate", "restrict", "waive", "chmod", "chown",
        "repair", "prioritize", "deprioritize", "postpone", "snooze", "defer", "relocate",
        "customise", "finalise", "populate", "backfill", "remediate", "reinstate",
    ]),
    (once(verb(VerbEffect::Changes, 15)), &[
        "replace", "rename", "overwrite", "write", "save", "assign", "reassign", "enable",
        "disable", "activate", "deactivate", "upsert", "unlock", "mute", "unmute", "unpin",
        "override", "mark", "unmark", "suspend", "unsuspend", "uncheck", "unstage",
        "protect", "quarantine", "acknowledge", "freeze", "whitelist", "blacklist",
        "allowlist", "denylist", "persist", "cordon", "designate",
    ]),
    (again(verb(VerbEffect::Changes, 15)), &[
        "toggle", "increment", "decrement", "increase", "decrease", "rotate", "regenerate", "swap", "rearrange", "undo",
        "redo", "merge", "rebase", "upgrade", "downgrade", "bump", "shuffle",
    ]),
    // "Calls and puts", "grants of a user" are things.
    (once(both(VerbEffect::Changes, 15)), &["put", "grant"]),
    (both(VerbEffect::Changes, 13), &[
        "update", "change", "archive", "close", "fill", "setup", "apply", "complete", "finish",
        "sync", "scale", "turn", "arm", "disarm", "dim", "tweak", "shift", "repoint",
    ]),
    (once(both(VerbEffect::Changes, 13)), &[
        "set", "sort", "hide", "switch", "checkout", "block", "silence", "isolate", "ensure",
        "enforce", "align",
    ]),
    (verb(VerbEffect::Changes, 12), &[
        "synchronize", "synchronise", "calibrate", "rewrite", "opt", "throttle", "arrange",
        "deprecate", "retire", "transplant", "rebalance", "reconcile", "cherrypick", "backtrack", "switchover", "unmonitor", "repartition", "reindex", "requeue",
    ]),
    (noun(VerbEffect::Changes, 12), &[
        "patch", "transition", "label", "lock", "flag", "stage", "transfer", "pin", "claim", "release",
    ]),
    // Once moved, it is not there to be moved again.
    (again(both(VerbEffect::Changes, 13)), &["move"]),
    (verb(VerbEffect::Changes, 8), &[
        "fix", "autofix", "refactor", "refresh", "tune", "redirect", "split",
        "vacuum", "compact", "triage", "trim", "maintain",
    ]),
    // One resolves an issue or a name, converts a file or a unit.
    (verb(VerbEffect::Changes, 4), &["resolve", "convert", "transform", "format", "normalize", "sanitize", "expand", "deduplicate",
        "simplify", "snap", "optimize", "optimise"]),

    // --- removes
    (verb(VerbEffect::Removes, 16), &[
        "delete", "remove", "purge", "destroy", "revoke", "cancel", "uninstall", "truncate", "wipe",
        "erase", "terminate", "kill", "discard", "prune", "unlink", "detach", "unregister",
        "deregister", "unsubscribe", "unfollow", "dismiss", "evict", "unpublish", "unset", "rm",
        "del", "rmdir", "deprovision", "teardown", "nuke", "unshare", "disconnect", "ban", "kick",
        "void", "unassign", "unstar", "untag", "invalidate", "decommission", "expunge", "shred",
        "forget", "offboard", "dequeue", "dissociate", "deauthorize", "obliterate", "eject", "expel",
        "scrub", "retract", "drain", "unbind", "disassociate", "deallocate",
    ]),
    // Who manages something may also delete it.
    (again(verb(VerbEffect::Removes, 15)), &["manage"]),
    (both(VerbEffect::Removes, 14), &[
        "drop", "clear", "reset", "flush", "abort", "leave", "expire", "clean", "cleanup", "pop",
    ]),
    (noun(VerbEffect::Removes, 13), &["trash", "cut", "empty"]),

    // --- acts
    (verb(VerbEffect::Acts, 15), &[
        "execute", "exec", "eval", "invoke", "restart", "reboot", "launch",
        "rerun", "click", "navigate", "login", "authenticate", "authorize", "perform",
        "sudo", "reconnect", "refund", "withdraw", "deposit", "pay", "emulate", "goto", "unroute", "hover",
        "swipe", "bash", "signin", "sell", "liquidate", "failover",
        "initiate", "kickoff", "reimburse", "disburse", "transcode",
        "spawn", "continue", "advertise", "assume", "impersonate", "operate", "lend", "borrow", "repay", "stake", "exploit", "act",
    ]),
    (once(verb(VerbEffect::Acts, 14)), &[
        "start", "stop", "pause", "resume", "unpause", "halt", "hibernate", "wake", "shutdown",
        "logout", "signout", "poweroff", "poweron",
    ]),
    (both(VerbEffect::Acts, 12), &[
        "run", "trigger", "call", "deploy", "press", "drag", "scroll", "retry", "replay", "handle",
        "play", "charge", "tap", "focus", "dispatch", "purchase", "interact",
        "train", "rollout", "boot", "fire", "bid", "skip", "rewind", "dial", "speak", "say", "quit",
        "exit", "sign", "automate", "orchestrate", "instruct", "zoom", "resize", "crop",
    ]),
    (noun(VerbEffect::Acts, 11), &["type", "build", "process", "control", "shell", "ssh", "route", "power", "trade"]),
    // What is opened or selected mostly stays as it was.
    (both(VerbEffect::Acts, 4), &[
        "connect", "chat", "use", "do", "open", "reload", "print", "sleep", "select", "compile", "debug",
        "simulate", "benchmark", "conduct", "compress", "decompress", "unzip", "gzip",
    ]),
    // What is audited may be loaded and run for it.
    (both(VerbEffect::Acts, 9), &["audit"]),
    // One tests a connection, and a program, and mostly learns something.
    (both(VerbEffect::Acts, 3), &["test"]),

    // --- rarer verbs of all kinds, from general English
    (verb(VerbEffect::Reads, 11), &[
        "ascertain", "enquire", "inquire", "appraise", "solve", "multiply", "divide",
        "factorize", "factorise", "differentiate", "derive", "triangulate", "corroborate", "factcheck",
        "crossreference", "deobfuscate", "deserialize", "detokenize", "lemmatize", "slugify",
        "pluralize", "singularize", "capitalize", "uppercase", "lowercase", "humanize", "disambiguate",
        "elaborate", "clarify", "illustrate", "itemize", "itemise", "tabulate", "skim", "perceive",
        "spellcheck", "typecheck", "whois", "nslookup", "traceroute", "gauge", "quantify", "dissect", "weigh",
        "fingerprint", "detrend", "convolve", "regress", "distill", "crosscheck", "doublecheck",
    ]),
    (both(VerbEffect::Reads, 5), &[
        "judge", "cite", "hunt", "decide", "hear", "discuss", "walk", "study", "iterate", "converse",
        "learn", "grade", "average", "tally", "sum", "survey", "total", "round", "negate", "guess",
        "greet", "vet",
    ]),
    (verb(VerbEffect::Adds, 13), &[
        "crosspost", "retweet", "enlist", "appoint", "adopt", "introduce", "implant", "impose",
        "inscribe", "engrave", "certify", "accredit", "notarize", "countersign", "cosign", "attest",
        "invest", "remit", "lodge", "accrue", "resubscribe", "preorder", "prebook", "cultivate",
        "volunteer", "commend", "warn", "pledge", "topup", "escrow", "payout", "prefetch", "prewarm",
    ]),
    // What is put together may be an answer, or a thing that stays.
    (verb(VerbEffect::Adds, 4), &[
        "annotate", "assemble", "construct", "craft", "formulate", "stitch", "blend", "remix", "lipsync", "dub", "narrate",
        "dictate", "devise", "concoct", "ideate", "imagine", "outpaint", "inpaint", "animate", "vocalize",
    ]),
    (verb(VerbEffect::Changes, 15), &[
        "reparent", "renumber", "retitle", "reword", "recolor", "recolour", "recategorize",
        "reposition", "remap", "rebrand", "rekey", "retarget", "reprice", "rectify", "mend", "ratify",
        "entitle", "empower", "prohibit", "forbid", "revive", "resurrect", "undelete", "unhide",
        "unwatch", "unlike", "harden", "fortify", "interleave", "unnest", "outdent", "undock", "morph",
        "extrude", "sculpt", "brighten", "darken", "sharpen", "desaturate", "colorize", "shrink",
        "enlarge", "shorten", "lengthen", "widen", "tighten", "loosen", "heighten", "lessen", "amplify",
        "attenuate", "recharge", "replenish", "rehome", "unfreeze", "thaw", "unquarantine", "unsilence",
        "overrule", "overhaul", "tamper",
    ]),
    (verb(VerbEffect::Changes, 4), &[
        "improve", "enhance", "enrich", "polish", "refine", "upscale", "anonymize", "anonymise",
        "pseudonymize", "redact", "obfuscate", "serialize", "vectorize", "minify", "transpile",
        "unwrap", "strip", "dedupe", "normalise", "sanitise", "encrypt", "concat", "concatenate", "combine",
        "collapse", "flatten", "smooth", "denoise", "segment", "substitute", "randomize", "standardize", "unify",
        "consolidate", "transpose", "retouch", "reflow", "reshape",
    ]),
    (verb(VerbEffect::Changes, 13), &[
        "elevate", "defrag", "repurpose", "supersede", "redline", "reimage", "backdate", "reclassify",
        "moderate", "deduct",
    ]),
    (verb(VerbEffect::Removes, 16), &[
        "annul", "nullify", "rescind", "repeal", "abolish", "relinquish", "forfeit", "vacate",
        "exterminate", "eradicate", "eliminate", "extinguish", "annihilate", "demolish", "dismantle",
        "disband", "dissolve", "raze", "oust", "depose", "unfriend", "unfavorite", "unfavourite",
        "untrack", "unpair", "unmount", "unhook", "delist", "deindex", "deauthenticate", "disown",
        "disavow", "zap", "excise", "expurgate", "decimate", "uproot", "jettison", "abrogate", "chargeback",
        "dispose", "uncache", "unfeature", "unrelate", "evacuate",
    ]),
    (both(VerbEffect::Removes, 13), &[
        "scrap", "sweep", "burn", "cull", "weed",
    ]),
    (verb(VerbEffect::Acts, 15), &[
        "actuate", "ignite", "summon", "honk", "beep", "vibrate", "preheat", "defrost", "keypress",
        "seek", "doubleclick", "rightclick", "longpress", "bruteforce", "phish", "spoof", "arbitrage",
        "unstake", "outbid", "overclock", "detonate", "unleash", "provoke", "hangup", "yank", "interrupt", "fuzz", "consume",
    ]),
    (both(VerbEffect::Changes, 13), &[
        "permit", "exempt", "commission", "secure", "splice", "nest", "indent", "dock", "flip",
        "invert", "skew", "warp", "bevel", "chamfer", "blur", "tint", "narrow", "curb", "restock",
        "refill", "remodel",
    ]),
    (both(VerbEffect::Adds, 13), &[
        "hire", "recruit", "sponsor", "whisper",
    ]),
    (both(VerbEffect::Acts, 13), &[
        "brew", "fling", "pinch", "hack", "barter", "wager", "gamble", "airdrop",
    ]),
];
