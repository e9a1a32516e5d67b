const MAX_LENGTH = 200;

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const UNSUBSCRIBE = /^\/+unsubscribe\/+[^/]/i;
const FILE = /^\/+files\/+([a-z]{1,50})\/+[^/]/i;

/** The path of a request as it is logged: without the token of a link, in any spelling (D12.2, D13.4). */
export const formatLoggedPath = (path: string): string => {
  const decoded = decode(path);
  if (UNSUBSCRIBE.test(decoded)) return '/unsubscribe/***';
  const [, resource] = FILE.exec(decoded) ?? [];
  return resource === undefined ? path.slice(0, MAX_LENGTH) : `/files/${resource}/***`;
};
