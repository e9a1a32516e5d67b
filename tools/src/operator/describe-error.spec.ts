import { PorchlightError } from '@porchlight/sdk';
import { describeError } from './describe-error';

const failWith = (code: string): PorchlightError => {
  const cause = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('tls'), { code }) });
  return new PorchlightError('The service could not be reached.', { reason: 'NETWORK', cause });
};

describe('errors of the command line', () => {
  it.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'])(
    'given a service with the certificate error %s, then the sentence names the option',
    (code) => {
      expect(describeError(failWith(code))).toMatch(/^NETWORK: The service could not be reached\. .*pass --ca/);
    },
  );

  it('given another error of the network, then the sentence names no certificate', () => {
    expect(describeError(failWith('ECONNREFUSED'))).toBe('NETWORK: The service could not be reached.');
    expect(describeError(new Error('Give an id.'))).toBe('Give an id.');
  });
});
