//! Places and tracks on the map: KML, GPX and GML.
//!
//! Each number of a position goes by its name, so that a point can be masked like any other place that tells where
//! somebody lives; what a place is called is its own name and nobody's.

use crate::BlockKind;
use crate::document::OBJECT;
use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement};

/// The numbers of a position in the order of KML.
const KML: &[&str] = &["longitude", "latitude", ""];
/// In that of GML, whose systems mostly have it this way.
const GML: &[&str] = &["latitude", "longitude"];

/// The map format that an element belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapFormat {
    Kml,
    Gpx,
    Gml,
}

fn map(element: &MarkupElement<'_>) -> Option<MapFormat> {
    let starts = |start: &str| element.namespace.starts_with(start);
    match () {
        () if starts("http://www.opengis.net/kml/") || starts("http://earth.google.com/kml/") => Some(MapFormat::Kml),
        () if starts("http://www.google.com/kml/") => Some(MapFormat::Kml),
        () if starts("http://www.topografix.com/GPX/") => Some(MapFormat::Gpx),
        () if starts("http://www.opengis.net/gml") => Some(MapFormat::Gml),
        // Files without a namespace are read by the programs all the same.
        () => element.namespace.is_empty().then_some(MapFormat::Kml).filter(|_| element.local == "coordinates"),
    }
}

/// Returns the role of an element of a map, or `None` if it is of another vocabulary.
pub(super) fn role(element: &MarkupElement<'_>) -> Option<ElementRole> {
    let is_persons = matches!(element.parent, "author" | "person" | "contact");
    Some(match (map(element)?, element.local) {
        (MapFormat::Kml, "coordinates" | "coord") => ElementRole::Numbers(KML),
        (MapFormat::Gml, "pos" | "posList" | "coordinates" | "lowerCorner" | "upperCorner") => {
            ElementRole::Numbers(GML)
        }
        (_, "name") if !is_persons => ElementRole::Named(BlockKind::Field, OBJECT),
        (MapFormat::Kml, "address") => ElementRole::Named(BlockKind::Field, "address"),
        (MapFormat::Kml, "phoneNumber") => ElementRole::Named(BlockKind::Field, "phone"),
        (MapFormat::Kml, "when" | "begin" | "end") | (MapFormat::Gpx, "time") => {
            ElementRole::Named(BlockKind::Field, "date")
        }
        (MapFormat::Kml, "north" | "south") => ElementRole::Named(BlockKind::Field, "latitude"),
        (MapFormat::Kml, "east" | "west") => ElementRole::Named(BlockKind::Field, "longitude"),
        (MapFormat::Kml, "styleUrl" | "altitudeMode" | "color" | "colorMode" | "key") => ElementRole::Setting,
        _ => return None,
    })
}

/// Returns the role of an attribute of a map, or `None` if it is of another vocabulary.
pub(super) fn attribute(element: &MarkupElement<'_>, local: &str) -> Option<AttributeRole> {
    Some(match (map(element)?, element.local, local) {
        (MapFormat::Gpx, "email", "id") => AttributeRole::Named(BlockKind::Field, "username"),
        (MapFormat::Gpx, "bounds", "minlat" | "maxlat") => AttributeRole::Named(BlockKind::Field, "latitude"),
        (MapFormat::Gpx, "bounds", "minlon" | "maxlon") => AttributeRole::Named(BlockKind::Field, "longitude"),
        (MapFormat::Gpx, "gpx", "version") | (MapFormat::Kml, _, "id" | "targetId") => AttributeRole::Dictated,
        (MapFormat::Gpx, "gpx", "creator") => AttributeRole::Named(BlockKind::Metadata, "program"),
        _ => return None,
    })
}
