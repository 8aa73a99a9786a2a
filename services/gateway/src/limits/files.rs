//! Who takes a list out as a file: one of a large shop is written for minutes, by a few of the services' calls at a time, and for as long
//! as its reader takes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use souk_kernel::EmployeeId;

use super::HOUR;
use super::allowance::Allowance;
use crate::problem::Problem;

/// Files that a gateway writes at once, each for another employee: their steps leave the databases to the rest of the staff.
const AT_ONCE: usize = 4;
/// Files that one employee begins in an hour: more than a day's work needs.
const BEGUN: u32 = 30;
/// When who is refused one is told to ask again.
const ASK_AGAIN: Duration = Duration::from_secs(30);

/// The employees who take one.
#[derive(Debug)]
pub struct Files {
    open: Mutex<Vec<EmployeeId>>,
    begun: Option<Allowance<EmployeeId>>,
}

/// A place among those who take a file, until it is dropped.
#[derive(Debug)]
pub struct OpenFile {
    files: Arc<Files>,
    employee: EmployeeId,
}

impl Files {
    /// A demo sets no limit to the files of an hour.
    pub fn new(is_demo: bool) -> Self {
        Self { open: Mutex::default(), begun: super::allowance(HOUR, if is_demo { 0 } else { BEGUN }) }
    }

    pub fn open(self: &Arc<Self>, employee: EmployeeId) -> Result<OpenFile, Problem> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= AT_ONCE || open.contains(&employee) {
            return Err(Problem::rate_limited(ASK_AGAIN));
        }
        self.begun.as_ref().map_or(Ok(()), |begun| begun.take(employee).map_err(Problem::rate_limited))?;
        open.push(employee);
        Ok(OpenFile { files: self.clone(), employee })
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let mut open = self.files.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|employee| *employee == self.employee) {
            open.swap_remove(at);
        }
    }
}
