import { refuse } from '@porchlight/errors';
import { getState } from '@porchlight/edge';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { readConsoleFiles, type ConsoleFile } from '../console-files';

const HOME = '/console';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';

/** No inline code, no other origins, no framing. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const send = (req: Request, res: Response, file: ConsoleFile, caching: string): void => {
  const coding = req.acceptsEncodings(['br', 'gzip', 'identity']);
  const [payload, encoding] =
    coding === 'br' && file.br
      ? [file.br, 'br']
      : coding !== 'identity' && coding !== false && file.gzip
        ? [file.gzip, 'gzip']
        : [file.plain, undefined];
  res.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': payload.length,
    'Cache-Control': caching,
    'Content-Security-Policy': POLICY,
    'X-Frame-Options': 'DENY',
    Vary: 'Accept-Encoding',
    ...(encoding !== undefined && { 'Content-Encoding': encoding }),
  });
  res.end(payload);
};

/** Throws METHOD_NOT_ALLOWED unless the request only reads. */
export const requireRead = ({ method }: Request): void => {
  if (method !== 'GET' && method !== 'HEAD') throw refuse('METHOD_NOT_ALLOWED', { method, allow: 'GET, HEAD' });
};

/**
 * The console's pages under /console/: files as built, and the first page for every other address, because the pages
 * route on the client. Other paths are not handled.
 */
export const consoleRoutes = (folder: string): Router => {
  const files = readConsoleFiles(folder);
  const index = files.get('/index.html')!;
  const serve: RequestHandler = (req, res) => {
    getState(req).operation = 'console';
    requireRead(req);
    if (req.originalUrl.split('?', 1)[0] === HOME) return res.redirect(308, `${HOME}/`);
    const file = files.get(req.path);
    if (file && file !== index) return send(req, res, file, file.lasting ? ONE_YEAR : ONE_HOUR);
    // A missing asset belongs to an earlier build: the first page would be an invalid script.
    if (req.path.startsWith('/assets/')) throw refuse('NO_SUCH_PATH');
    send(req, res, index, 'no-store');
  };
  const router = Router();
  router.get('/', (req: Request, res: Response) => {
    getState(req).operation = 'console';
    res.redirect(302, `${HOME}/`);
  });
  router.use(HOME, serve);
  return router;
};
