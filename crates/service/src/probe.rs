//! What a health check runs: an image of ours needs neither a shell nor an HTTP client for it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, ensure};

/// A process that says nothing for this long is not well.
const PATIENCE: Duration = Duration::from_secs(3);
/// Of the answer its first line is read, which is shorter.
const LONGEST_LINE: u64 = 256;

/// Who is asked.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct ProbeConfig {
    /// Address that operations ask, as the process that serves was told it.
    #[arg(long, env = "SOUK_OPS_ADDR")]
    ops_addr: SocketAddr,
}

/// Ok when the process at this address says that it is ready. It blocks: nothing else runs beside it.
pub(crate) fn probe(config: ProbeConfig) -> anyhow::Result<()> {
    let address = reachable(config.ops_addr);
    let status = ask(address).with_context(|| format!("{address} does not answer"))?;
    ensure!(status.split(' ').nth(1) == Some("200"), "{address} is not ready: {}", status.trim_end());
    Ok(())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\n\r\n")?;
    let mut status = String::new();
    BufReader::new(stream.take(LONGEST_LINE)).read_line(&mut status)?;
    Ok(status)
}

/// Who listens on all addresses is asked on loopback.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// What the probe says of a process that listens on all addresses and gives this answer to its question.
    fn asked(answer: &'static str) -> anyhow::Result<()> {
        let listener = TcpListener::bind("0.0.0.0:0").expect("a port");
        let ops_addr = listener.local_addr().expect("its address");
        let process = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("the probe");
            let mut question = String::new();
            BufReader::new(&stream).read_line(&mut question).expect("its question");
            stream.write_all(answer.as_bytes()).expect("the answer");
            question
        });
        let said = probe(ProbeConfig { ops_addr });
        assert_eq!(process.join().expect("asked once"), "GET /readyz HTTP/1.0\r\n");
        said
    }

    #[test]
    fn only_who_is_ready_is_well() {
        asked("HTTP/1.0 200 OK\r\n\r\nready").expect("well");
        let said = asked("HTTP/1.0 503 Service Unavailable\r\n\r\n").expect_err("not ready").to_string();
        assert!(said.ends_with("is not ready: HTTP/1.0 503 Service Unavailable"), "{said}");
        asked("").expect_err("no answer");
    }

    #[test]
    fn nobody_there_is_not_well() {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address");
        let said = probe(ProbeConfig { ops_addr: free }).expect_err("nobody listens").to_string();
        assert_eq!(said, format!("{free} does not answer"));
    }
}
