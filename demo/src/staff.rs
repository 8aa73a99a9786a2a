//! One employee per role (design 4), made by the gateway's own command.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::Context as _;
use sqlx::{Connection as _, PgConnection};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

/// Known to everybody: these accounts exist in the demo only.
const PASSWORD: &str = "souk-demo-2026";

const STAFF: [(&str, &str, &str); 5] = [
    ("admin@souk.test", "Nadia Cherif", "admin"),
    ("sales@souk.test", "Samira Belkacem", "sales"),
    ("warehouse@souk.test", "Karim Haddad", "warehouse"),
    ("payments@souk.test", "Yacine Mansouri", "payments"),
    ("content@souk.test", "Lina Saadi", "content"),
];

pub async fn load(gateway_database: &str) -> anyhow::Result<()> {
    let addresses = known_addresses(gateway_database).await?;
    for (email, name, role) in STAFF.into_iter().filter(|(email, ..)| !addresses.contains(*email)) {
        add(gateway_database, email, name, role).await.with_context(|| format!("account {email}"))?;
    }
    println!("{} staff accounts", STAFF.len());
    Ok(())
}

/// Addresses that have an account: the gateway's command would give them a new password and end their sessions.
async fn known_addresses(gateway_database: &str) -> anyhow::Result<HashSet<String>> {
    let mut connection = PgConnection::connect(gateway_database).await?;
    let emails: Vec<String> =
        sqlx::query_scalar("SELECT lower(email) FROM staff").fetch_all(&mut connection).await?;
    Ok(emails.into_iter().collect())
}

async fn add(database: &str, email: &str, name: &str, role: &str) -> anyhow::Result<()> {
    let mut child = Command::new(gateway_program()?)
        .args(["staff", "add", "--email", email, "--name", name, "--role", role, "--password-stdin"])
        .env("SOUK_DATABASE_URL", database)
        .stdin(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    stdin.write_all(PASSWORD.as_bytes()).await?;
    drop(stdin);
    let status = child.wait().await?;
    anyhow::ensure!(status.success(), "souk-gateway staff add ended with {status}");
    Ok(())
}

/// `souk-gateway` beside this program.
fn gateway_program() -> anyhow::Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("souk-gateway"))
}
