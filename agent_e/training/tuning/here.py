"""An endpoint in the protocol of OpenAI for a tuned model, with transformers on this machine.

To try a model out without vLLM: one request at a time, always the likeliest answer.
"""

from __future__ import annotations

import base64
import io
import threading
import time
import uuid
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from .encoding import Encoder
from .lora import answer, device, load_adapter, load_model
from .serving import model_name
from .settings import ADAPTER, MERGED, TuneSettings

_MOST = 1_024
_DATA = "data:image/"


class _Url(BaseModel):
    url: str


class _Words(BaseModel):
    type: Literal["text"]
    text: str


class _Shown(BaseModel):
    type: Literal["image_url"]
    image_url: _Url


_Part = Annotated[_Words | _Shown, Field(discriminator="type")]


class _Said(BaseModel):
    role: Literal["system", "user", "assistant"]
    content: str | list[_Part]


class _Request(BaseModel):
    """What is read of a request; all else, such as the temperature, is left aside."""

    model_config = ConfigDict(extra="ignore")

    model: str
    messages: list[_Said] = Field(min_length=1)
    max_tokens: int = Field(default=_MOST, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    stream: Literal[False] = False


class Here:
    """A loaded model and its endpoint.

    Attributes:
        app: the endpoint.
    """

    def __init__(self, settings: TuneSettings, out: Path) -> None:
        """Load the merged model, or else the adapter on its base."""
        merged = (out / MERGED / "config.json").exists()
        folder = out / (MERGED if merged else ADAPTER)
        self._encoder = Encoder(
            str(folder), min_pixels=settings.min_pixels, max_pixels=settings.max_pixels
        )
        model = load_model(str(folder)) if merged else load_adapter(settings, out, folder)
        self._model = model.to(device()).eval()
        self._context = 4 * settings.max_tokens
        self._name = model_name(out)
        self._one = threading.Lock()
        self.app = FastAPI(title="agent-e train serve")
        self.app.exception_handler(HTTPException)(_refused)
        self.app.exception_handler(RequestValidationError)(_invalid)
        self.app.get("/v1/models")(self._models)
        # Not async: FastAPI runs it in a thread, and the server goes on answering.
        self.app.post("/v1/chat/completions")(self._complete)

    def _models(self) -> dict[str, Any]:
        return {"object": "list", "data": [{"id": self._name, "object": "model"}]}

    def _complete(self, request: _Request) -> dict[str, Any]:
        if request.model != self._name:
            raise HTTPException(404, f"There is no model {request.model}, only {self._name}.")
        row = self._encoded(request)
        room = self._context - len(row["input_ids"])
        if room <= 0:
            raise HTTPException(
                400, f"The context length is {self._context} tokens; the messages have more."
            )
        asked = min(request.max_completion_tokens or request.max_tokens, room)
        with self._one:
            [ids] = answer(self._model, self._encoder.collate([row]), max_tokens=asked)
        cut = len(ids) >= asked
        usage = {"prompt_tokens": len(row["input_ids"]), "completion_tokens": len(ids)}
        said = {"role": "assistant", "content": self._encoder.text(ids)}
        return {
            "id": f"chatcmpl-{uuid.uuid4().hex}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": self._name,
            "choices": [
                {"index": 0, "message": said, "finish_reason": "length" if cut else "stop"}
            ],
            "usage": {**usage, "total_tokens": sum(usage.values())},
        }

    def _encoded(self, request: _Request) -> dict[str, Any]:
        parts = [p for said in request.messages for p in said.content if isinstance(p, _Shown)]
        try:
            pictures = [_picture(part.image_url.url) for part in parts]
            return self._encoder.conversation(
                [said.model_dump() for said in request.messages], pictures
            )
        except (ValueError, OSError) as error:
            raise HTTPException(400, f"The request cannot be used: {error}") from error


def _picture(url: str) -> Image.Image:
    if not url.startswith(_DATA):
        raise ValueError(f"a picture must be a data URL that begins with {_DATA}")
    data = base64.b64decode(url.partition(",")[2], validate=True)
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


async def _refused(request: Request, error: HTTPException) -> JSONResponse:
    return _error(error.status_code, str(error.detail))


async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    return _error(400, f"{'.'.join(map(str, first['loc']))}: {first['msg']}")


def _error(status: int, message: str) -> JSONResponse:
    """An error as the clients of the protocol read it."""
    kind = "invalid_request_error"
    return JSONResponse({"error": {"message": message, "type": kind, "code": status}}, status)
