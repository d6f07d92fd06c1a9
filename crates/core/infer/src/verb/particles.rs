//! Verbs of two words in sentences: "look into", "write down", "carry out". In names they are nouns as
//! often: `follow_up_list`, `mark_down`. What the table has as one word, such as `shutdown`, is the
//! same in two, there too.

use super::KnownVerb;
use super::VerbEffect::{Acts, Adds, Changes, Reads, Removes};
use super::table::{once, verb};

/// By what they do: a verb in its base form, and the words that make another one of it.
#[rustfmt::skip]
pub(super) const PARTICLES: &[(KnownVerb, &[&str])] = &[
    (verb(Reads, 11), &[
        "figure out", "find out", "point out", "spell out", "list out", "read back", "read out", "sum up",
        "break down", "drill down", "drill into", "dig into", "dig up", "look up", "look into", "look over",
        "look through", "look around", "look back", "peek into", "check on", "pull up", "walk through",
        "go through", "go over", "think through", "scan through", "browse through", "flip through",
        "filter out", "single out", "pick out", "tell apart", "work out", "print out", "narrow down",
    ]),
    (verb(Adds, 13), &[
        "send out", "send off", "send over", "hand in", "hand over", "hand out", "hand off", "give out",
        "write down", "note down", "jot down", "put up", "put in", "stand up", "follow up", "line up",
        "queue up", "hook up", "plug in", "add on", "clock in", "clock out", "punch in", "punch out", "call in",
        "build up", "draw up", "save off", "sign on", "bring in", "chime in", "branch off", "log on",
    ]),
    (verb(Changes, 13), &[
        "fill in", "fill out", "write back", "take over", "move on", "move over", "move up", "move down",
        "move back", "push back", "put back", "put off", "put away", "put on", "free up", "lock down", "lock up",
        "speed up", "slow down", "ramp up", "ramp down", "tidy up", "touch up", "freshen up", "opt in", "opt out",
        "swap out", "swap in", "carry over", "check off", "tick off", "mark off", "mark up", "mark down",
        "close down", "wind down", "wrap up", "roll over", "roll up", "settle up", "buckle up",
    ]),
    (verb(Removes, 16), &[
        "take down", "take off", "take out", "throw away", "throw out", "wipe out", "clear out", "clear up",
        "clear off", "clean out", "cut off", "strip out", "cross out", "cross off", "call off", "phase out",
        "pull down", "weed out", "root out", "write off", "kick out", "drop off", "lay off",
    ]),
    (verb(Acts, 13), &[
        "go back", "go forward", "go up", "go down", "go into", "go to", "step in", "step out", "step over",
        "step into", "step back", "start up", "start over", "bring up", "bring down", "bring back", "spin down",
        "run through", "pay off", "pay out", "cash out", "cash in", "hang up", "call back", "call up", "pick up",
        "carry out", "carry on", "return to", "skip to", "act on", "try out", "set off", "kick off", "fire up", "fire off", "wake up",
    ]),
    (once(verb(Acts, 14)), &["power up", "power down"]),
];
