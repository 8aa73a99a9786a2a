//! Lists the pictures of `demo/images` for `data.rs`.

use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("images");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = std::fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    let mut code = String::from("static PICTURES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let path = file.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())?;
    }
    code.push_str("];\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("pictures.rs"), code)?;
    Ok(())
}
