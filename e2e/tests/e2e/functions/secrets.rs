//! Variables of functions: their values are for the function, and nobody else sees them.

mod environments;
mod leaks;
