"""Exports of Slack by their own names: `users.json`, `channels.json`, a folder for each channel with a file for each day."""

import base64
import json
import random
from urllib.parse import quote

from case import Case, Places, plant_all
from make_bundles import zipped
from make_text import plain

PLACES = Places()
TEAM = "T024BE7LD"


class Export:
    """The files of an export, and the messages of its one channel that everybody is in."""

    def __init__(self):
        self.users, self.channels, self.messages, self.more = [], [], [], {}

    def user(self, profile, name="bot", **more):
        """A user; gives the id."""
        number = f"U0{len(self.users):07d}"
        self.users.append({"id": number, "team_id": TEAM, "name": name, "deleted": False, "color": "9f69e7", "tz": "Europe/Madrid",
                           "profile": {"avatar_hash": "ge3b51ca72de", "status_emoji": "", "team": TEAM, **profile}, "is_admin": False, "updated": 1709545230, **more})
        return number

    def say(self, text, **more):
        stamp = 1709545230 + 60 * len(self.messages)
        self.messages.append({"user": "U00000000", "type": "message", "ts": f"{stamp}.000200", "client_msg_id": f"9c5b94b1-35ad-49bb-b118-8e8fc24a{len(self.messages):04d}",
                              "text": text, "team": TEAM, **more})

    def render(self):
        channels = [{"id": "C0AAAAAAA", "name": "general", "created": 1709545000, "creator": "U00000000", "is_archived": False, "is_general": True,
                     "members": [user["id"] for user in self.users], "topic": {"value": "", "creator": "", "last_set": 0}, "purpose": {"value": "", "creator": "", "last_set": 0}}]
        files = {"users.json": self.users, "channels.json": channels + self.channels, "general/2024-03-04.json": self.messages, **self.more}
        return zipped({name: json.dumps(data, indent=4) for name, data in files.items()})


@PLACES.at("profile")
def profile(export, case):
    name = case.repeat("real name")
    given, family = name.split()
    export.user({"title": "", "phone": case.own("phone", case.mint.phone(), "phone"), "real_name": name, "real_name_normalized": name, "display_name": given,
                 "first_name": given, "last_name": family, "email": case.own("email", case.mint.email(), "email"),
                 "status_text": case.say(detail="status"), "image_72": f"https://secure.gravatar.com/avatar/{case.own('email', case.mint.email(), 'address of a picture')}.jpg"},
                real_name=name)


@PLACES.at("login")
def login(export, case):
    given, family = case.repeat("login").split()
    user = export.user({"real_name": f"{given} {family}", "display_name": f"{given.lower()}.{family.lower()}", "display_name_normalized": plain(f"{given}.{family}")}, name=f"{given[0]}{family}".lower())
    export.say(f"<@{user}> and @{given.lower()}.{family.lower()} have joined the channel", subtype="channel_join", inviter=user)


@PLACES.at("messages")
def messages(export, case):
    export.say(case.say())
    export.say(f"Hello, {case.repeat()} here\n&gt; {case.say(detail='quoted')}\n```{case.say(detail='code')}```")
    export.say(f"*{case.own('email', case.mint.email(), 'bold')}* and _{case.own('dni', case.mint.dni(), 'slanted')}_")


@PLACES.at("links")
def links(export, case):
    mail = case.own("email", case.mint.email(), "mailto")
    phone = case.own("phone", case.mint.phone(), "tel")
    export.say(f"<mailto:{mail}|{mail}> <tel:{phone.replace(' ', '')}|{phone}> <https://intra.example.org/p?q={quote(case.repeat('link'))}|here>")


@PLACES.at("blocks")
def blocks(export, case):
    text, mail = case.say(), case.own("email", case.mint.email(), "link")
    inner = [{"type": "text", "text": text, "style": {"bold": True}}, {"type": "emoji", "name": "wave", "unicode": "1f44b"},
             {"type": "link", "url": f"mailto:{mail}", "text": mail}, {"type": "text", "text": case.repeat()}]
    export.say(text, blocks=[{"type": "rich_text", "block_id": "ZkXv", "elements": [{"type": "rich_text_section", "elements": inner}]}])


@PLACES.at("attachments")
def attachments(export, case):
    export.say("", attachments=[{"fallback": case.say(detail="fallback"), "author_name": case.own("titled", case.mint.name(), "author"), "author_subname": case.repeat("sub-name"),
                                 "text": case.say(), "footer": case.say(detail="footer"), "fields": [{"title": "E-mail", "value": case.own("email", case.mint.email(), "field"), "short": True}],
                                 "from_url": f"https://example.org/{case.own('email', case.mint.email(), 'address')}", "id": 1, "ts": 1709545230}])


