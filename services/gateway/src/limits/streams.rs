//! Screens that are told what changes: each holds a connection, so an employee has a few.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use souk_kernel::EmployeeId;

use super::MINUTE;
use crate::problem::Problem;

/// Open streams by employee; one without any is not in it.
#[derive(Debug)]
pub struct Streams {
    most: u32,
    open: Mutex<HashMap<EmployeeId, u32>>,
}

/// A counted stream, until it is dropped.
#[derive(Debug)]
pub struct OpenStream {
    streams: Arc<Streams>,
    employee: EmployeeId,
}

impl Streams {
    pub fn new(most: u32) -> Self {
        Self { most, open: Mutex::default() }
    }

    pub fn open(self: &Arc<Self>, employee: EmployeeId) -> Result<OpenStream, Problem> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.get(&employee).copied().unwrap_or(0);
        if count >= self.most {
            return Err(Problem::rate_limited(MINUTE));
        }
        open.insert(employee, count + 1);
        Ok(OpenStream { streams: self.clone(), employee })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut entry) = open.entry(self.employee) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}
