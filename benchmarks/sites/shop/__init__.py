"""Tidewater, a small shop for the home: what a browser agent shops in when it is tested."""
