//! Records requests and statuses, to compare them with the OpenAPI document.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::served::{Answer, Server};

/// A route, a method and a status.
pub type Promise = (String, String, String);

/// The statuses seen so far, and the OpenAPI document that lists them.
pub struct Reached {
    document: Value,
    seen: BTreeSet<Promise>,
}

impl Reached {
    /// An empty record.
    pub fn new() -> Reached {
        let document = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
        Reached {
            document,
            seen: BTreeSet::new(),
        }
    }

    /// The documented route of a request path; `None` if it is not documented.
    fn route(&self, path: &str) -> Option<String> {
        let path = path.split('?').next().unwrap();
        let segments: Vec<&str> = path.split('/').collect();
        let fits = |route: &str| {
            let parts: Vec<&str> = route.split('/').collect();
            let same = |(part, segment): (&&str, &&str)| match part.split_once('}') {
                Some((_, end)) => segment.ends_with(end) && end.is_empty() != segment.contains('.'),
                None => part == segment,
            };
            parts.len() == segments.len() && parts.iter().zip(&segments).all(same)
        };
        let mut routes = self.document["paths"].as_object().unwrap().keys();
        routes.find(|route| fits(route)).cloned()
    }

    /// Sends a request and asserts the status of its answer; a documented operation must list this status.
    pub fn expect(
        &mut self,
        status: u16,
        server: &Server,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        let answer = server.send(method, path, headers, body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        let Some(route) = self.route(path) else {
            return answer;
        };
        let operation = &self.document["paths"][&route][method.to_lowercase()];
        if operation.is_null() {
            return answer;
        }
        let responses = &operation["responses"];
        let promised = &responses[status.to_string()];
        assert!(
            promised.is_object(),
            "{method} {route} does not promise {status}"
        );
        self.seen
            .insert((route, method.to_lowercase(), status.to_string()));
        answer
    }

    /// Sends JSON with POST, and asserts the status.
    pub fn post(
        &mut self,
        status: u16,
        server: &Server,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        self.expect(
            status,
            server,
            "POST",
            path,
            &all,
            Some(body.to_string().as_bytes()),
        )
    }

    /// Sends the invalid bodies that every POST of JSON must refuse.
    pub fn bad_bodies(&mut self, server: &Server, path: &str, headers: &[(&str, &str)]) {
        self.bad_bodies_of("POST", server, path, headers);
    }

    /// Sends these bodies with another method.
    pub fn bad_bodies_of(
        &mut self,
        method: &str,
        server: &Server,
        path: &str,
        headers: &[(&str, &str)],
    ) {
        let mut with = |status: u16, more: &[(&str, &str)], body: &[u8]| {
            let mut all = headers.to_vec();
            all.extend_from_slice(more);
            self.expect(status, server, method, path, &all, Some(body));
        };
        let json = ("content-type", "application/json");
        with(400, &[json], b"{");
        with(413, &[json, ("content-length", "99999999")], b"");
        with(415, &[("content-type", "text/plain")], b"{}");
    }

    /// Adds a status that a test saw without this record: route, method, status.
    pub fn saw(&mut self, promise: [&str; 3]) {
        self.seen.insert(promise.map(str::to_owned).into());
    }

    /// The routes for which the document lists a status, with their methods.
    pub fn promising(&self, status: &str) -> Vec<(String, String)> {
        let paths = self.document["paths"].as_object().unwrap().iter();
        let routes = paths.flat_map(|(route, item)| {
            let methods = item.as_object().unwrap().iter();
            let promising =
                methods.filter(|(_, operation)| operation["responses"][status].is_object());
            promising.map(|(method, _)| (route.clone(), method.to_uppercase()))
        });
        routes.collect()
    }

    /// The listed statuses that no test has seen.
    pub fn missing(&self) -> Vec<Promise> {
        let mut missing = Vec::new();
        for (route, item) in self.document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                for status in operation["responses"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .filter(|status| status.parse::<u16>().is_ok())
                {
                    let promise = (route.clone(), method.clone(), status.clone());
                    if !self.seen.contains(&promise) {
                        missing.push(promise);
                    }
                }
            }
        }
        missing
    }
}
