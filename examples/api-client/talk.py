# Lists the conversations, writes into the latest, and follows the events until the message has left.
# Settings: PARLEY_URL, PARLEY_KEY (scopes threads:read, messages:write, events:read), ORDER.
import json, os, sys, time, urllib.error, urllib.parse, urllib.request

order = os.environ["ORDER"]


class ParleyError(Exception):
    """The API refused a call. Decide by the code; the message is for people."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


def parley(method, path, query={}, body=None, idempotency_key=None):
    asked = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
    call = urllib.request.Request(f"{os.environ['PARLEY_URL']}{path}?{asked}", method=method)
    call.add_header("Authorization", "Bearer " + os.environ["PARLEY_KEY"])
    if body is not None:
        call.add_header("Content-Type", "application/json")
        call.data = json.dumps(body).encode()
    if idempotency_key is not None:
        call.add_header("Idempotency-Key", idempotency_key)
    try:
        with urllib.request.urlopen(call) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise ParleyError(json.load(refusal)["error"])


def all_threads():
    cursor = None
    while True:
        page = parley("GET", "/api/threads", {"state": "ACTIVE", "cursor": cursor})
        yield from page["data"]
        cursor = page.get("next_cursor")
        if cursor is None:
            return


def send(thread):
    message = {"channel_id": thread["channel_id"], "thread_id": thread["id"], "source": "API", "type": "text"}
    message["text"] = {"body": f"Your order {order} is ready."}
    # Run again, or after a lost answer: the same key sends once.
    return parley("POST", "/api/messages", body=message, idempotency_key=f"order-{order}-ready")


def all_events():
    """The feed never ends: remember `next_cursor` and ask again with it."""
    cursor = None
    while True:
        page = parley("GET", "/api/events", {"cursor": cursor})
        yield from page["data"]
        cursor = page["next_cursor"]
        if not page["data"]:
            time.sleep(1)


def follow(message_id):
    for event in all_events():
        print("Event", event["type"])
        data = event["data"]
        if data["id"] != message_id or not event["type"].startswith("message."):
            continue
        if data["status"] == -1:
            raise SystemExit(data["error"]["message"])
        if data["status"] >= 1:
            return


try:
    threads = list(all_threads())
    for thread in threads:
        print(f"Conversation {thread['id']} {thread['contact']['name']}: {thread['unread_count']} unread")
    if not threads:
        raise SystemExit("No customer has written yet.")
    sent = send(threads[0])
    follow(sent["id"])
    print("Sent", sent["id"])
except ParleyError as error:
    sys.exit(str(error))
