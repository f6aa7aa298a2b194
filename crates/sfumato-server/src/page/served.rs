//! The files of the review page that are served, told by their names; others in their folder are its tools and tests.

/// The media type of a file by its path in the folder; `None` if it is not served.
pub fn media_type(path: &str) -> Option<&'static str> {
    const TOOLS: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "jsconfig.json"];
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_hidden = name.starts_with(['.', '_']) || name.ends_with(".d.ts") || TOOLS.contains(&name);
    if is_hidden || !folders.split('/').all(|folder| folder.is_empty() || is_served_folder(folder)) {
        return None;
    }
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

/// True for a folder whose files are served, by its name or its path.
pub fn is_served_folder(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    !name.starts_with(['.', '_']) && name != "node_modules" && !name.starts_with("test")
}
