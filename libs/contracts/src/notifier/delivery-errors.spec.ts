import { DELIVERY_ERRORS, describeDeliveryError } from './delivery-errors';

describe('the sentence of a delivery without a response', () => {
  it.each(DELIVERY_ERRORS)('given %s, then it says what to do and names no address', (word) => {
    const sentence = describeDeliveryError(word);
    expect(sentence).toMatch(/^The .+: (check|install|read) .+\.$/);
    expect(sentence).not.toMatch(/could not be reached|\d+\.\d+\.\d+/);
  });

  it('given a word of a later version, then there is a sentence', () => {
    expect(describeDeliveryError('other')).toContain('could not be reached');
  });
});
