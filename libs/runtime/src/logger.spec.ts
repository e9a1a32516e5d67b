import { captureLogger } from './testing/capture-logger';
import { canonicalLine, type LogLevel } from './logger';
import { cutAddress } from './redaction';

const open = (level: LogLevel = 'info') => captureLogger({ service: 'people', level });

describe('createLogger', () => {
  it('writes one JSON line with time, level and service', () => {
    const { logger, lines } = open();
    logger.info({ event: 'x.done', n: 1 }, 'done');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'people',
        pid: process.pid,
        event: 'x.done',
        n: 1,
        msg: 'done',
      },
    ]);
  });

  it.each([
    'authorization',
    'Authorization',
    'apiKey',
    'api_key',
    'key',
    'X-System-Key',
    'x-porchlight-token',
    'secret',
    'client_secret',
    'password',
    'token',
    'accessToken',
    'refresh_token',
    'cookie',
    'set-cookie',
    'signingKey',
    'code',
  ])('redacts %s at any depth, in children too', (name) => {
    const { logger, text, lines } = open();
    logger.info({ [name]: 'sesame', headers: { [name]: 'sesame' }, list: [{ deep: { [name]: ['sesame'] } }] });
    logger.child({ [name]: 'sesame' }).info('bound');
    expect(text()).not.toContain('sesame');
    expect(lines[0]).toMatchObject({ [name]: '[redacted]', headers: { [name]: '[redacted]' } });
  });

  it('does not redact fields that only look like secrets', () => {
    const { logger, lines } = open();
    logger.info({ keyId: 5, code: 14, personId: 7, keys: 3, secret: undefined, token: null });
    expect(lines[0]).toMatchObject({ keyId: 5, code: 14, personId: 7, keys: 3, token: null });
    expect(lines[0]).not.toHaveProperty('secret');
  });

  it('removes queries and credentials from addresses', () => {
    const { logger, text, lines } = open();
    logger.info({
      url: 'https://u:sesame@h/a?token=sesame',
      request: { path: '/v1/people?email=a@b.c', originalUrl: '/x?y' },
    });
    expect(lines[0]).toMatchObject({
      url: 'https://[redacted]@h/a',
      request: { path: '/v1/people', originalUrl: '/x' },
    });
    expect(text()).not.toMatch(/sesame|a@b\.c/);
    expect(cutAddress('/plain')).toBe('/plain');
  });

  it('logs type, message, code and causes of errors, and not the properties that drivers add', () => {
    const { logger, text, lines } = open();
    const cause = Object.assign(new TypeError('cannot reach mongodb://root:sesame@h:1/x'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new Error('no lead', { cause }), {
      options: { password: 'sesame' },
      request: 'sesame',
    });
    logger.error({ err: error, inner: { error } }, 'failed');
    logger.error(error);
    expect(text()).not.toContain('sesame');
    expect(lines[0]).toMatchObject({
      err: {
        type: 'Error',
        message: 'no lead',
        stack: expect.stringContaining('logger.spec'),
        cause: { type: 'TypeError', message: 'cannot reach mongodb://[redacted]@h:1/x', errorCode: 'ECONNREFUSED' },
      },
      inner: { error: { message: 'no lead' } },
    });
    expect(lines[1]).toMatchObject({ err: { message: 'no lead' } });
  });

  it('limits depth, length, bytes and cycles', () => {
    const { logger, text, lines } = open();
    const circle: Record<string, unknown> = {
      bytes: Buffer.alloc(1_000_000),
      many: Array.from({ length: 5_000 }, () => 1),
    };
    circle['self'] = circle;
    logger.info({ circle, at: new Date(0) });
    expect(text().length).toBeLessThan(5_000);
    expect(lines[0]).toMatchObject({ circle: { bytes: '[1000000 bytes]' }, at: '1970-01-01T00:00:00.000Z' });
  });
});

describe('canonicalLine', () => {
  it('is one line with the event and its fields', () => {
    const { logger, lines } = open();
    canonicalLine(logger, 'request.served', {
      ms: 1.23456,
      outcome: 'ok',
      path: '/v1/people?x=1',
      key: 'sesame',
      absent: undefined,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'info',
      event: 'request.served',
      ms: 1.23,
      outcome: 'ok',
      path: '/v1/people',
      key: '[redacted]',
    });
    expect(lines[0]).not.toHaveProperty('absent');
  });

  it('uses a level, and is silent below the logger’s', () => {
    const { logger, lines } = open('warn');
    canonicalLine(logger, 'a', {});
    canonicalLine(logger, 'b', {}, 'error');
    expect(lines.map((line) => [line['event'], line['level']])).toEqual([['b', 'error']]);
  });
});
