//! Variables of functions: their values are seen by the function only.

mod environments;
mod leaks;
