//! The page: a fixed table of files, built from `studio/` and embedded.

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

pub(crate) const ASSETS: [Asset; 4] = [
    Asset {
        path: "/",
        kind: "text/html; charset=utf-8",
        bytes: include_bytes!("../page/index.html"),
    },
    Asset {
        path: "/studio.js",
        kind: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../page/studio.js"),
    },
    Asset {
        path: "/studio.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../page/studio.css"),
    },
    Asset {
        path: "/icon.svg",
        kind: "image/svg+xml",
        bytes: include_bytes!("../page/icon.svg"),
    },
];
