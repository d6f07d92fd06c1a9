//! Verbs of general English beside those of the trade: what each does as the first word of a tool's
//! name or sentence.
//!
//! They were read through by frequency, in groups of one meaning. Words that are nouns more often
//! stand in `spoken`, and words that do not tell what happens to whose data stand nowhere.

use super::KnownVerb;
use super::VerbEffect::{Acts, Adds, Changes, Reads, Removes};
use super::table::{again, both, noun, once, verb};

#[rustfmt::skip]
pub(super) const GENERAL: &[(KnownVerb, &str)] = &[
    // --- reads: looks at something, or tells of it
    (verb(Reads, 11), "
        look scrutinize peruse decipher discern distinguish glean envision envisage
        elucidate explicate recapitulate hypothesize theorize postulate surmise guesstimate
        conjecture contextualize characterize conceptualize juxtapose liken equate refute confute
        understand comprehend grok unscramble unravel untangle demystify unshorten reassess
        reexamine reevaluate recheck reread reverify revalidate autodetect getall fetchall findall
        listall findone findmany getone readlines whatis apropos lsof netstat tracert ripgrep
        hexdump objdump readelf
    "),
    (verb(Reads, 8), "
        trawl rummage scour sift sniff surveil spectate recollect reminisce retell ponder
        contemplate deliberate ruminate meditate collate summate reckon approximate transliterate
        romanize conjugate calc eyeball visualise unearth deconstruct delve arbitrate counsel teach
        educate enlighten divulge familiarize unfurl unminify markdownify prettyprint pprint
        behold symbolicate assert
    "),
    (both(Reads, 11), "preflight precheck"),
    (noun(Reads, 11), "dryrun healthcheck typeahead autosuggest backtest recap glimpse"),
    // --- changes what is given, which mostly is the answer
    (verb(Changes, 4), "
        condense abridge abbreviate binarize rasterize discretize quantize digitize downsample
        upsample resample equalize localize generalize encapsulate wrap canonicalize linkify slice
        chunk perturb augment adapt tailor saturate disentangle decompose decouple subdivide
        reformulate embed superimpose mask maximize minimize fold unfold justify interweave
        bucketize linearize parameterize parametrize templatize containerize cleanse reconstruct
        reproject georeference unpack
    "),
    (noun(Adds, 11), "hashtag"),
    (verb(Adds, 4), "fabricate conjure choreograph improvise"),
    // --- adds: puts something beside what is there, or hands it on
    (verb(Adds, 13), "
        accumulate acquire adjoin affix allot amass bequeath bestow confer convey disseminate
        distribute circulate earmark endow entrust equip erect furnish impart implement inaugurate
        incorporate infuse interject instill procure prescribe propagate proclaim promulgate
        publicize republish rebroadcast reissue requisition solicit telegraph testify underwrite
        autosave autopost congratulate apologize thank befriend correspond forewarn insure negotiate
        petition reenroll reinvite stockpile hoard multicast livestream syndicate shortlist waitlist
        watermark subtitle prefill createmany insertmany insertone saveas mkfile mkfifo
    "),
    // --- changes: puts something in the place of what was there
    (verb(Changes, 15), "
        organize reorganize restructure redesign redefine rework revamp redraft reprogram reroute
        rewire reinforce retool refurbish renovate modernize personalize manipulate distort deform
        deface vandalize weaken strengthen stabilize destabilize toughen soften straighten thicken
        dilute purify pollute contaminate infect inflate deflate magnify diminish expedite hasten
        prolong broaden deepen elongate intensify redistribute reapportion reconvene reestablish
        reintroduce rejuvenate revitalize rehabilitate legalize formalize monetize demonetize unroll
        unseal unwind unclog unmerge unsnooze unignore ungroup regroup realign readjust assimilate
        integrate transmute relabel retag retype recase rightsize autoscale tidy reshuffle updateone
        updatemany replaceone renamefile writefile chgrp chattr
    "),
    (once(verb(Changes, 15)), "
        suppress taint untaint uncordon unban sequester impound seize confiscate embargo disallow
        legitimize standardise enact shelve enshrine christen
    "),
    (again(verb(Changes, 15)), "
        quadruple halve reroll debit amortize depreciate devalue
    "),
    // --- acts: sets something going
    (verb(Acts, 13), "
        maneuver steer teleport levitate ambush assault bombard hijack infiltrate penetrate sabotage
        detain arrest apprehend commence undertake embark instigate incite hurl coerce finetune
        pretrain autotune reinvest repurchase awaken mobilize preempt curl wget netcat nmap sqlmap
        autorun autostart autoplay autodeploy sendkeys keydown keyup keystroke mousemove mousedown
        mouseup dragdrop doubletap middleclick
    "),
    (once(verb(Acts, 14)), "energize deenergize cease desist discontinue"),
    // --- removes
    (verb(Removes, 16), "
        abandon banish exile deport dethrone dislodge displace obviate disqualify disenroll unenroll
        disinvite disinherit unschedule unqueue unreact unvote unsave unbookmark unsend unlist
        unlabel deleteone deletemany deleteall removeall clearall rmrf incinerate vaporize pulverize
        shatter disintegrate detox expropriate extirpate excommunicate
    "),
];
