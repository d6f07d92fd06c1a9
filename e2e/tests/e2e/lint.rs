//! `candor lint` on real servers and documents.

mod documents;
mod servers;
