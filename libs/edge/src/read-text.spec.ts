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

test('given bytes that are invalid in the declared charset, or a body over the limit, then it is rejected and not changed', async () => {
  expect(await ask(Buffer.from(TABLE, 'latin1'), 'text/csv; charset=utf-8')).toEqual({
    refused: 'UNSUPPORTED_CHARSET',
  });
  expect(await ask(TABLE, 'text/csv; charset=klingon')).toEqual({ refused: 'UNSUPPORTED_CHARSET' });
  expect(await ask('x'.repeat(5 * 1_048_576 + 1))).toEqual({ refused: 'BODY_TOO_LARGE' });
});

const toUtf16Be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['windows-1252', Buffer.from(TABLE, 'latin1')],
  ['UTF-16 with its mark', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(TABLE, 'utf16le')],
  ['UTF-16, the high byte first', toUtf16Be(`\uFEFF${TABLE}`)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${TABLE}`)],
])('D13.6 given a table in %s without a charset, then it is read', async (_, bytes) => {
  expect(await ask(bytes)).toEqual({ csv: TABLE });
  expect(await ask(bytes, 'text/vcard')).toEqual({ csv: TABLE });
});

test.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000xl/workbook.xml', 'latin1')],
  ['an old spreadsheet', Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1', 'latin1')],
  ['bytes with zeros', Buffer.from([65, 0, 0, 0, 66, 0, 0, 200])],
])('U22 given %s, then it is refused', async (_, bytes) => {
  expect(await ask(bytes)).toEqual({ refused: 'INVALID_BODY' });
});
