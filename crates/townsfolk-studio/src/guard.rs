//! Which requests the server accepts.
//!
//! A page of another site can send requests to loopback from a visitor's browser. Such a request
//! carries that site's `Origin` or, after DNS rebinding, that site's `Host`; both are rejected.

use axum::http::{HeaderMap, header};

/// The cookie in which a page keeps the token.
pub const COOKIE: &str = "townsfolk_token";

/// The access rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guard {
    /// The required token.
    pub token: Option<String>,
    /// Whether host names other than those of loopback are accepted.
    pub any_host: bool,
}

/// The kind of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// Reads something.
    Read,
    /// Changes something: such a request must carry the origin of our page.
    Change,
}

/// Why a request is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The request is for another host.
    Host,
    /// The request comes from another site's page.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Guard {
    /// Whether a request with these headers and this query is accepted.
    pub fn admits(
        &self,
        asks: RequestKind,
        headers: &HeaderMap,
        query: Option<&str>,
    ) -> Result<(), Refusal> {
        let text = |name| headers.get(name).map(|value| value.to_str().ok());
        let host = text(header::HOST).flatten().ok_or(Refusal::Host)?;
        if !self.any_host && !is_loopback(host) {
            return Err(Refusal::Host);
        }
        let own = format!("http://{host}");
        let is_own =
            |origin: Option<&str>| origin.is_some_and(|origin| origin.eq_ignore_ascii_case(&own));
        match text(header::ORIGIN) {
            None if asks == RequestKind::Read => {}
            Some(origin) if is_own(origin) => {}
            _ => return Err(Refusal::Origin),
        }
        let Some(token) = &self.token else {
            return Ok(());
        };
        let cookies = text(header::COOKIE).flatten().unwrap_or_default();
        let mut cookies = cookies.split(';').filter_map(|c| c.trim().split_once('='));
        let in_cookie = cookies.any(|(name, value)| name == COOKIE && same(value, token));
        match in_cookie || self.knows(query) {
            true => Ok(()),
            false => Err(Refusal::Token),
        }
    }

    /// Whether a query has the token.
    pub fn knows(&self, query: Option<&str>) -> bool {
        let mut pairs = query.unwrap_or_default().split('&');
        let given = pairs.find_map(|pair| pair.strip_prefix("token="));
        given
            .zip(self.token.as_deref())
            .is_some_and(|(given, token)| same(given, token))
    }
}

/// Compares in constant time.
fn same(given: &str, token: &str) -> bool {
    let (given, token) = (given.as_bytes(), token.as_bytes());
    let differs = given.iter().zip(token).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differs == 0
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    matches!(name, Some("127.0.0.1" | "localhost" | "::1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asked(guard: &Guard, host: &str, origin: Option<&str>, query: &str) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).expect("plain"));
        if let Some(origin) = origin {
            let origin = HeaderValue::from_str(origin).expect("plain");
            headers.insert(header::ORIGIN, origin);
        }
        guard.admits(RequestKind::Read, &headers, Some(query))
    }

    #[test]
    fn who_changes_something_says_where_they_come_from() {
        let guard = Guard::default();
        let asked = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:7878"));
            if let Some(origin) = origin {
                let origin = HeaderValue::from_str(origin).expect("plain");
                headers.insert(header::ORIGIN, origin);
            }
            guard.admits(RequestKind::Change, &headers, None)
        };
        assert_eq!(asked(Some("http://127.0.0.1:7878")), Ok(()));
        assert_eq!(asked(None), Err(Refusal::Origin));
        assert_eq!(asked(Some("null")), Err(Refusal::Origin));
        assert_eq!(asked(Some("http://evil.example")), Err(Refusal::Origin));
    }

    #[test]
    fn only_its_own_page_is_listened_to() {
        let guard = Guard::default();
        for host in [
            "127.0.0.1:7878",
            "localhost:7878",
            "[::1]:7878",
            "localhost",
        ] {
            assert_eq!(asked(&guard, host, None, ""), Ok(()), "{host}");
            let own = format!("http://{host}");
            assert_eq!(asked(&guard, host, Some(&own), ""), Ok(()), "{host}");
        }
        let here = "127.0.0.1:7878";
        for host in [
            "evil.example",
            "127.0.0.1.evil.example:7878",
            "localhost.evil.example",
            "",
        ] {
            assert_eq!(asked(&guard, host, None, ""), Err(Refusal::Host), "{host}");
        }
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:80",
            "https://127.0.0.1:7878",
        ] {
            assert_eq!(
                asked(&guard, here, Some(origin), ""),
                Err(Refusal::Origin),
                "{origin}"
            );
        }
    }

    #[test]
    fn elsewhere_one_must_know_the_token() {
        let guard = Guard {
            token: Some("hazel".to_owned()),
            any_host: true,
        };
        let host = "studio.example:7878";
        assert_eq!(asked(&guard, host, None, "a=b&token=hazel"), Ok(()));
        for query in ["", "token=", "token=haze", "token=hazels", "token=hazeL"] {
            assert_eq!(
                asked(&guard, host, None, query),
                Err(Refusal::Token),
                "{query}"
            );
        }
        let foreign = Some("http://evil.example");
        assert_eq!(
            asked(&guard, host, foreign, "token=hazel"),
            Err(Refusal::Origin)
        );
    }
}
