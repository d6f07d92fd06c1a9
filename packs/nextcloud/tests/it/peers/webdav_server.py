"""Serves WsgiDAV, a WebDAV server with ETags, preconditions and locks, under the addresses of Nextcloud.

Usage: webdav_server.py FOLDER. Every folder in FOLDER is an account. The port stands on the first line of the output.

WsgiDAV knows no principals, so the one question about the name of the account is answered here.
"""

import base64
import sys

from cheroot import wsgi
from wsgidav.fs_dav_provider import FilesystemProvider
from wsgidav.wsgidav_app import WsgiDAVApp

PRINCIPAL = """<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response>
<d:href>/remote.php/dav/</d:href><d:propstat><d:prop><d:current-user-principal>
<d:href>/remote.php/dav/principals/users/%s/</d:href></d:current-user-principal></d:prop>
<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"""


def settings(folder):
    return {
        "provider_mapping": {"/remote.php/dav/files": FilesystemProvider(folder)},
        "simple_dc": {"user_mapping": {"*": True}},
        "dir_browser": {"enable": False},
        "lock_storage": True,
        "property_manager": True,
        "logging": {"enable": False},
        "verbose": 0,
    }


def account(environ):
    login = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Basic ")
    return base64.b64decode(login).decode().partition(":")[0]


def with_principal(application):
    def answer(environ, start_response):
        if environ["PATH_INFO"].rstrip("/") != "/remote.php/dav":
            return application(environ, start_response)
        start_response("207 Multi-Status", [("Content-Type", "application/xml; charset=utf-8")])
        return [(PRINCIPAL % account(environ)).encode()]

    return answer


def main():
    application = with_principal(WsgiDAVApp(settings(sys.argv[1])))
    server = wsgi.Server(("127.0.0.1", 0), application)
    server.prepare()
    print(server.bind_addr[1], flush=True)
    try:
        server.serve()
    finally:
        server.stop()


main()
