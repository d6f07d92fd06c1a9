//! Values that must not be displayed.

use std::fmt;

use zeroize::Zeroize;

/// A credential. It prints as `****`, cannot be serialized, and is wiped when dropped.
///
/// [`Secret::expose`] is the only way to the plain value. Call it only in code that passes the
/// value to a child process or into a request.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T: Zeroize>(T);

// === impl Secret ===

impl<T: Zeroize> Secret<T> {
    /// Wraps a plain value.
    pub fn new(plain: T) -> Self {
        Self(plain)
    }

    /// The plain value. Do not store it.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: Zeroize> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

impl<T: Zeroize> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

impl<T: Zeroize> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_never_printed() {
        let secret = Secret::new("hunter2".to_owned());
        assert_eq!(format!("{secret} {secret:?}"), "**** ****");
        assert_eq!(secret.expose(), "hunter2");
    }
}
