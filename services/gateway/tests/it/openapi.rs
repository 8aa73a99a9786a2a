//! The description of the interface.

use std::path::{Path, PathBuf};

use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

/// The web app's client is generated from the committed description: this one and that one are the same.
#[test]
fn the_committed_description_is_the_present_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi/gateway.json");
    let present = souk_gateway::openapi::document().to_pretty_json().expect("writes");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|wish| wish == "always") {
        std::fs::write(path, present.clone() + "\n").expect("written");
    }
    let committed = std::fs::read_to_string(path).expect("is committed");
    let advice = "INSTA_UPDATE=always ./souk test rust gateway openapi, then `npm run gen` in web/";
    assert!(committed.trim() == present.trim(), "{advice}");
}

/// Nobody has to read our code to use the interface.
#[test]
fn everything_is_described() {
    let document = serde_json::to_value(souk_gateway::openapi::document()).expect("writes");
    let of = |value: &serde_json::Value| value.as_object().cloned().unwrap_or_default();
    for (path, item) in of(&document["paths"]) {
        for (method, operation) in of(&item) {
            assert!(operation["summary"].is_string(), "{method} {path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let is_described = parameter["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(is_described, "{method} {path}: {}", parameter["name"]);
            }
            for (status, answer) in of(&operation["responses"]) {
                if !status.starts_with(['4', '5']) {
                    continue;
                }
                let kinds: Vec<_> = of(&answer["content"]).into_iter().map(|(kind, _)| kind).collect();
                assert_eq!(kinds, ["application/problem+json"], "{method} {path} {status}");
            }
        }
    }
    for (name, schema) in of(&document["components"]["schemas"]) {
        for (field, described) in of(&schema["properties"]) {
            let says = described["description"].is_string() || described["$ref"].is_string();
            let has = says || described["oneOf"].is_array() || described["allOf"].is_array();
            assert!(has, "{name}.{field}");
        }
    }
}

/// Of two schemas of one name the description would keep the last and say nothing.
#[test]
fn every_schema_has_a_name_of_its_own() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut names: Vec<String> = ["services/gateway/src", "crates/views/src"]
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)))
        .flat_map(|file| schema_names(&std::fs::read_to_string(file).expect("reads")))
        .collect();
    names.sort();
    assert!(names.len() > 50, "{names:?}");
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn a_schema_is_known_by_its_type_or_by_what_it_is_called() {
    let source = "#[derive(Debug, ToSchema)]\n#[schema(as = Problem)]\npub struct Body {}\n\
        #[derive(ToSchema)]\npub enum Sort { A }\n#[derive(Debug)]\nstruct Other;";
    assert_eq!(schema_names(source), ["Problem", "Sort"]);
}

/// The schemas that a file makes.
fn schema_names(source: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|one| one.is_alphanumeric() || *one == '_').collect();
    let derived = source.split("#[derive(").skip(1).filter_map(|rest| {
        let (derives, rest) = rest.split_once(")]")?;
        let (attributes, named) = ["struct ", "enum "]
            .iter()
            .filter_map(|kind| rest.split_once(kind))
            .min_by_key(|(before, _)| before.len())?;
        let is_schema = derives.split(',').any(|one| one.trim() == "ToSchema");
        let given = attributes.split_once("schema(as = ").map_or(named, |(_, name)| name);
        is_schema.then(|| word(given))
    });
    derived.collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).expect("is a folder").map(|entry| entry.expect("an entry").path());
    let of_entry = |path: PathBuf| if path.is_dir() { rust_files(&path) } else { vec![path] };
    entries.flat_map(of_entry).filter(|path| path.extension().is_some_and(|kind| kind == "rs")).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn it_is_served_to_machines_and_to_people(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let document = gateway.get(&Person::default(), "/api/openapi.json").await.json();
    assert!(document["paths"]["/web/api/cart/checkout"]["post"].is_object());
    let page = gateway.get(&Person::default(), "/api/docs").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    assert!(!page.text().contains("<style") && !page.text().contains("<script>"));
    for file in ["/api/docs.css", "/api/docs.js"] {
        assert!(page.text().contains(file));
        assert_eq!(gateway.get(&Person::default(), file).await.status, http::StatusCode::OK);
    }
}
