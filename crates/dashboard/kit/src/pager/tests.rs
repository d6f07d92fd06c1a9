use super::*;

/// The page of an address, of a list of so many rows.
fn page(address: &str, rows: usize) -> NumberedPager {
    let uri = address.parse().expect("an address");
    NumberedPager::at(&uri, rows, "/x", &[("which", "a&b"), ("none", "")])
}

#[test]
fn every_row_is_on_one_page() {
    for (address, rows, expect) in [
        ("/x", 0, 0..0),
        ("/x", 1, 0..1),
        ("/x?page=7", ROWS, 0..ROWS),
        ("/x?page=1", ROWS + 1, 0..ROWS),
        ("/x?page=2", ROWS + 1, ROWS..ROWS + 1),
        ("/x?page=0", 3, 0..3),
        ("/x?page=-1", 3, 0..3),
        ("/x?page=two", 3, 0..3),
        ("/x?page=99999999999999999999", 3 * ROWS, 0..ROWS),
        (
            "/x?page=18446744073709551615",
            2 * ROWS + 1,
            2 * ROWS..2 * ROWS + 1,
        ),
    ] {
        assert_eq!(page(address, rows).rows(), expect, "{address} of {rows}");
    }
    for (address, rows, expect) in [
        ("/x", 0, "0 to 0 of 0"),
        ("/x", 1, "1 to 1 of 1"),
        ("/x?page=2", 1_234, "26 to 50 of 1,234"),
        ("/x?page=50", 1_234, "1,226 to 1,234 of 1,234"),
    ] {
        assert_eq!(page(address, rows).span(), expect);
    }
    let list: Vec<usize> = (0..=3 * ROWS).collect();
    let numbers = (1..=4).map(|number| format!("/x?page={number}"));
    let together: Vec<usize> = numbers
        .flat_map(|address| page(&address, list.len()).cut(&list).to_vec())
        .collect();
    assert_eq!(together, list);
    // A list that has become shorter since is cut all the same.
    assert_eq!(page("/x?page=3", list.len()).cut(&list[..3]), [0_usize; 0]);
}

#[test]
fn links_lead_to_the_other_pages() {
    assert_eq!(page("/x", ROWS).to_string(), "");
    let other = |number: usize| format!("href=\"/x?which=a%26b&amp;page={number}\"");
    for (number, there, gone) in [
        (1, vec![2, 5], vec!["First", "Previous"]),
        (2, vec![1, 3, 5], vec!["First"]),
        (3, vec![1, 2, 4, 5], vec![]),
        (4, vec![1, 3, 5], vec!["Last"]),
        (5, vec![1, 4], vec!["Next", "Last"]),
    ] {
        let text = page(&format!("/x?page={number}"), 5 * ROWS).to_string();
        assert!(text.contains(&format!("Page {number} of 5")), "{text}");
        for to in there {
            assert!(text.contains(&other(to)), "{number} to {to}: {text}");
        }
        for word in gone {
            assert!(!text.contains(word), "{number} {word}: {text}");
        }
    }
}

#[test]
fn what_is_newest_comes_first() {
    let older = || Some("/x?after=\"1\"".to_owned());
    for (trail, there, gone) in [
        (CursorPager::new("/x", true, None), "Reload", "Older"),
        (CursorPager::new("/x", false, older()), "Newest", "Reload"),
        (
            CursorPager::new("/x", false, older()),
            "after=&quot;1&quot;",
            "\"1\"",
        ),
        (
            CursorPager::new("/x", true, None).also("/y", "Elsewhere"),
            "<a href=\"/y\">Elsewhere</a>",
            "Newest",
        ),
    ] {
        let text = trail.to_string();
        assert!(text.contains(there), "{there}: {text}");
        assert!(!text.contains(gone), "{gone}: {text}");
    }
}