@PLACES.at("files")
def files(export, case):
    name = f"{case.own('dni', case.mint.dni(), 'name of a file')}.txt"
    export.say("shared", upload=True, files=[{"id": "F0ZZZZZZZ", "created": 1709545230, "name": name, "title": case.say(detail="title"), "mimetype": "text/plain", "filetype": "text", "size": 23,
                                              "url_private": f"https://files.slack.com/files-pri/{TEAM}-F0ZZZZZZZ/{name.lower()}", "preview": case.say(detail="preview"),
                                              "preview_highlight": f"<div class=\"CodeMirror\"><pre>{case.say(detail='preview as a page')}</pre></div>",
                                              "initial_comment": {"id": "Fc1", "comment": case.say(detail="comment"), "user": "U00000000"}}])


@PLACES.at("edits, threads and reactions")
def threads(export, case):
    export.say(case.say(), edited={"user": "U00000000", "ts": "1709545299.000000"}, thread_ts="1709545230.000200", reply_count=1, reply_users=["U00000000"],
               reactions=[{"name": "eyes", "users": ["U00000000"], "count": 1}])
    export.say("", subtype="message_changed", message={"text": case.say(detail="changed")}, original={"text": case.say(detail="original")})
    export.say("", subtype="tombstone", root={"text": case.repeat("root")})


@PLACES.at("names of channels")
def channels(export, case):
    given, family = case.repeat("channel").split()
    name = plain(f"{given}-{family}")
    export.channels.append({"id": "C0BBBBBBB", "name": name, "creator": "U00000000", "members": [], "topic": {"value": case.say(detail="topic")},
                            "purpose": {"value": case.say(detail="purpose")}, "previous_names": [plain(f"{family}_{given}")]})
    export.more[f"{name}/2024-03-05.json"] = [{"type": "message", "user": "U00000000", "ts": "1709631630.000100", "text": case.say(detail="message")}]


@PLACES.at("direct messages and groups")
def direct(export, case):
    export.more["dms.json"] = [{"id": "D0CCCCCCC", "created": 1709545000, "members": ["U00000000", "U00000001"]}]
    export.more["D0CCCCCCC/2024-03-06.json"] = [{"type": "message", "user": "U00000001", "ts": "1709718030.000100", "text": case.say()}]
    given, family = plain(case.repeat("members")).split()
    name = f"mpdm-{given}.{family}--desk-1"
    export.more["mpims.json"] = [{"id": "G0DDDDDDD", "name": name, "purpose": {"value": f"Group messaging with: @{given}.{family} @desk"}, "members": []}]
    export.more[f"{name}/2024-03-07.json"] = [{"type": "message", "user": "U00000001", "ts": "1709804430.000100", "text": case.say(detail="group")}]


@PLACES.at("programs")
def programs(export, case):
    export.more["integration_logs.json"] = [{"user_id": "U00000000", "user_name": case.own("email", case.mint.email(), "user"), "date": "1709545230", "change_type": "added",
                                             "service_type": "hook", "reason": case.say(detail="reason")}]
    packed = base64.b64encode(case.say(detail="base64").encode()).decode()
    export.say("", subtype="bot_message", bot_id="B01", username=case.own("titled", case.mint.name(), "user of a program"), bot_profile={"name": "form", "app_id": "A1"},
               metadata={"event_type": "form", "event_payload": {"answer": case.say(detail="payload"), "raw": json.dumps({"mail": case.own("email", case.mint.email(), "JSON in a string")}), "data": packed}})


@PLACES.at("canvas and list")
def canvas(export, case):
    export.more["canvases.json"] = [{"id": "F0EEEEEEE", "title": case.say(detail="title"), "document_content": {"type": "markdown", "markdown": f"# Visit\n\n- {case.say()}\n- {case.repeat()}\n"}}]
    export.more["lists.json"] = [{"id": "F0FFFFFFF", "list_metadata": {"schema": [{"key": "name", "name": "Name"}]},
                                  "records": [{"fields": [{"key": "name", "value": case.repeat("record"), "email": [case.own("email", case.mint.email(), "record")]}]}]}]


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=3, times=4)):
        case = Case(mint, f"slack/export-{number:02d}.zip", "slack")
        export = Export()
        export.user({"real_name": "Desk", "display_name": "desk"}, name="desk")
        export.say(case.introduce())
        for control in case.controls:
            export.say(control)
        plant_all(places, export, case)
        yield case, export.render()
