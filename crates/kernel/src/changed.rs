//! What became of a step or an edit.

/// Whether anything changed: a repeat is success and changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    Yes,
    /// It was so before.
    Already,
}
