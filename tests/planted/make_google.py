"""What Google hands out: tables of contacts and answers, conversations, notes, places and calendars of Takeout."""

import html
import json
import random
from urllib.parse import quote

from case import Case, Places, plant_all
from make_bundles import zipped
from make_cards import folded

PLACES = Places()
HEAD = ("First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Organization Title,Birthday,Notes,Labels,"
        "E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Formatted,Website 1 - Value").split(",")


class Takeout:
    """The files of an archive, by name."""

    def __init__(self):
        self.files = {}

    def add(self, name, data):
        self.files[f"Takeout/{name}"] = data if isinstance(data, str) else json.dumps(data, indent=2, ensure_ascii=False)


def lines(rows):
    return "".join(",".join('"' + cell.replace('"', '""') + '"' if set(cell) & set(',"\n') else cell for cell in row) + "\n" for row in rows)


@PLACES.at("contacts")
def contacts(takeout, case):
    given, family = case.repeat("name").split()
    row = dict.fromkeys(HEAD, "") | {
        "First Name": given, "Last Name": family, "Notes": case.say(detail="notes"), "E-mail 1 - Label": "* Home", "E-mail 1 - Value": case.own("email", case.mint.email(), "mail"),
        "Phone 1 - Label": "Mobile", "Phone 1 - Value": case.own("phone", case.mint.phone(), "phone"), "Birthday": case.own("dob", case.mint.dob(), "birthday"), "Website 1 - Value": case.own("url", case.mint.url(), "page")}
    takeout.add("Contacts/All Contacts/All Contacts.csv", lines([HEAD, [row[name] for name in HEAD]]))
    takeout.add("Contacts/All Contacts/All Contacts.vcf", f"BEGIN:VCARD\nVERSION:3.0\nFN:{case.own('titled', case.mint.name(), 'card')}\nitem1.EMAIL;TYPE=INTERNET:{case.own('email', case.mint.email(), 'card')}\nitem1.X-ABLabel:* Home\nEND:VCARD\n")


@PLACES.at("answers to a form")
def form(takeout, case):
    takeout.add("Drive/Answers.csv", lines([["Timestamp", "Email Address", "Full name", "Phone number", "What happened?"],
                                            ["2024/03/04 10:20:30 am GMT+1", case.own("email", case.mint.email(), "mail"), case.repeat("name"), case.own("phone", case.mint.phone(), "phone"), case.say(detail="answer")]]))


@PLACES.at("conversations")
def chat(takeout, case):
    user = {"name": case.repeat("user"), "email": case.own("email", case.mint.email(), "user"), "user_type": "Human"}
    takeout.add("Google Chat/Users/User 1/user_info.json", {"user": user, "membership_info": [{"group_name": case.say(detail="group"), "group_id": "DM x", "membership_state": "MEMBER_JOINED"}]})
    takeout.add("Google Chat/Groups/DM x/messages.json", {"messages": [
        {"creator": user, "created_date": "Monday, 4 March 2024 at 10:20:30 UTC", "text": case.say(detail="message"), "topic_id": "t", "message_id": "x/t/t",
         "attached_files": [{"original_name": f"{case.own('dni', case.mint.dni(), 'file')}.txt", "export_name": "File-x.txt"}],
         "annotations": [{"start_index": 0, "length": 5, "url_metadata": {"title": case.say(detail="title of a page"), "url": {"private_do_not_access_or_else_safe_url_wrapped_value": case.own("url", case.mint.url(), "page")}}}]}]})


@PLACES.at("notes")
def notes(takeout, case):
    text, title = case.say(), case.say(detail="title")
    takeout.add("Keep/note.json", {"color": "DEFAULT", "isTrashed": False, "textContent": text, "textContentHtml": f'<p dir="ltr"><span>{html.escape(text)}</span></p>', "title": title,
                                   "listContent": [{"text": case.repeat("list"), "textHtml": "<p/>", "isChecked": False}], "sharees": [{"isOwner": True, "type": "WRITER", "email": case.own("email", case.mint.email(), "shared with")}],
                                   "annotations": [{"description": case.say(detail="annotation"), "source": "WEBLINK", "url": "https://example.org"}], "userEditedTimestampUsec": 1709545230000000})
    takeout.add("Keep/note.html", f'<?xml version="1.0" ?><!DOCTYPE html><html><head><meta charset="UTF-8"></meta><title>{html.escape(title)}</title></head><body><div class="note"><div class="heading">x</div><div class="content">{html.escape(case.say(detail="page"))}</div></div></body></html>')


@PLACES.at("activity")
def activity(takeout, case):
    name = case.repeat("search")
    takeout.add("My Activity/Search/MyActivity.json", [{"header": "Search", "title": f"Searched for {case.say(detail='search')}", "titleUrl": f"https://www.google.com/search?q={quote(name)}", "time": "2024-03-04T10:20:30.123Z",
                                                        "products": ["Search"], "subtitles": [{"name": case.say("email", "subtitle")}]}])
    takeout.add("My Activity/Maps/MyActivity.html", '<html><head><title>My Activity History</title></head><body><div class="mdl-grid"><div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="content-cell">'
                f'Directions to&nbsp;<a href="https://www.google.com/maps/place/{quote(name)}">{html.escape(case.say(detail="directions"))}</a><br>4 Mar 2024, 10:20:30 CET</div></div></div></body></html>')


