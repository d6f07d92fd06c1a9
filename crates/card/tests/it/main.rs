//! Cards as people see them, and laws that hold for all of them.

mod attacks;
mod changes;
mod drawn;
mod given;
mod laws;
