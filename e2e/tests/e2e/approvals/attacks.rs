//! Attempts to get a call made without an approval: each is refused.

mod canaries;
mod cards;
mod links;
mod own_answer;
mod pages;
mod states;
