"""One way to ask an endpoint: JSON out, JSON back, and every failure a sentence without secrets."""

from __future__ import annotations

import threading
from typing import Any

from rashomon.errors import NoOpinion
from rashomon.models.address import Address, Keys

CONNECT = 5.0
"""Seconds to wait for a connection: a machine that is there answers in far less."""


class Post:
    """Asks one host, over connections that are kept. Threads may share it.

    The key is read for each request and kept nowhere; redirects are not followed, for they would
    lead it elsewhere. What is raised names the host and what went wrong, never what was sent.
    """

    def __init__(self, address: Address, keys: Keys, timeout: float) -> None:
        """`timeout` is how many seconds an answer may take."""
        self.address = address
        self._keys = keys
        self._timeout = timeout
        self._client: Any = None
        self._making = threading.Lock()

    def __call__(self, url: str, body: dict[str, Any]) -> Any:
        """Send a request; answers what came back. Raises `NoOpinion`."""
        import httpx2

        host = self.address.host
        try:
            headers = self.address.headers(self._keys)
            answer = self._connection().post(url, json=body, headers=headers)
            answer.raise_for_status()
            return answer.json()
        except httpx2.HTTPStatusError as error:
            raise NoOpinion(f"{host} said {error.response.status_code}.") from None
        except httpx2.TimeoutException:
            raise NoOpinion(f"{host} did not answer in time.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise NoOpinion(f"{host} cannot be reached ({type(error).__name__}).") from None
        except ValueError:
            raise NoOpinion(f"{host} answered something that is no JSON.") from None

    def _connection(self) -> Any:
        import httpx2

        with self._making:
            if self._client is None:
                timeout = httpx2.Timeout(self._timeout, connect=CONNECT)
                self._client = httpx2.Client(timeout=timeout, follow_redirects=False)
            return self._client
