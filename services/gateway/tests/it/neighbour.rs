//! All neighbours in one: answers each gRPC method with what the test said, keeps what it was asked.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use bytes::{BufMut as _, Bytes, BytesMut};
use http::{HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, Full};
use prost::Message;
use souk_rpc::Failure;
use souk_testkit::GrpcServer;
use tonic::Status;
use tonic::service::Routes;

type Answer = Box<dyn Fn(&Bytes) -> Result<Vec<u8>, Status> + Send>;

/// A neighbour that answers `NOT_FOUND` until it is told otherwise.
#[derive(Clone, Default)]
pub struct Neighbour(Arc<Mutex<Script>>);

#[derive(Default)]
struct Script {
    answers: HashMap<&'static str, Answer>,
    hanging: HashSet<&'static str>,
    asked: Vec<(String, Bytes)>,
}

impl Neighbour {
    pub async fn serve(&self) -> GrpcServer {
        let router = Router::new().fallback(answer).with_state(self.clone());
        souk_testkit::serve(Routes::from(router)).await.expect("listens")
    }

    /// Answers `method`, the last part of its path, with `message`.
    pub fn says(&self, method: &'static str, message: &impl Message) {
        let bytes = message.encode_to_vec();
        self.script().answers.insert(method, Box::new(move |_| Ok(bytes.clone())));
    }

    /// Answers `method` with what is made when it is asked.
    pub fn makes<M: Message>(&self, method: &'static str, message: impl Fn() -> M + Send + 'static) {
        self.script().answers.insert(method, Box::new(move |_| Ok(message().encode_to_vec())));
    }

    /// Answers `method` with what is made of what it is asked.
    pub fn answers<Q: Message + Default, M: Message>(
        &self,
        method: &'static str,
        message: impl Fn(Q) -> M + Send + 'static,
    ) {
        self.tries(method, move |asked| Ok(message(asked)));
    }

    /// Answers `method` with what is made of what it is asked, or refuses it.
    pub fn tries<Q: Message + Default, M: Message>(
        &self,
        method: &'static str,
        tried: impl Fn(Q) -> Result<M, Failure> + Send + 'static,
    ) {
        let answer = move |asked: &Bytes| {
            let asked = Q::decode(asked.clone()).expect("decodes");
            Ok(tried(asked)?.encode_to_vec())
        };
        self.script().answers.insert(method, Box::new(answer));
    }

    /// Refuses `method`.
    pub fn fails(&self, method: &'static str, failure: impl Fn() -> Failure + Send + 'static) {
        self.script().answers.insert(method, Box::new(move |_| Err(failure().into())));
    }

    /// Does not answer `method` within its deadline.
    pub fn loses(&self, method: &'static str) {
        self.script().answers.insert(method, Box::new(|_| Err(Status::deadline_exceeded("late"))));
    }

    /// Takes `method` in from now on and never answers.
    pub fn hangs(&self, method: &'static str) {
        self.script().hanging.insert(method);
    }

    /// What `method` was asked with, oldest first.
    pub fn asked<M: Message + Default>(&self, method: &str) -> Vec<M> {
        let script = self.script();
        let of_method = script.asked.iter().filter(|(asked, _)| asked == method);
        of_method.map(|(_, bytes)| M::decode(bytes.clone()).expect("decodes")).collect()
    }

    fn script(&self) -> std::sync::MutexGuard<'_, Script> {
        self.0.lock().expect("no test panicked with it")
    }
}

async fn answer(State(neighbour): State<Neighbour>, request: Request) -> Response {
    let method = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
    let body = request.into_body().collect().await.expect("a body").to_bytes();
    if neighbour.script().hanging.contains(method.as_str()) {
        return std::future::pending().await;
    }
    let mut script = neighbour.script();
    let asked = body.slice(5..);
    script.asked.push((method.clone(), asked.clone()));
    let not_found = || Err(Failure::not_found("not_found", "there is none").into());
    match script.answers.get(method.as_str()).map_or_else(not_found, |answer| answer(&asked)) {
        Ok(message) => respond(&message),
        Err(status) => status.into_http(),
    }
}

fn respond(message: &[u8]) -> Response {
    let mut frame = BytesMut::new();
    frame.put_u8(0);
    frame.put_u32(message.len().try_into().expect("is short"));
    frame.put_slice(message);
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static("0"));
    let body = Full::new(frame.freeze()).with_trailers(async move { Some(Ok(trailers)) });
    let mut response = Response::new(Body::new(body));
    response.headers_mut().insert("content-type", HeaderValue::from_static("application/grpc"));
    response
}
