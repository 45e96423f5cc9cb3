"""A white agent in ten lines, of the standard library alone: ``python white_agent.py`` says where.

It opens what stands at the place that the task names, and stops with the figure it reads there.
"""

import json
import re
from http.server import BaseHTTPRequestHandler, HTTPServer

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
FIGURES = {
    "count": r"(?!)",
    "rat": r"★ .+|.*\d(/5| out of 5| \(.+ reviews\))",
    "": r"[$€£]\S+|\S+ USD",
}


class WhiteAgent(BaseHTTPRequestHandler):
    """Answers each request from that request alone."""

    def do_POST(self) -> None:
        """Decide on one step."""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        seen, task = asked["observation"]["dom_summary"], asked["instruction"].lower()
        doors = [each for each in seen if each["tag"] in ("a", "button", "summary")]
        place = next((n for n, word in enumerate(ORDINALS) if word in task), 0)
        figure = re.compile(next(FIGURES[word] for word in FIGURES if word in task))
        read = [match[0] for each in seen if (match := figure.search(each["text"]))]
        action = {"type": "stop", "reason": read[-1] if read else f"There are {len(doors)}."}
        if not asked["step_idx"] and "count" not in task and place < len(doors):
            action = {"type": "click", "selector": doors[place]["selector"]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"action": action}).encode())


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), WhiteAgent)
    print(f"http://127.0.0.1:{server.server_port}/act", flush=True)
    server.serve_forever()
