//! Accepting connections. Each is counted before any byte is read; with the service's own HTTPS, each has a
//! few seconds for its handshake and blocks nobody meanwhile.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_http::{HttpService, Protocol};
use actix_service::{Service as _, ServiceFactory, fn_factory, fn_service, map_config};
use actix_web::dev::{AppConfig, Server};
use actix_web::rt::net::TcpStream;
use actix_web::web::Data;
use rustls::ServerConfig;
use socket2::{Domain, Protocol as Transport, Socket, Type};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::app::factory::app;
use crate::app::state::Service;
use crate::limits::connections::Connection;

/// The timeout of a TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// How long the service waits for the client to close an answered connection.
const FAREWELL: Duration = Duration::from_secs(1);
/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;
/// How many seconds requests in flight may take when the service stops.
const SHUTDOWN_TIMEOUT: u64 = 30;

/// An accepted connection, with or without TLS.
struct Accepted {
    stream: Stream,
    connection: Arc<Connection>,
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// Starts serving at the address of the settings; returns the listening addresses and the server future.
///
/// # Errors
/// Errors of the operating system.
pub fn serve(
    service: &Data<Service>,
    tls: Option<ServerConfig>,
) -> io::Result<(Vec<SocketAddr>, Server)> {
    let settings = &service.settings;
    let tls = tls.map(|mut config| {
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        TlsAcceptor::from(Arc::new(config))
    });
    let mut server = Server::build()
        .shutdown_timeout(SHUTDOWN_TIMEOUT)
        .disable_signals();
    if settings.workers > 0 {
        server = server.workers(settings.workers);
    }
    let mut addresses = Vec::new();
    for listener in listeners(&settings.bind)? {
        addresses.push(listener.local_addr()?);
        let (service, tls) = (service.clone(), tls.clone());
        server = server.listen("overtrick", listener, move || {
            front(service.clone(), tls.clone())
        })?;
    }
    Ok((addresses, server.run()))
}

/// The listeners for each address that a name resolves to, as far as possible.
fn listeners(bind: &str) -> io::Result<Vec<TcpListener>> {
    let mut failed = None;
    let mut listeners = Vec::new();
    for address in bind.to_socket_addrs()? {
        match listener(address) {
            Ok(listener) => listeners.push(listener),
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) if listeners.is_empty() => Err(error),
        None if listeners.is_empty() => Err(io::ErrorKind::AddrNotAvailable.into()),
        _ => Ok(listeners),
    }
}

fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    let domain = Domain::for_address(address);
    let socket = Socket::new(domain, Type::STREAM, Some(Transport::TCP))?;
    #[cfg(not(windows))]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// The handling of each connection in a worker.
fn front(
    service: Data<Service>,
    tls: Option<TlsAcceptor>,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = (), InitError = ()> {
    let settings = &service.settings;
    let stopping = service.stopping.clone();
    let http = HttpService::build()
        .keep_alive(Duration::from_secs(settings.keep_alive))
        .client_request_timeout(Duration::from_secs(settings.timeout))
        .client_disconnect_timeout(FAREWELL)
        // Idle connections end when the service stops.
        .graceful_shutdown_signal(move || {
            let mut stopping = stopping.subscribe();
            async move { drop(stopping.wait_for(|stopping| *stopping).await) }
        })
        .on_connect_ext(|accepted: &Accepted, data| {
            data.insert(accepted.connection.clone());
        })
        .finish(map_config(app(service.clone()), |()| AppConfig::default()));
    let http = Rc::new(http);
    fn_factory(move || {
        let handler = http.new_service(());
        let (service, tls) = (service.clone(), tls.clone());
        async move {
            let handler = Rc::new(handler.await?);
            Ok::<_, ()>(fn_service::<_, _, _, _, _, ()>(move |stream: TcpStream| {
                let (handler, tls) = (handler.clone(), tls.clone());
                let admitted = admit(&service, &stream);
                async move {
                    // A connection that is not admitted is closed.
                    let Some((peer, connection)) = admitted else {
                        return Ok(());
                    };
                    let served = async {
                        let Some(stream) = shake_hands(stream, tls).await else {
                            return;
                        };
                        let connection = connection.clone();
                        let accepted = Accepted { stream, connection };
                        let served = handler.call((accepted, Protocol::Http1, Some(peer)));
                        if let Err(error) = served.await {
                            tracing::debug!(%error, "a connection ended");
                        }
                    };
                    tokio::select! {
                        () = served => {}
                        () = connection.overdue() => {}
                    }
                    Ok::<(), ()>(())
                }
            }))
        }
    })
}

/// Admits a new connection, unless there are too many.
fn admit(service: &Service, stream: &TcpStream) -> Option<(SocketAddr, Arc<Connection>)> {
    let peer = stream.peer_addr().ok()?;
    let connection = service.connections.admit(peer.ip())?;
    Some((peer, Arc::new(connection)))
}

/// The stream after its TLS handshake, if TLS is used.
async fn shake_hands(stream: TcpStream, tls: Option<TlsAcceptor>) -> Option<Stream> {
    let Some(tls) = tls else {
        return Some(Stream::Plain(stream));
    };
    match timeout(HANDSHAKE, tls.accept(stream)).await {
        Ok(Ok(stream)) => Some(Stream::Tls(Box::new(stream))),
        Ok(Err(error)) => {
            tracing::debug!(%error, "a handshake failed");
            None
        }
        Err(_) => None,
    }
}

impl AsyncRead for Accepted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Accepted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(context),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
