"""A headless Chromium for tests of pages, driven through chromedriver by the WebDriver protocol: JSON over HTTP, so
nothing has to be installed for Python."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
MISSING = None if CHROMIUM and DRIVER else "Chromium is not installed: apt-get install chromium chromium-driver"

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015"}


class Browser:
    """One browser with an empty profile of its own; it can reach no network."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=dict(os.environ, TMPDIR=self.profile.name))
        port = next(line.rstrip(".\n").rsplit(" ", 1)[1] for line in self.process.stdout if "successfully on port" in line)
        self.address, self.session = f"http://127.0.0.1:{port}", None
        options = {"binary": CHROMIUM, "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
            "--proxy-server=127.0.0.1:9", f"--user-data-dir={self.profile.name}/profile"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            self.session = self.call("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except BaseException:
            self.close()
            raise

    def call(self, path, body=None, method="POST"):
        prefix = f"/session/{self.session}" if self.session else ""
        content = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + prefix + path, content, {"Content-Type": "application/json"},
                                         method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width, height=900):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=width < 500)

    def open(self, address, scripts=True):
        self.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("/url", {"url": address})

    def run(self, script, *arguments):
        """What the body of a function of JavaScript returns."""
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector):
        element = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{next(iter(element.values()))}/click")

    def messages(self):
        """What the console has said since the last call: errors and warnings, and refusals of the content policy."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]

    def close(self):
        try:
            if self.session:
                self.call("", method="DELETE")
        finally:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()
            self.profile.cleanup()
