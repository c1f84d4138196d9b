"""What the page may do, wherever it comes from: nothing but what lies beside it."""

from __future__ import annotations

# `wasm-unsafe-eval` lets WebAssembly be compiled, for tables on this device; JavaScript that is
# made of texts stays forbidden, which would be `unsafe-eval`.
OF_THE_PAGE = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
)
OF_ITS_FRAME = ("frame-ancestors 'none'",)  # only a header may say so
