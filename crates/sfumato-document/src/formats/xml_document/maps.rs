//! Places and tracks on the map: KML, GPX and GML.
//!
//! Each number of a position goes by its name, so that a point can be masked like any other place that tells where
//! somebody lives; what a place is called is its own name and nobody's.

use crate::BlockKind;
use crate::document::OBJECT;
use crate::formats::markup::{AttributeRole, Element, Role};

/// The numbers of a position in the order of KML.
const KML: &[&str] = &["longitude", "latitude", ""];
/// In that of GML, whose systems mostly have it this way.
const GML: &[&str] = &["latitude", "longitude"];

/// The map format that an element belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Map {
    Kml,
    Gpx,
    Gml,
}

fn map(element: &Element<'_>) -> Option<Map> {
    let starts = |start: &str| element.namespace.starts_with(start);
    match () {
        () if starts("http://www.opengis.net/kml/") || starts("http://earth.google.com/kml/") => Some(Map::Kml),
        () if starts("http://www.google.com/kml/") => Some(Map::Kml),
        () if starts("http://www.topografix.com/GPX/") => Some(Map::Gpx),
        () if starts("http://www.opengis.net/gml") => Some(Map::Gml),
        // Files without a namespace are read by the programs all the same.
        () => element.namespace.is_empty().then_some(Map::Kml).filter(|_| element.local == "coordinates"),
    }
}

/// Returns the role of an element of a map, or `None` if it is of another vocabulary.
pub(super) fn role(element: &Element<'_>) -> Option<Role> {
    let is_persons = matches!(element.parent, "author" | "person" | "contact");
    Some(match (map(element)?, element.local) {
        (Map::Kml, "coordinates" | "coord") => Role::Numbers(KML),
        (Map::Gml, "pos" | "posList" | "coordinates" | "lowerCorner" | "upperCorner") => Role::Numbers(GML),
        (_, "name") if !is_persons => Role::Named(BlockKind::Field, OBJECT),
        (Map::Kml, "address") => Role::Named(BlockKind::Field, "address"),
        (Map::Kml, "phoneNumber") => Role::Named(BlockKind::Field, "phone"),
        (Map::Kml, "when" | "begin" | "end") | (Map::Gpx, "time") => Role::Named(BlockKind::Field, "date"),
        (Map::Kml, "north" | "south") => Role::Named(BlockKind::Field, "latitude"),
        (Map::Kml, "east" | "west") => Role::Named(BlockKind::Field, "longitude"),
        (Map::Kml, "styleUrl" | "altitudeMode" | "color" | "colorMode" | "key") => Role::Setting,
        _ => return None,
    })
}

/// Returns the role of an attribute of a map, or `None` if it is of another vocabulary.
pub(super) fn attribute(element: &Element<'_>, local: &str) -> Option<AttributeRole> {
    Some(match (map(element)?, element.local, local) {
        (Map::Gpx, "email", "id") => AttributeRole::Named(BlockKind::Field, "username"),
        (Map::Gpx, "bounds", "minlat" | "maxlat") => AttributeRole::Named(BlockKind::Field, "latitude"),
        (Map::Gpx, "bounds", "minlon" | "maxlon") => AttributeRole::Named(BlockKind::Field, "longitude"),
        (Map::Gpx, "gpx", "version") | (Map::Kml, _, "id" | "targetId") => AttributeRole::Dictated,
        (Map::Gpx, "gpx", "creator") => AttributeRole::Named(BlockKind::Metadata, "program"),
        _ => return None,
    })
}
