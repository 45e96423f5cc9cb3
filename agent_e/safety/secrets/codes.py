"""One-time codes from their seed (RFC 6238)."""

from __future__ import annotations

import base64
from urllib.parse import parse_qsl, urlencode, urlsplit

import pyotp

from agent_e.errors import ConfigError

_MIN_BYTES = 8
_PADDED_BYTES = 20
MIN_LEFT_S = 20
"""Remaining seconds below which a code could reach the server too late: the next is used."""


def seed(written: str) -> pyotp.TOTP:
    """Parse a seed: ``otpauth://totp/…``, or its letters and digits, spaces allowed.

    Raises:
        ConfigError: it is neither; the message does not repeat it.
    """
    try:
        if not written.startswith("otpauth://"):
            return pyotp.TOTP(_padded(letters(written)))
        address = urlsplit(written)
        options = dict(parse_qsl(address.query)) | {"secret": _padded(letters(written))}
        parsed = pyotp.parse_uri(address._replace(query=urlencode(options)).geturl())
        if isinstance(parsed, pyotp.TOTP):
            return parsed
    except (ValueError, TypeError):
        # Its message would repeat the seed.
        pass
    raise ConfigError(
        "This is no seed of one-time codes. Give the otpauth:// address of the QR code, or its "
        "secret of letters and digits."
    ) from None


def letters(written: str) -> str:
    """Return the letters and digits of a seed in any notation; ``""`` without any."""
    if written.startswith("otpauth://"):
        written = dict(parse_qsl(urlsplit(written).query)).get("secret", "")
    return "".join(written.split()).upper()


def _padded(base32: str) -> str:
    data = base64.b32decode(base32 + "=" * (-len(base32) % 8))
    if len(data) < _MIN_BYTES:
        raise ValueError("too short")
    # pyotp refuses the 80 bits that many sites give. Zeros at the end do not change an HMAC.
    return base64.b32encode(data.ljust(_PADDED_BYTES, b"\0")).decode()


def code_at(totp: pyotp.TOTP, now: float) -> str:
    """Return the code to type at a time (seconds since the epoch), the next one if that is due."""
    left = totp.interval - now % totp.interval
    return str(totp.at(int(now), counter_offset=1 if left < MIN_LEFT_S else 0))
