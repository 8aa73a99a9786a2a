//! The time that a call has left, carried from the edge to the last service as `grpc-timeout`.

use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

tokio::task_local! {
    /// When the call that this task serves must be answered.
    static DEADLINE: Instant;
}

/// Longest that any call may take.
pub const LONGEST: Duration = Duration::from_secs(10);

/// Runs `work` as part of a call that must end by `deadline`.
pub async fn within<F: Future>(deadline: Instant, work: F) -> F::Output {
    DEADLINE.scope(deadline, work).await
}

/// What a call made now may take: `wanted`, but no longer than the call it is part of.
pub fn remaining(wanted: Duration) -> Duration {
    let left = DEADLINE.try_with(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(wanted, |left| left.min(wanted))
}

/// The caller's `grpc-timeout`, at most [`LONGEST`].
pub fn read(headers: &HeaderMap) -> Duration {
    headers
        .get("grpc-timeout")
        .and_then(|value| value.to_str().ok())
        .and_then(parse)
        .map_or(LONGEST, |timeout| timeout.min(LONGEST))
}

/// Writes `grpc-timeout` in milliseconds.
pub fn write(headers: &mut HeaderMap, timeout: Duration) {
    let value = format!("{}m", timeout.as_millis().max(1));
    if let Ok(value) = value.try_into() {
        headers.insert("grpc-timeout", value);
    }
}

/// Up to 8 digits and a unit, as the gRPC protocol writes timeouts.
fn parse(text: &str) -> Option<Duration> {
    let unit = text.chars().next_back()?;
    let digits = text.strip_suffix(unit)?;
    let amount: u64 = digits.parse().ok().filter(|_| digits.len() <= 8)?;
    match unit {
        'H' => Some(Duration::from_secs(amount * 3600)),
        'M' => Some(Duration::from_secs(amount * 60)),
        'S' => Some(Duration::from_secs(amount)),
        'm' => Some(Duration::from_millis(amount)),
        'u' => Some(Duration::from_micros(amount)),
        'n' => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_read_as_the_protocol_writes_them() {
        assert_eq!(parse("500m"), Some(Duration::from_millis(500)));
        assert_eq!(parse("2S"), Some(Duration::from_secs(2)));
        for odd in ["", "m", "5", "-1S", "123456789S", "5é"] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[tokio::test]
    async fn a_call_inside_a_call_gets_no_more_time() {
        let deadline = Instant::now() + Duration::from_millis(200);
        let left = within(deadline, async { remaining(Duration::from_secs(5)) }).await;
        assert!(left <= Duration::from_millis(200));
        assert_eq!(remaining(Duration::from_secs(5)), Duration::from_secs(5));
    }
}
