//! Tools are tried on a real gateway with scripted servers behind it.

mod access;
mod calling;
mod forms;
mod hostile;
mod places;
mod results;
mod waiting;
mod world;
