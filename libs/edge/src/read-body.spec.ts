import { isRefusal } from '@porchlight/errors';
import express, { type NextFunction, type Request, type Response } from 'express';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { readBody } from './read-body';
import { getState, type EdgeRequest } from './request-state';

let server: Listening;
beforeAll(async () => {
  const app = express();
  app.use((req, _res, next) => {
    const authenticatedBy = req.headers['x-method'];
    const readsLead = req.headers['x-lead'] === undefined ? undefined : req.headers['x-lead'] === 'lenient';
    (req as EdgeRequest).edge = { actor: { accountId: 1, authenticatedBy }, readsLead } as never;
    next();
  });
  app.use(readBody());
  app.use((req, res) => void res.json({ body: req.body as unknown, files: getState(req).ignoredFiles }));
  app.use(
    (error: unknown, _req: Request, res: Response, _next: NextFunction) =>
      void res.json({ refused: isRefusal(error) ? error.reason : 'fault' }),
  );
  server = await listen(app);
});
afterAll(() => server.stop());

const send = async (body: string | undefined, headers: Record<string, string>): Promise<unknown> =>
  (
    await fetch(`${server.url}/`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    })
  ).json();

const FORM = 'person[email]=a%40b.example';
const MULTIPART = '--x\r\nContent-Disposition: form-data; name="person[email]"\r\n\r\na@b.example\r\n--x--\r\n';
const MULTIPART_TYPE = 'multipart/form-data; boundary=x';
const READ = { body: { person: { email: 'a@b.example' } } };

describe('D13.5 forms with a session', () => {
  it.each([
    ['application/x-www-form-urlencoded', FORM],
    [MULTIPART_TYPE, MULTIPART],
    ['text/plain', '{"person":{"email":"a@b.example"}}'],
  ])('given a lead of type %s, then it is refused with a session and read with a key', async (type, body) => {
    const headers = { 'content-type': type, 'x-lead': 'lenient' };
    expect(await send(body, { ...headers, 'x-method': 'session' })).toEqual({ refused: 'SESSION_NEEDS_JSON' });
    expect(await send(body, { ...headers, 'x-method': 'key' })).toMatchObject(READ);
  });

  it('given JSON or no body with a session, then it is read', async () => {
    const session = { 'x-method': 'session' };
    const json = JSON.stringify(READ.body);
    expect(await send(json, { ...session, 'content-type': 'application/json; charset=utf-8' })).toMatchObject(READ);
    expect(await send(undefined, session)).toMatchObject({ body: {} });
    expect(await send(json, session)).toEqual({ refused: 'SESSION_NEEDS_JSON' });
  });
});

describe('D13.5 multipart bodies', () => {
  it.each(['lenient', 'strict'])('given a %s lead, then its form is read', async (lead) =>
    expect(await send(MULTIPART, { 'content-type': MULTIPART_TYPE, 'x-lead': lead })).toEqual({ ...READ, files: [] }),
  );

  it('given another request, then the type is refused', async () =>
    expect(await send(MULTIPART, { 'content-type': MULTIPART_TYPE })).toEqual({ refused: 'UNSUPPORTED_MEDIA_TYPE' }));
});
