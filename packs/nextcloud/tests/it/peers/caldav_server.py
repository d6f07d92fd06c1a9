"""Serves Radicale, a CalDAV and CardDAV server, under the addresses of Nextcloud.

Usage: caldav_server.py FOLDER. The port stands on the first line of the output.

Radicale answers everything below `/remote.php/dav`. It has no accounts of an OCS interface, so the one
question about the e-mail address of the account is answered here.
"""

import base64
import json
import socketserver
import sys
import wsgiref.simple_server

import radicale.config
from radicale.app import Application

PREFIXES = ("/remote.php/dav/calendars", "/remote.php/dav/addressbooks/users", "/remote.php/dav")


class QuietHandler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


def settings(folder):
    configuration = radicale.config.load()
    configuration.update(
        {
            "auth": {"type": "none"},
            "rights": {"type": "owner_only"},
            "storage": {"filesystem_folder": folder},
            "web": {"type": "none"},
            "logging": {"level": "critical"},
        },
        "the test",
        privileged=True,
    )
    return configuration


def account(environ):
    login = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Basic ")
    return base64.b64decode(login).decode().partition(":")[0]


def user(environ, start_response):
    data = {"id": account(environ), "email": "ada@example.com"}
    body = {"ocs": {"meta": {"status": "ok", "statuscode": 200}, "data": data}}
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(body).encode()]


def mounted(application):
    def answer(environ, start_response):
        path = environ["PATH_INFO"]
        if path == "/ocs/v2.php/cloud/user":
            return user(environ, start_response)
        for prefix in PREFIXES:
            if path.startswith(prefix + "/"):
                environ["SCRIPT_NAME"] = prefix
                environ["PATH_INFO"] = path[len(prefix) :]
                return application(environ, start_response)
        start_response("404 Not Found", [])
        return [b""]

    return answer


def main():
    server = wsgiref.simple_server.make_server(
        "127.0.0.1", 0, mounted(Application(settings(sys.argv[1]))), Server, QuietHandler
    )
    print(server.server_port, flush=True)
    server.serve_forever()


main()
