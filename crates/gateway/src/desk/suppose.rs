//! What would happen to a call that nobody makes.
