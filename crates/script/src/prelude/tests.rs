//! The prelude, in the engine.