@PLACES.at("saved places")
def places(takeout, case):
    takeout.add("Maps (your places)/Saved Places.json", {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [-3.7, 40.4]}, "properties": {
        "date": "2024-03-04T10:20:30Z", "google_maps_url": f"http://maps.google.com/?q={quote(case.repeat('address'))}", "location": {"name": case.say(detail="name"), "address": case.say("email", "address")}, "Comment": case.say(detail="comment")}}]})


@PLACES.at("calendar")
def calendar(takeout, case):
    mail = case.own("email", case.mint.email(), "attendee")
    takeout.add("Calendar/own.ics", "\r\n".join([
        "BEGIN:VCALENDAR", "PRODID:-//Google Inc//Google Calendar 70.9054//EN", "VERSION:2.0", f"X-WR-CALNAME:{case.own('email', case.mint.email(), 'name of the calendar')}", "X-WR-TIMEZONE:Europe/Madrid", "BEGIN:VEVENT",
        "DTSTART:20240304T092000Z", "DTEND:20240304T102000Z", "UID:abc123@google.com",
        folded(f"ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN={mail};X-NUM-GUESTS=0:mailto:{mail}", 73),
        folded(f"DESCRIPTION:<p>{case.say(detail='description')}</p>\\n{case.repeat('description')}", 73), f"LOCATION:{case.say(detail='place')}", f"SUMMARY:{case.say(detail='summary')}", "END:VEVENT", "END:VCALENDAR", ""]))


@PLACES.at("mail")
def mail(takeout, case):
    sender = case.own("email", case.mint.email(), "sender")
    takeout.add("Mail/All mail Including Spam and Trash.mbox", "\n".join([
        "From 1793045230123456789@xxx Mon Mar 04 10:20:30 +0000 2024", "X-GM-THRID: 1793045230123456789", f"X-Gmail-Labels: Inbox,{case.own('email', case.mint.email(), 'label')}", f"Delivered-To: {case.own('email', case.mint.email(), 'delivered to')}",
        f"Received: by 2002:a05:6a10:1234 with SMTP id x; for <{case.own('email', case.mint.email(), 'received')}>; Mon, 4 Mar 2024 10:20:30 -0800 (PST)", f"ARC-Authentication-Results: i=1; mx.google.com; spf=pass smtp.mailfrom={sender}",
        f"From: {case.own('titled', case.mint.name(), 'From')} <{sender}>", "Subject: Visit", "Content-Type: text/html; charset=UTF-8", "", f'<div dir="ltr">{case.say(detail="body")}<br clear="all"><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f'On Mon, Mar 4, 2024 {case.repeat("quoted")} wrote:<br></div><blockquote class="gmail_quote">{case.say(detail="quotation")}</blockquote></div></div>', ""]))


@PLACES.at("document as a page")
def document(takeout, case):
    takeout.add("Drive/letter.html", '<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><style type="text/css">ol{margin:0;padding:0}.c1{color:#000000;font-size:11pt}</style></head><body class="c3 doc-content">'
                f'<p class="c0"><span class="c1">{html.escape(case.say())}</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><p class="c0"><span class="c1">Dr. </span><span class="c2">{case.own("titled", case.mint.name(), "in a run of its own")}</span></p>'
                f'<a class="c4" href="https://www.google.com/url?q={quote(case.own("url", case.mint.url(), "address"), safe="")}&amp;sa=D&amp;source=editors&amp;ust=1709545230000000&amp;usg=AOvVaw">here</a>'
                f'<div class="c5"><p class="c0"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span class="c1">{html.escape(case.say(detail="comment"))}</span></p></div></body></html>')


@PLACES.at("pictures' records")
def photos(takeout, case):
    takeout.add("Google Photos/Visit/IMG_1.jpg.json", {"title": f"{case.own('dni', case.mint.dni(), 'title')}.jpg", "description": case.say(detail="description"), "people": [{"name": case.repeat("people")}], "photoTakenTime": {"timestamp": "1709545230", "formatted": "4 Mar 2024, 09:20:30 UTC"},
                                                       "sharedAlbumComments": [{"text": case.say(detail="comment"), "contentOwnerName": case.own("titled", case.mint.name(), "commented by")}], "geoData": {"latitude": 0.0, "longitude": 0.0}})


def make(mint, seed):
    for number, chosen in enumerate(PLACES.files(random.Random(seed), together=3, times=4)):
        case = Case(mint, f"google/takeout-{number:02d}.zip", "google")
        takeout = Takeout()
        plant_all(chosen, takeout, case)
        takeout.add("archive_browser.html", f"<html><body><h1>{case.introduce()}</h1>" + "".join(f"<p>{control}</p>" for control in case.controls) + "</body></html>")
        yield case, zipped(takeout.files)
