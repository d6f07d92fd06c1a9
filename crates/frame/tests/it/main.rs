//! What every page shares, in front of a real gateway: its door, its forms and its stream.

mod form;
mod live;
mod upload;
