const MAX_LENGTH = 200;

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The path of a request as it is logged: without the token of an unsubscribe link, in any spelling (D13.4). */
export const formatLoggedPath = (path: string): string =>
  /^\/+unsubscribe\/+[^/]/i.test(decode(path)) ? '/unsubscribe/***' : path.slice(0, MAX_LENGTH);
