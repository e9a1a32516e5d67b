import { judgeOutcome, readRetryAfter } from './judge-outcome';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const answered = (status: number, retryAfter?: string) => ({
  kind: 'answered' as const,
  status,
  response: '',
  ...(retryAfter && { retryAfter }),
});

describe('The verdict on an outcome', () => {
  test.each([200, 201, 202, 204, 299])('When the status is %d, Then it is received', (status) =>
    expect(judgeOutcome(answered(status), NOW)).toEqual({ decision: 'received' }),
  );
  test.each([100, 300, 301, 302, 307, 400, 401, 404, 500, 502])(
    'When the status is %d, Then it is not received',
    (status) => expect(judgeOutcome(answered(status, '60'), NOW)).toEqual({ decision: 'missed' }),
  );
  test.each([406, 410])('When the status is %d, Then the endpoint is disabled', (status) =>
    expect(judgeOutcome(answered(status), NOW)).toEqual({ decision: 'disable' }),
  );
  test.each([429, 503])('When the status is %d with Retry-After, Then the verdict contains the delay', (status) =>
    expect(judgeOutcome(answered(status, '90'), NOW)).toEqual({ decision: 'missed', retryAfterMs: 90_000 }),
  );
  test('When there was no response, Then it is not received', () =>
    expect(judgeOutcome({ kind: 'failed', error: 'timeout' }, NOW)).toEqual({ decision: 'missed' }));

  test.each([
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['99999999999999999999', undefined],
  ])('When Retry-After is %p, Then it counts as %p ms', (text, ms) => expect(readRetryAfter(text, NOW)).toBe(ms));
});
