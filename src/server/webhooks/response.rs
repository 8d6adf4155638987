//! Reading a receiver's answer, which may contain anything: only its status and `Retry-After` matter.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::webhooks::answered::{Answered, Failure};

/// The most bytes read of a head.
const LARGEST_HEAD: usize = 16 * 1024;
/// The most headers read.
const MOST_HEADERS: usize = 64;
/// The most bytes read of a body. The body is ignored, but some servers abort their work if nobody reads
/// their answer.
const LARGEST_BODY: usize = 64 * 1024;
/// How long a body is read.
const READING: Duration = Duration::from_secs(1);

/// The head of an answer.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    answered: Answered,
    /// The offset of the body.
    length: usize,
    /// The length of the body, if the head states it.
    body: Option<usize>,
}

/// Reads the status of an answer.
///
/// # Errors
/// [`Failure::Closed`], [`Failure::NotHttp`].
pub async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Answered, Failure> {
    let mut received = Vec::with_capacity(1024);
    let head = loop {
        let mut part = [0; 2048];
        let count = stream.read(&mut part).await.map_err(|_| Failure::Closed)?;
        if count == 0 {
            return Err(Failure::Closed);
        }
        received.extend_from_slice(&part[..count]);
        if let Some(head) = head(&mut received)? {
            break head;
        }
        if received.len() >= LARGEST_HEAD {
            return Err(Failure::NotHttp);
        }
    };
    let read = received.len() - head.length;
    let rest = head.body.unwrap_or(LARGEST_BODY).min(LARGEST_BODY);
    let drain = drain(stream, rest.saturating_sub(read));
    // The status has been received, however the body ends.
    drop(tokio::time::timeout(READING, drain).await);
    Ok(head.answered)
}

async fn drain(stream: &mut (impl AsyncRead + Unpin), most: usize) {
    let mut left = most;
    let mut part = [0; 2048];
    while left > 0 {
        match stream.read(&mut part).await {
            Ok(count) if count > 0 => left = left.saturating_sub(count),
            _ => return,
        }
    }
}

/// The head, once it is complete. Interim answers such as 100 are removed.
fn head(received: &mut Vec<u8>) -> Result<Option<Head>, Failure> {
    loop {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let parsed = response.parse(received).map_err(|_| Failure::NotHttp)?;
        let (httparse::Status::Complete(length), Some(status)) = (parsed, response.code) else {
            return Ok(None);
        };
        if (100..200).contains(&status) {
            received.drain(..length);
            continue;
        }
        let number = |name: &str| -> Option<u64> {
            let mut named = response.headers.iter();
            let named = named.find(|header| header.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(named.value).ok()?.trim().parse().ok()
        };
        let body = match status {
            204 | 304 => Some(0),
            _ => number("content-length").and_then(|length| usize::try_from(length).ok()),
        };
        return Ok(Some(Head {
            answered: Answered {
                status,
                retry_after: number("retry-after").map(Duration::from_secs),
            },
            length,
            body,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answered(text: &[u8]) -> Result<(u16, Option<u64>), Failure> {
        let mut stream = text;
        let answered = read(&mut stream).await?;
        Ok((
            answered.status,
            answered.retry_after.map(|time| time.as_secs()),
        ))
    }

    #[tokio::test]
    async fn the_status_of_an_answer_is_read_and_when_to_come_again() {
        let ok = answered(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        assert_eq!(ok, Ok((204, None)));
        let later = b"HTTP/1.1 503 X\r\nRetry-After: 120\r\nContent-Length: 2\r\n\r\nno";
        assert_eq!(answered(later).await, Ok((503, Some(120))));
        let day = b"HTTP/1.0 429 X\r\nretry-after: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n";
        assert_eq!(answered(day).await, Ok((429, None)));
        let early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody";
        assert_eq!(answered(early).await, Ok((200, None)));
    }

    #[tokio::test]
    async fn what_is_no_answer_is_refused_in_bounded_room() {
        assert_eq!(answered(b"").await, Err(Failure::Closed));
        assert_eq!(answered(b"HTTP/1.1 200").await, Err(Failure::Closed));
        assert_eq!(answered(b"SSH-2.0-x\r\n").await, Err(Failure::NotHttp));
        let mut long = b"HTTP/1.1 200 OK\r\nx: ".to_vec();
        long.resize(LARGEST_HEAD + 4096, b'x');
        assert_eq!(answered(&long).await, Err(Failure::NotHttp));
        let many = format!(
            "HTTP/1.1 200 OK\r\n{}\r\n",
            "a: b\r\n".repeat(MOST_HEADERS + 1)
        );
        assert_eq!(answered(many.as_bytes()).await, Err(Failure::NotHttp));
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_its_bound() {
        let mut endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        endless.resize(LARGEST_BODY * 3, b'x');
        let mut stream = &endless[..];
        read(&mut stream).await.unwrap();
        assert!(stream.len() > LARGEST_BODY, "{}", stream.len());
    }
}
