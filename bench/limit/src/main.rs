//! The limit that the shop's pages are compared with: a bare axum program that answers the very bytes and headers
//! that the shop answered, from memory, and does nothing else. What it reaches on a machine is what an HTTP server
//! written with our libraries can reach there.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use clap::Parser;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use serde::Deserialize;

/// Serves recorded answers.
#[derive(Debug, Parser)]
struct Cli {
    /// Where to listen.
    #[arg(long)]
    addr: SocketAddr,
    /// JSON list of recorded answers: `path`, `headers` (name to value) and `file` with the body's bytes.
    #[arg(long)]
    answers: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Recorded {
    path: String,
    headers: HashMap<String, String>,
    file: PathBuf,
}

type Answers = Arc<HashMap<String, (HeaderMap, Bytes)>>;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let recorded: Vec<Recorded> = serde_json::from_slice(&std::fs::read(&cli.answers)?)?;
    let answers = recorded.into_iter().map(load).collect::<anyhow::Result<HashMap<_, _>>>()?;
    let app = Router::new().fallback(answer).with_state(Arc::new(answers));
    let listener = tokio::net::TcpListener::bind(cli.addr).await.with_context(|| cli.addr.to_string())?;
    axum::serve(listener, app).await?;
    Ok(())
}

fn load(recorded: Recorded) -> anyhow::Result<(String, (HeaderMap, Bytes))> {
    let mut headers = HeaderMap::new();
    for (name, value) in recorded.headers {
        headers.insert(HeaderName::try_from(name)?, HeaderValue::try_from(value)?);
    }
    let body = std::fs::read(&recorded.file).with_context(|| recorded.file.display().to_string())?;
    Ok((recorded.path, (headers, body.into())))
}

async fn answer(State(answers): State<Answers>, uri: Uri) -> Response {
    let path = uri.path_and_query().map_or("", http::uri::PathAndQuery::as_str);
    match answers.get(path) {
        Some((headers, body)) => (headers.clone(), body.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
