import { findHint } from './delivery-hint';

const failed = (status: number | null, error: string | null = null) => ({
  status: 'Pending',
  attempts: [{ at: null, ms: 5, status, error, response: null }],
});

describe('the hint of a failed delivery', () => {
  test.each([
    [401, /signature/],
    [404, /address of the webhook/],
    [410, /disables the webhook/],
    [302, /Redirects are not followed/],
    [422, /names the reason/],
    [503, /Correct the receiver/],
  ])('given status %d, then the hint says what to do', (status, hint) => {
    expect(findHint(failed(status))).toMatch(hint);
  });

  test.each([
    ['no-answer', /can be reached/],
    ['tls', /certificate/],
    ['reset', /Read its log/],
    ['bad-answer', /port of the address/],
    ['a word of a later version', /connection failed/],
  ])('given no response because of %s, then the hint says what to do', (error, hint) => {
    expect(findHint(failed(null, error))).toMatch(hint);
  });

  test('given a delivery that succeeded or has no attempt, then there is no hint', () => {
    expect(findHint({ ...failed(500), status: 'Delivered' })).toBeUndefined();
    expect(findHint({ status: 'Pending', attempts: [] })).toBeUndefined();
  });
});
