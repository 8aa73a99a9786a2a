//! Asks the one Meilisearch server that the settings name. Every question has a limit of time and is counted:
//! `souk_search_requests_total{operation,outcome}`, `souk_search_request_seconds{operation}`.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use reqwest::redirect::Policy;
use reqwest::{Method, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::config::MeiliConfig;
use super::question::{Answer, Search};
use crate::search::SearchError;

/// Until a connection is there.
const CONNECT: Duration = Duration::from_secs(1);
/// Longest wait for the answer to a shopper.
const LONGEST_SEARCH: Duration = Duration::from_secs(2);
/// Longest wait for any other answer: a step of products is a few megabytes.
const LONGEST_OTHER: Duration = Duration::from_secs(30);
/// Searches at a time; who comes beside them is told that there is more to do than it can.
const MOST_SEARCHES: usize = 64;
/// How long a server that didn't answer is not asked by shoppers.
const PAUSE: Duration = Duration::from_secs(1);
/// Codes of failures that some callers expect.
pub const NO_INDEX: &str = "index_not_found";
pub const INDEX_IS_THERE: &str = "index_already_exists";
/// The index was not told by what its rows are filtered.
pub const NO_FILTER: &str = "invalid_document_filter";
/// No such task, or one of several indexes and a key that is for some by their names.
pub const NO_TASK: &str = "task_not_found";
/// No such row.
const NO_DOCUMENT: &str = "document_not_found";

/// See the module.
pub struct Client {
    http: reqwest::Client,
    /// Without a slash at its end.
    base: String,
    key: Option<SecretString>,
    searches: Semaphore,
    /// Until when the server is taken to be away; afterwards one shopper finds out for all.
    away_until: Mutex<Option<Instant>>,
}

/// Why a question was not answered.
#[derive(Debug, thiserror::Error)]
pub enum MeiliError {
    #[error("there is no such index or document")]
    Missing,
    #[error("it is asked as much as it can take")]
    Busy,
    #[error("it did not answer a moment ago")]
    Away,
    #[error("it does not answer")]
    Unreachable(#[source] reqwest::Error),
    #[error("it refused with {status}, {code}: {message}")]
    Refused { status: StatusCode, code: String, message: String },
    /// A proxy before it, or another server at its address.
    #[error("who answered with {0} is no Meilisearch")]
    Stranger(StatusCode),
    #[error("its answer can't be read")]
    Unreadable(#[from] serde_json::Error),
}

/// What the server says of a task.
#[derive(Debug, Deserialize)]
pub struct Task {
    pub status: TaskStatus,
    pub error: Option<TaskError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    Enqueued,
    Processing,
    Succeeded,
    Failed,
    Canceled,
}

/// Why a question was refused or a task failed, in the server's words.
#[derive(Debug, Default, Deserialize)]
pub struct TaskError {
    pub code: String,
    pub message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Enqueued {
    task_uid: u64,
}

#[derive(Deserialize)]
struct Answers {
    results: Vec<Answer>,
}

#[derive(Deserialize)]
struct Documents<T> {
    results: Vec<T>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    number_of_documents: usize,
}

impl From<MeiliError> for SearchError {
    fn from(error: MeiliError) -> Self {
        match error {
            MeiliError::Missing => Self::NotReady,
            MeiliError::Busy => Self::Busy,
            error => Self::Engine(anyhow::Error::new(error).context("asking Meilisearch")),
        }
    }
}

impl Client {
    /// Asks for nothing yet: a server that is away makes searches fail, not the start.
    pub fn new(url: &str, config: &MeiliConfig) -> anyhow::Result<Self> {
        let is_http = url.starts_with("http://") || url.starts_with("https://");
        ensure!(is_http, "SOUK_MEILI_URL begins with http:// or https://");
        // Whoever came first: all of ours are ring.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .redirect(Policy::none())
            .no_proxy()
            .build()
            .context("making the client of SOUK_MEILI_URL")?;
        Ok(Self {
            http,
            base: url.trim_end_matches('/').to_owned(),
            key: config.meili_key.clone(),
            searches: Semaphore::new(MOST_SEARCHES),
            away_until: Mutex::default(),
        })
    }

    /// The answers to some searches, which are made one after another.
    pub async fn search(&self, queries: &[Search<'_>]) -> Result<Vec<Answer>, MeiliError> {
        let _place = self.searches.try_acquire().map_err(|_| MeiliError::Busy)?;
        if !self.may_ask() {
            return Err(MeiliError::Away);
        }
        let body = serde_json::to_vec(&json!({ "queries": queries }))?;
        let asked: Result<Answers, _> =
            self.ask("search", Method::POST, "/multi-search", Some(body), LONGEST_SEARCH).await;
        let is_away = matches!(asked, Err(MeiliError::Unreachable(_)));
        *self.away_until.lock().unwrap_or_else(PoisonError::into_inner) =
            is_away.then(|| Instant::now() + PAUSE);
        asked.map(|answers| answers.results)
    }

    /// The named fields of the documents that a filter finds.
    pub async fn documents<T: DeserializeOwned>(
        &self,
        index: &str,
        filter: &str,
        fields: &[&str],
        part: (usize, usize),
    ) -> Result<Vec<T>, MeiliError> {
        self.fetch(index, filter, fields, part, LONGEST_OTHER).await
    }

    /// The first of them, which is waited for no longer than a shopper would.
    pub async fn document<T: DeserializeOwned>(
        &self,
        index: &str,
        filter: &str,
        fields: &[&str],
    ) -> Result<Option<T>, MeiliError> {
        Ok(self.fetch(index, filter, fields, (0, 1), LONGEST_SEARCH).await?.pop())
    }

    pub async fn count(&self, index: &str) -> Result<usize, MeiliError> {
        let path = format!("/indexes/{index}/stats");
        let stats: Stats = self.ask("fetch", Method::GET, &path, None, LONGEST_OTHER).await?;
        Ok(stats.number_of_documents)
    }

    pub async fn task(&self, task: u64) -> Result<Task, MeiliError> {
        self.ask("task", Method::GET, &format!("/tasks/{task}"), None, LONGEST_OTHER).await
    }

    /// The task that puts whole documents in place of those with their ids.
    pub async fn put(&self, index: &str, rows: &[Value]) -> Result<u64, MeiliError> {
        self.enqueue(Method::POST, &format!("/indexes/{index}/documents"), Some(rows)).await
    }

    /// The task that changes the given fields of documents.
    pub async fn change(&self, index: &str, rows: &[impl Serialize]) -> Result<u64, MeiliError> {
        self.enqueue(Method::PUT, &format!("/indexes/{index}/documents"), Some(rows)).await
    }

    pub async fn make_index(&self, index: &str) -> Result<u64, MeiliError> {
        let wanted = json!({ "uid": index, "primaryKey": "id" });
        self.enqueue(Method::POST, "/indexes", Some(&wanted)).await
    }

    pub async fn remove_index(&self, index: &str) -> Result<u64, MeiliError> {
        self.enqueue(Method::DELETE, &format!("/indexes/{index}"), None::<&Value>).await
    }

    pub async fn set(&self, index: &str, settings: &Value) -> Result<u64, MeiliError> {
        self.enqueue(Method::PATCH, &format!("/indexes/{index}/settings"), Some(settings)).await
    }

    /// The task that gives two indexes each other's name.
    pub async fn swap(&self, one: &str, other: &str) -> Result<u64, MeiliError> {
        self.enqueue(Method::POST, "/swap-indexes", Some(&json!([{ "indexes": [one, other] }]))).await
    }

    async fn fetch<T: DeserializeOwned>(
        &self,
        index: &str,
        filter: &str,
        fields: &[&str],
        (offset, limit): (usize, usize),
        longest: Duration,
    ) -> Result<Vec<T>, MeiliError> {
        let wanted = json!({ "filter": filter, "fields": fields, "offset": offset, "limit": limit });
        let path = format!("/indexes/{index}/documents/fetch");
        let body = serde_json::to_vec(&wanted)?;
        let found: Documents<T> = self.ask("fetch", Method::POST, &path, Some(body), longest).await?;
        Ok(found.results)
    }

    async fn enqueue<B: Serialize + ?Sized>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
    ) -> Result<u64, MeiliError> {
        let body = body.map(serde_json::to_vec).transpose()?;
        let enqueued: Enqueued = self.ask("write", method, path, body, LONGEST_OTHER).await?;
        Ok(enqueued.task_uid)
    }

    /// Whether a shopper may ask: everybody, but of a server that was away one, and nobody else for as long as that one may wait.
    fn may_ask(&self) -> bool {
        let mut away_until = self.away_until.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match *away_until {
            Some(until) if now < until => false,
            Some(_) => {
                *away_until = Some(now + LONGEST_SEARCH);
                true
            }
            None => true,
        }
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        operation: &'static str,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        longest: Duration,
    ) -> Result<T, MeiliError> {
        let started = Instant::now();
        let result = self.asked(method, path, body, longest).await;
        let outcome = match &result {
            Ok(_) => "ok",
            Err(MeiliError::Missing) => "missing",
            Err(_) => "failed",
        };
        metrics::counter!("souk_search_requests_total", "operation" => operation, "outcome" => outcome)
            .increment(1);
        metrics::histogram!("souk_search_request_seconds", "operation" => operation)
            .record(started.elapsed());
        Ok(serde_json::from_slice(&result?)?)
    }

    async fn asked(
        &self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        longest: Duration,
    ) -> Result<bytes::Bytes, MeiliError> {
        let mut request = self.http.request(method, format!("{}{path}", self.base)).timeout(longest);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let response = request.send().await.map_err(MeiliError::Unreachable)?;
        let status = response.status();
        let answer = response.bytes().await.map_err(MeiliError::Unreachable)?;
        if status.is_success() {
            return Ok(answer);
        }
        let Ok(TaskError { code, message }) = serde_json::from_slice(&answer) else {
            return Err(MeiliError::Stranger(status));
        };
        if matches!(code.as_str(), NO_INDEX | NO_DOCUMENT) {
            return Err(MeiliError::Missing);
        }
        Err(MeiliError::Refused { status, code, message })
    }
}
