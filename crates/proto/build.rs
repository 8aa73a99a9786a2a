//! Generates the gRPC and event code of every `.proto` under `proto/` without a protoc.

use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, [&root])?;
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("methods.rs"), methods(&descriptors))?;
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    tonic_prost_build::configure().compile_fds_with_config(descriptors, config)?;
    Ok(())
}

/// The paths of all gRPC methods, sorted, as the constant `METHODS`.
fn methods(descriptors: &prost_types::FileDescriptorSet) -> String {
    let mut paths = Vec::new();
    for file in &descriptors.file {
        for service in &file.service {
            let of_method = |method: &prost_types::MethodDescriptorProto| {
                format!("/{}.{}/{}", file.package(), service.name(), method.name())
            };
            paths.extend(service.method.iter().map(of_method));
        }
    }
    paths.sort();
    format!("pub const METHODS: &[&str] = &{paths:#?};")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
