# Answers every message of a customer. Settings: PARLEY_URL, PARLEY_KEY (scope messages:write), WEBHOOK_SECRET, PORT.
import base64, hashlib, hmac, json, os, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_signed(headers, body):
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    is_fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_fresh and any(hmac.compare_digest(text, expected) for text in headers["webhook-signature"].split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_signed(self.headers, body):
            return self.send_error(401)
        event = json.loads(body)
        # What Meta's AI agent answers is not ours: a message would take the conversation over.
        if event["type"] == "message.received" and not event["data"].get("standby"):
            message = {key: event["data"][key] for key in ("channel_id", "thread_id")}
            # Nor where a member of the team answers.
            message |= {"yield_to_members": True, "source": "API", "type": "text", "text": {"body": "Thanks, we will be with you soon."}}
            call = urllib.request.Request(os.environ["PARLEY_URL"] + "/api/messages", json.dumps(message).encode())
            call.add_header("Authorization", "Bearer " + os.environ["PARLEY_KEY"])
            call.add_header("Content-Type", "application/json")
            # The same event may arrive twice: the same key sends once.
            call.add_header("Idempotency-Key", self.headers["webhook-id"])
            try:
                urllib.request.urlopen(call).close()
            except urllib.error.HTTPError as refusal:
                if json.load(refusal)["error"]["code"] != "member_answers":
                    return self.send_error(500)
        self.send_response(204)
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
print("Listening", flush=True)
server.serve_forever()
