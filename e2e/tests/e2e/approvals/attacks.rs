//! Those who want a call made that nobody has agreed to: each is refused.

mod canaries;
mod cards;
mod links;
mod own_answer;
mod pages;
mod states;
