"""Handlers for whoever runs the house: health and metrics."""

from starlette.exceptions import HTTPException

from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.schemas.response_schemas import HealthResponse
from ridotto.web.services import Services


async def health(request: Request, services: Services) -> Reply[HealthResponse]:
    """Is the house open, and its database ready to write?"""
    await services.house.store.check()
    return Reply(HealthResponse())


async def metrics(request: Request, services: Services) -> Reply[bytes]:
    """Metrics for Prometheus. Localhost only: the counts include secret decisions."""
    if not request.visitor.local:
        raise HTTPException(404)
    return Reply(services.metrics.text())
