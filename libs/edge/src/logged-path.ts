const MAX_LENGTH = 200;

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Paths that end with a token, with the form in which they are logged. */
const WITH_TOKEN = [
  { pattern: /^\/+unsubscribe\/+[^/]/i, shown: '/unsubscribe/***' },
  { pattern: /^\/+v1\/+calendar\/+[^/]/i, shown: '/v1/calendar/***' },
  { pattern: /^\/+files\/+([a-z]{1,50})\/+[^/].*$/is, shown: '/files/$1/***' },
];

/**
 * The path of a request as it is logged: without the token of an unsubscribe link, a file or a calendar, in any
 * spelling (D12.1, D12.2, D13.4).
 */
export const formatLoggedPath = (path: string): string => {
  const decoded = decode(path);
  const match = WITH_TOKEN.find(({ pattern }) => pattern.test(decoded));
  if (!match) return path.slice(0, MAX_LENGTH);
  return match.shown.includes('$1') ? decoded.replace(match.pattern, match.shown) : match.shown;
};
