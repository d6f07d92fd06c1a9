//! Filters that are right, and what is said about those that are not.

use super::*;

fn check_error(filter: &str, expect: &str) {
    let error = check(filter).expect_err(filter).to_string();
    assert_eq!(error, expect, "{filter}");
}

#[test]
fn what_people_write_is_right() {
    for filter in [
        ".",
        ".items[].name",
        ".items[] | {id, name, owner: .owner.login}",
        "[.[] | select(.stars > 10) | .name] | sort | unique | .[:5]",
        "group_by(.state) | map({state: .[0].state, count: length})",
        "to_entries | map(\"\\(.key)=\\(.value)\") | join(\"&\")",
        "reduce .[] as $x (0; . + $x.price)",
        "[limit(3; .[])], first(.[]), (.a // \"none\"), .b?",
        "if .a then .b elif .c then .d else empty end",
        "try error(\"x\") catch .",
        ".. | strings | test(\"^a\"; \"i\")",
        "map(.date | fromdate) | max | todate",
        "def pages: .total / 10 | ceil; pages",
        "[.[] | [.a, .b] | @csv], (.[] | @tsv)",
        "now - 60 | todate",
        "INDEX(.id), (.[] | select(.id | IN(1, 2)))",
        "with_entries(select(.value != null)) | del(.a, .b) | walk(.)",
        "# a remark\n.a",
        "def env: 1; env",
    ] {
        assert_eq!(check(filter), Ok(()), "{filter}");
    }
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let example = "; a filter looks like `.items[] | {id, name}`";
    for (filter, expect) in [
        ("", "1: expected term, found the end of the filter"),
        (".a |", "5: expected term, found the end of the filter"),
        (".a | )", "6: expected a token, found `)`"),
        (
            ".items[ | .name",
            "7: `[` is never closed, or closed by the wrong sign",
        ),
        (
            "\"größe\", \"offen",
            "10: `\"` is never closed, or closed by the wrong sign",
        ),
        ("{a: 1, b}}", "10: expected a token, found `}`"),
        (".größe", "4: expected a token, found `ö`"),
        (
            "if .a then .b",
            "14: expected else or end, found the end of the filter",
        ),
        (". as x | x", "6: expected pattern, found `x`"),
        (".a; .b", "3: expected nothing, found `;`"),
    ] {
        let expect = format!("the filter is not valid jq at character {expect}{example}");
        check_error(filter, &expect);
    }
}

#[test]
fn unknown_names_are_explained() {
    let no_function = "jq has no function of that name here; functions are such as \
                       `select(.a > 1)`, `map(.name)`, `length`, `keys` and `to_entries`";
    for (filter, kind, name, column, problem) in [
        (".a | lenght", "function", "lenght", 6, no_function),
        ("@yaml", "function", "@yaml", 1, no_function),
        (
            "sub(\"a\", \"b\")",
            "function",
            "sub",
            1,
            "it takes 2 or 3 arguments, and here are 1; they are separated by `;`",
        ),
        (
            "map",
            "function",
            "map",
            1,
            "it takes 1 arguments, and here are 0; they are separated by `;`",
        ),
        (
            ".a | $x",
            "variable",
            "$x",
            6,
            "nothing before it binds one; bind it with `... as $x | ...`",
        ),
        (
            "break $out",
            "label",
            "$out",
            7,
            "nothing before it declares one; declare it with `label $out | ...`",
        ),
    ] {
        let expect =
            format!("the filter uses the {kind} `{name}` at character {column}, but {problem}");
        check_error(filter, &expect);
    }
}

#[test]
fn what_reaches_out_is_refused() {
    for (filter, name, column) in [
        ("env", "env", 1),
        (".a, $ENV.PATH", "$ENV", 5),
        ("[., input]", "input", 5),
        ("[inputs]", "inputs", 2),
        ("input_filename", "input_filename", 1),
        ("debug", "debug", 1),
        ("debug(\"x\")", "debug", 1),
        (".a | stderr", "stderr", 6),
        ("halt", "halt", 1),
        ("halt(3)", "halt", 1),
        ("\"x\" | halt_error", "halt_error", 7),
        ("now | localtime", "localtime", 7),
        ("now | strflocaltime(\"%H\")", "strflocaltime", 7),
        ("import \"m\" as m; m::f", "import of \"m\"", 9),
        (
            "include \"/etc/passwd\"; .",
            "import of \"/etc/passwd\"",
            10,
        ),
        ("import \"d\" as $d; $d", "import of \"d\"", 9),
    ] {
        match check(filter).expect_err(filter) {
            FilterError::Refused {
                name: refused,
                column: at,
                reason,
            } => {
                assert_eq!((refused.as_str(), at), (name, column), "{filter}");
                assert!(!reason.is_empty(), "{filter}");
            }
            other => panic!("{filter}: {other:?}"),
        }
    }
    check_error(
        "env",
        "the filter uses `env` at character 1, which is not available: a filter does not see \
         the environment of the gateway",
    );
}

#[test]
fn the_length_is_bounded() {
    let longest = format!(".{}", " ".repeat(MAX_FILTER - 1));
    assert_eq!(check(&longest), Ok(()));
    check_error(
        &(longest + "é"),
        "the filter has 4001 characters, and at most 4000 are allowed; select less at once, such \
         as `.items[] | {id, name}`",
    );
}

/// Filters that are nothing but nesting. None may take the process with it.
#[test]
fn the_deepest_filter_fits_on_the_stack() {
    let nest = |open: &str, middle: &str, close: &str| {
        let times = (MAX_FILTER - middle.len()) / (open.len() + close.len());
        open.repeat(times) + middle + &close.repeat(times)
    };
    for filter in [
        nest("(", ".", ")"),
        nest("[", ".", "]"),
        nest("{a:", ".", "}"),
        nest("-", ".", ""),
        nest(".|", ".", ""),
        nest(".,", ".", ""),
        nest("1+", "1", ""),
        nest(".//", ".", ""),
        nest(".|=", ".", ""),
        nest(". as$a|", ".", ""),
        nest("if . then ", ".", " end"),
        nest("try ", ".", ""),
        nest("\"\\(", ".", ")\""),
        nest("def f:", ".", ";."),
        nest("def f(g):g;f(", ".", ")"),
        nest("map(", ".", ")"),
        nest("reduce . as$a(.;", ".", ")"),
        nest("label$a|", ".", ""),
        nest(".[", ".", "]"),
        nest(". as [", "$a", "]") + "|.",
    ] {
        let start = filter.chars().take(20).collect::<String>();
        match check(&filter) {
            Ok(()) | Err(FilterError::Syntax { .. } | FilterError::TooLong { .. }) => {}
            Err(other) => panic!("{start}: {other}"),
        }
    }
    for open in ["(", "[", "{", "\"\\(", "-", "def f:", "if ", "try "] {
        let filter = open.repeat(MAX_FILTER / open.len());
        assert!(check(&filter).is_err(), "{open}");
    }
}
