//! Entries of strangers: read, filled in, checked and found.

mod builders;
mod forms;
mod hostile;
mod launch;
mod reading;
mod search;
mod warnings;
