//! What stands before the verb, or in its place.

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::check;

#[test]
fn what_lets_somebody_do_something_says_what_is_done() {
    check(&[
        (Reads, "helper", "Lets you list the pages of a book."),
        (Reads, "helper", "Allows an LLM to search the archive."),
        (Reads, "helper", "Designed to find the nearest shop."),
        (
            Reads,
            "helper",
            "A tool that returns the shelf marks of a library.",
        ),
        (Reads, "helper", "Tool for listing shelves."),
        (Reads, "helper", "A simple way of finding a shelf."),
        (
            Reads,
            "helper",
            "Provides the ability to search all shelves.",
        ),
        (
            Reads,
            "helper",
            "Offers a quick way to look up a shelf mark.",
        ),
        (Reads, "helper", "Utility for looking up shelf marks."),
        (
            NotReads,
            "helper",
            "Provides the ability to delete a shelf.",
        ),
        (NotReads, "helper", "Offers a quick way to create shelves."),
        (NotReads, "helper", "Capable of moving a shelf."),
        (NotReads, "helper", "Utility for renaming shelves."),
        (
            Destroys,
            "helper",
            "Provides a way to permanently remove the shelves.",
        ),
        (
            NotReads,
            "get_shelf",
            "Provides a way to get a shelf and delete it.",
        ),
    ]);
}

#[test]
fn a_circumstance_before_the_verb_is_passed_over() {
    check(&[
        (
            Reads,
            "helper",
            "Given a postcode, return the towns that share it.",
        ),
        (Reads, "helper", "For a given shelf, list all books."),
        (
            Reads,
            "helper",
            "Based on the last ten loans, suggest a book.",
        ),
        (Reads, "helper", "Within one town, find every library."),
        (NotReads, "helper", "Given a postcode, register a library."),
        (
            NotReads,
            "helper",
            "For each shelf, delete the oldest book.",
        ),
        (
            Destroys,
            "helper",
            "From a list of books, remove the doubles.",
        ),
    ]);
}

#[test]
fn signs_join_verbs_as_words_do() {
    check(&[
        (
            NotReads,
            "helper",
            "Recommend + file the best paper of the week.",
        ),
        (NotReads, "get_book", "Find & delete the book."),
        (NotReads, "get_book", "Get/set the place of a book."),
        (
            NotReads,
            "get_book",
            "Find a book → remove it from its shelf.",
        ),
        (Reads, "get_book", "Find/list books by author."),
        (Reads, "get_book", "Search + rank the books of a library."),
    ]);
}

#[test]
fn particles_make_other_verbs() {
    check(&[
        (Reads, "helper", "Look into why a loan failed."),
        (Reads, "helper", "Looks up a shelf mark."),
        (Reads, "helper", "Figure out which library has the book."),
        (NotReads, "helper", "Write down what a reader said."),
        (NotReads, "helper", "Fill out the form of a loan."),
        (Destroys, "helper", "Takes down a public shelf."),
        (Destroys, "helper", "Wipes out all loans."),
        (NotReads, "helper", "Carry out an order."),
        (NotReads, "helper", "Sends out the reminders."),
    ]);
}

#[test]
fn what_is_a_noun_in_names_is_a_verb_before_its_object() {
    check(&[
        (NotReads, "helper", "Issue a new library card."),
        (NotReads, "helper", "Page the librarian on duty."),
        (NotReads, "helper", "Title a shelf."),
        (Reads, "issue_list", "Lists issues."),
        (Reads, "page_title", "Returns the title of a page."),
        (Reads, "helper", "Surface the oldest loans."),
        (Reads, "helper", "Outlines the chapters of a book."),
    ]);
}

#[test]
fn british_spelling_says_the_same() {
    check(&[
        (Reads, "visualise_loans", "Visualises the loans of a year."),
        (
            Destroys,
            "anonymise_reader",
            "Deletes the name of a reader.",
        ),
        (Reads, "recognise_cover", "Recognises the cover of a book."),
        (NotReads, "reorganise_shelf", "Reorganises a shelf."),
        (NotReads, "personalise_card", "Personalises a card."),
    ]);
}

#[test]
fn names_of_doers_say_what_they_do() {
    check(&[
        (Reads, "loan_predictor", "Predicts how long a loan takes."),
        (NotReads, "shelf_deleter", ""),
        (NotReads, "card_minter", ""),
        (NotReads, "library_folder", ""),
    ]);
}

#[test]
fn a_phrase_of_nouns_is_looked_at() {
    check(&[
        (Reads, "loan_routes", "Tram lines between two libraries."),
        (Reads, "reader_peers", "Reading clubs in a town."),
        // An unknown verb has an object.
        (NotReads, "frob", "Frob the shelves of a library."),
        (NotReads, "frob", "Frob two shelves of a library."),
        (NotReads, "frob", "Frobs shelves of a library."),
        (NotReads, "shelves", "Shelf deletions for a library."),
    ]);
}

#[test]
fn what_is_only_read_when_it_is_run() {
    check(&[
        (Reads, "loan_check", "Run a quality check on the loans."),
        (Reads, "loan_review", "Runs a full review of a loan."),
        (Reads, "find_reader", "Resolve a reader from a card number."),
        (NotReads, "close_loan", "Resolve a dispute for a reader."),
        (
            NotReads,
            "run_script",
            "Run a script that checks the loans.",
        ),
        (Reads, "state", "Reports the current state of the lift."),
        (NotReads, "damage", "Reports a damaged book."),
    ]);
}
