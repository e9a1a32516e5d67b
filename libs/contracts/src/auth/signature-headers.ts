/**
 * Maximum number of headers of a system with the legacy signature in addition to the standard one (decisions section
 * 11).
 */
export const MAX_SIGNATURE_HEADERS = 3;
/** Longest name of such a header, characters. */
export const MAX_SIGNATURE_HEADER_LENGTH = 64;

/** A token of RFC 9110 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/** Names that already have a meaning: sent by the notifier, hop-by-hop, read by proxies, or used for credentials. */
const RESERVED = new RegExp(
  `^(${[
    'x-system-signature|x-system|x-system-key|webhook-.*|user-agent|content-.*|host|date|accept|accept-.*|traceparent|tracestate|baggage',
    'connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|max-forwards|http2-settings',
    'forwarded|x-forwarded-.*|x-real-ip|x-http-method.*|x-original-.*|x-rewrite-.*|origin|referer|range|if-.*|cache-control|pragma',
    'proxy-.*|authorization|www-authenticate|cookie|cookie2|set-cookie|x-api-key|x-csrf-token|access-control-.*|sec-.*',
  ].join('|')})$`,
  'i',
);

/** True if a name may carry the legacy signature: a token of RFC 9110 without another meaning. */
export const isSignatureHeader = (name: string): boolean => TOKEN.test(name) && !RESERVED.test(name);
