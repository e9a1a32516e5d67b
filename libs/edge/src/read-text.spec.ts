import { isRefusal } from '@porchlight/errors';
import express, { type NextFunction, type Request, type Response } from 'express';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { readText } from './read-text';

let server: Listening;
beforeAll(async () => {
  const app = express();
  app.use(readText('text/csv', (_req, _res, next) => next()));
  app.use((req, res) => void res.json(req.body ?? {}));
  app.use(
    (error: unknown, _req: Request, res: Response, _next: NextFunction) =>
      void res.json({ refused: isRefusal(error) ? error.reason : 'fault' }),
  );
  server = await listen(app);
});
afterAll(() => server.stop());

const ask = async (body: string | Buffer, type = 'text/csv'): Promise<unknown> => {
  return (
    await fetch(`${server.url}/`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(Buffer.from(body)),
    })
  ).json();
};
const TABLE = 'firstName\nJörg\n';

test('given a CSV body, then it is decoded by its charset, UTF-8 by default; other types are left to other parsers', async () => {
  expect(await ask(TABLE)).toEqual({ csv: TABLE });
  expect(await ask(Buffer.from(TABLE, 'latin1'), 'text/csv; charset=windows-1252')).toEqual({ csv: TABLE });
  expect(await ask('{}', 'application/json')).toEqual({});
});

test('given bytes that are invalid in the charset, or a body over the limit, then it is rejected and not changed', async () => {
  expect(await ask(Buffer.from(TABLE, 'latin1'))).toEqual({ refused: 'UNSUPPORTED_CHARSET' });
  expect(await ask(TABLE, 'text/csv; charset=klingon')).toEqual({ refused: 'UNSUPPORTED_CHARSET' });
  expect(await ask('x'.repeat(5 * 1_048_576 + 1))).toEqual({ refused: 'BODY_TOO_LARGE' });
});
