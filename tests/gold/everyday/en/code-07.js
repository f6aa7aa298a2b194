// booking widget, v2
// Author: ⟦person|Ludo Brankovich⟧ <⟦contact|ludo@brankovich.example⟧>
// Reviewed with ⟦person|Shirin⟧ at ⟦organisation|Pixel & Plum⟧, ⟦date|March 3rd⟧
import { useState, useEffect } from "react";

const API = "https://api.example.org/v1";

/** Renders the calendar. Throws a TypeError if `date` is no Date. */
export function BookingCalendar({ date, onSelect }) {
  const [slots, setSlots] = useState([]);
  useEffect(() => {
    fetch(`${API}/slots?d=${date.toISOString()}`)
      .then((r) => r.json())
      .then(setSlots)
      .catch((e) => console.error("HTTP", e)); // ⟦person|Shirin⟧: show a toast here?
  }, [date]);
  return <Grid rows={slots} onClick={onSelect} />;
}
// demo data: { name: "⟦person|Odalys Ferreira⟧", phone: "⟦contact|(202) 555-0146⟧" }
