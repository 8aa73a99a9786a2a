//! Where an index lies on disk. Each replica on a machine holds a folder of its own under the root by a file
//! lock, which the system drops when the process ends however it ends. A file names the index in use; a rebuild
//! writes beside it and changes that name last.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::schema::FORMAT;

/// Replicas on one machine; a guard against looping, not a limit anyone meets.
const MOST_REPLICAS: u32 = 64;
const CURRENT: &str = "CURRENT";

pub struct IndexFolder {
    path: PathBuf,
    /// Held for as long as the process uses the folder.
    _lock: File,
}

impl IndexFolder {
    /// Takes the first folder under `root` that no other process holds.
    pub fn claim(root: &Path) -> anyhow::Result<Self> {
        for replica in 0..MOST_REPLICAS {
            let path = root.join(format!("replica-{replica}"));
            fs::create_dir_all(&path).with_context(|| format!("can't make {}", path.display()))?;
            let lock = File::create(path.join("LOCK"))?;
            match lock.try_lock() {
                Ok(()) => return Ok(Self { path, _lock: lock }),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        bail!("{MOST_REPLICAS} processes hold an index under {}", root.display());
    }

    /// The index in use, if it has this program's format.
    pub fn current(&self) -> Option<PathBuf> {
        let name = fs::read_to_string(self.path.join(CURRENT)).ok()?;
        let ours = name.starts_with(&prefix());
        ours.then(|| self.path.join(name))
    }

    /// A new empty folder for an index. What is neither in use nor this one is removed.
    pub fn fresh(&self) -> anyhow::Result<PathBuf> {
        let current = self.current();
        let mut last = 0;
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.strip_prefix(&prefix()).and_then(|number| number.parse().ok());
            last = last.max(number.unwrap_or(0));
            if path.is_dir() && Some(&path) != current.as_ref() {
                remove(&path)?;
            }
        }
        let path = self.path.join(format!("{}{}", prefix(), last + 1));
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// Names the index in use, in one step.
    pub fn make_current(&self, path: &Path) -> anyhow::Result<()> {
        let name = path.file_name().context("an index folder has a name")?.to_string_lossy();
        let draft = self.path.join("CURRENT.new");
        fs::write(&draft, name.as_bytes())?;
        File::open(&draft)?.sync_all()?;
        fs::rename(draft, self.path.join(CURRENT))?;
        Ok(())
    }
}

fn prefix() -> String {
    format!("format-{FORMAT}-")
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
