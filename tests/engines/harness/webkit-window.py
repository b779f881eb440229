#!/usr/bin/python3
"""A WebKitGTK window as large as a phone, which WebKitWebDriver can drive and which keeps what a site stores.

MiniBrowser keeps nothing under automation, and is at least 447 pixels wide.

Arguments: --automation (which WebKitWebDriver expects), --data=FOLDER, --size=390x844, --private.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

options = dict(arg.lstrip("-").partition("=")[::2] for arg in sys.argv[1:])
width, height = map(int, options.get("size", "390x844").split("x"))

if "private" in options:
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
else:
    folder = options["data"]
    manager = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder + "/cache")
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)


def open_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_developer_extras(True)
    view.connect("permission-request", lambda _view, request: request.allow() or True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    view.connect("close", lambda *_: window.destroy())
    window.show_all()
    view.grab_focus()
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("amparo-engines")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", started)
GLib.timeout_add_seconds(900, Gtk.main_quit)
Gtk.main()
