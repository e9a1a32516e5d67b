import { PorchlightError } from '@porchlight/sdk';
import { canRetry, describeError } from './describe-error';

describe('errors for users', () => {
  test.each([
    ['of the API', { reason: 'NAME_TAKEN', status: 409 }, 'This name is taken.', 'This name is taken.'],
    [
      'without a response',
      { reason: 'NETWORK' },
      'fetch failed',
      'The server cannot be reached. Check your connection, then try again.',
    ],
    ['after the deadline', { reason: 'TIMEOUT' }, 'GET /v1/me: …', 'The server took too long to respond. Try again.'],
    [
      'of a proxy',
      { reason: 'HTTP_502', status: 502 },
      'Bad gateway',
      'The server returned status 502. Try again in a moment.',
    ],
  ])('given an error %s, then the sentence says what to do', (_, details, message, sentence) => {
    expect(describeError(new PorchlightError(message, details))).toBe(sentence);
  });

  test('given a fault of the page, then nothing internal is shown', () => {
    expect(describeError(new TypeError('x is undefined'))).toBe('Something went wrong. Reload the page and try again.');
  });

  test.each([
    [undefined, true],
    [429, true],
    [500, true],
    [400, false],
    [403, false],
    [412, false],
  ])('given the status %s, then a retry is offered: %s', (status, offered) => {
    expect(canRetry(new PorchlightError('', { reason: 'X', status }))).toBe(offered);
  });
});
