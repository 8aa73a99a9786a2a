//! Where an index lies on disk. Each replica on a machine holds a folder of its own under the root by a file
//! lock, which the system drops when the process ends however it ends. A file names the index in use; a rebuild
//! writes beside it and changes that name last. An index of another release's format is left until then: who goes back to that
//! release before finds it, and one that fails to start leaves it as it was.

use std::borrow::Cow;
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
        self.named().filter(|path| is_ours(path))
    }

    /// A new empty folder for an index. What is neither in use nor this one is removed.
    pub fn fresh(&self) -> anyhow::Result<PathBuf> {
        let named = self.named();
        let mut last = 0;
        for path in self.indexes()? {
            let number = file_name(&path).strip_prefix(&prefix()).and_then(|number| number.parse().ok());
            last = last.max(number.unwrap_or(0));
            if Some(&path) != named.as_ref() {
                remove(&path)?;
            }
        }
        let path = self.path.join(format!("{}{}", prefix(), last + 1));
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// Names the index in use, in one step. Those of other formats are of no use from then on.
    pub fn make_current(&self, path: &Path) -> anyhow::Result<()> {
        let name = path.file_name().context("an index folder has a name")?.to_string_lossy();
        let draft = self.path.join("CURRENT.new");
        fs::write(&draft, name.as_bytes())?;
        File::open(&draft)?.sync_all()?;
        fs::rename(draft, self.path.join(CURRENT))?;
        if let Err(error) = self.remove_other_formats() {
            // What is left is removed before the next one is made.
            tracing::info!(error = %format_args!("{error:#}"), "a former search index stays on the disk for now");
        }
        Ok(())
    }

    /// The index in use, of whichever format.
    fn named(&self) -> Option<PathBuf> {
        let name = fs::read_to_string(self.path.join(CURRENT)).ok()?;
        Some(self.path.join(name))
    }

    fn remove_other_formats(&self) -> anyhow::Result<()> {
        self.indexes()?.iter().filter(|path| !is_ours(path)).try_for_each(|path| remove(path))
    }

    fn indexes(&self) -> anyhow::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(&self.path)?.map(|entry| Ok(entry?.path()));
        let paths = entries.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(paths.into_iter().filter(|path| path.is_dir()).collect())
    }
}

fn is_ours(path: &Path) -> bool {
    file_name(path).starts_with(&prefix())
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
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
