"""Records of responses: JSON objects with typed attributes."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Dict, FrozenSet, Mapping, Optional, Tuple, Type, TypeVar, Union, get_args, get_origin, get_type_hints

Time = Union[datetime, date, str]
"""A time of a request: a datetime (UTC if it has no zone), a date, or ISO 8601 text."""

M = TypeVar("M", bound="Model")


class Response:
    """Status and headers of the response that contained a record."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.headers = headers

    @property
    def etag(self) -> Optional[str]:
        """The entity tag of the record, for `if_match`."""
        return self.headers.get("etag")

    @property
    def request_id(self) -> Optional[str]:
        """Identifies the request in the logs of the service."""
        return self.headers.get("x-request-id")


class Model:
    """
    A JSON object of a response. Attributes are its fields in snake case: `first_name` is `firstName`. `record["name"]`
    reads any field by its name in JSON, such as a custom field. Values are not checked: the service may add fields and
    words at any time.
    """

    _names: ClassVar[Mapping[str, str]] = {}
    """Names in JSON of attributes that do not follow from the attribute."""
    _optional: ClassVar[FrozenSet[str]] = frozenset()
    """Names in JSON of fields that responses may lack: the attribute is None."""
    _hints: ClassVar[Optional[Tuple[type, Dict[str, Any]]]] = None

    def __init__(self, data: Mapping[str, Any], last_response: Optional[Response] = None) -> None:
        self._data = data
        self.last_response = last_response
        """The response with this record; None for a part of another record, and for a record of a page."""

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            hints = type(self)._get_hints()
            if name.startswith("_") or name not in hints:
                raise AttributeError(f"{type(self).__name__} has no field '{name}'.")
            key = self._names.get(name) or _camel(name)
            if key not in self._data and key not in self._optional:
                raise AttributeError(f"The response has no field '{key}'. If you pass fields, add its name.")
            value = _convert(hints[name], self._data.get(key))
            self.__dict__[name] = value
            return value

    @classmethod
    def _get_hints(cls) -> Dict[str, Any]:
        if cls._hints is None or cls._hints[0] is not cls:
            cls._hints = (cls, get_type_hints(cls))
        return cls._hints[1]

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __contains__(self, key: object) -> bool:
        return key in self._data

    def get(self, key: str, default: Any = None) -> Any:
        """The JSON value of a field by its name in JSON."""
        return self._data.get(key, default)

    def to_dict(self) -> Dict[str, Any]:
        """The JSON object as it was received."""
        return dict(self._data)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Model) and other._data == self._data

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._data)!r})"


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name)


def _convert(hint: Any, value: Any) -> Any:
    """Converts a JSON value to its declared type; a value of another type stays as it is."""
    if get_origin(hint) is Union:
        hint = next(one for one in get_args(hint) if one is not type(None))
    if isinstance(value, list) and get_origin(hint) is list:
        return [_convert(get_args(hint)[0], one) for one in value]
    if isinstance(value, dict) and isinstance(hint, type) and issubclass(hint, Model):
        return hint(value)
    if isinstance(value, str) and hint is datetime:
        return _parse_time(value)
    return value


def _parse_time(text: str) -> Any:
    # Python 3.9 and 3.10 read neither Z nor fractions of other than 3 or 6 digits.
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", text)
    if match is None:
        return text
    seconds, fraction, zone = match.groups()
    micros = (fraction or "0")[:6].ljust(6, "0")
    try:
        return datetime.fromisoformat(f"{seconds}.{micros}{'+00:00' if zone == 'Z' else zone}")
    except ValueError:
        return text


def create(model: Type[M], data: Any, response: Optional[Response]) -> M:
    """Creates a record from the JSON of a response."""
    return model(data if isinstance(data, dict) else {}, response)
