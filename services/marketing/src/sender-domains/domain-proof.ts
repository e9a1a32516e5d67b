import { createHmac } from 'node:crypto';
import type { ResolveTxt } from './resolve-txt';

const TOKEN_BYTES = 24;
const PREFIX = '_porchlight';

/** The DNS record that proves a domain. */
export interface DomainRecord {
  readonly name: string;
  readonly value: string;
}

/** How an account proves its domain: by a TXT record with a value of its own. */
export interface DomainProof {
  formatRecord(accountId: number, domain: string): DomainRecord;
  /** Why the record does not prove the domain: it is absent, or DNS does not answer. Undefined: it does. */
  findProblem(
    accountId: number,
    domain: string,
  ): Promise<{ readonly isAbsent: boolean; readonly text: string } | undefined>;
}

/** `key` signs the values of the records. */
export const createDomainProof = ({
  key,
  resolveTxt,
}: {
  readonly key: Buffer;
  readonly resolveTxt: ResolveTxt;
}): DomainProof => {
  /** The record names the account, so that it proves the domain for no other one. */
  const formatRecord = (accountId: number, domain: string): DomainRecord => {
    const mac = createHmac('sha256', key).update(`sender-domain:${accountId}:${domain}`).digest();
    const token = mac.subarray(0, TOKEN_BYTES).toString('base64url');
    return { name: `${PREFIX}.${domain}`, value: `porchlight-verification=${token}` };
  };

  return {
    formatRecord,
    async findProblem(accountId, domain) {
      const { name, value } = formatRecord(accountId, domain);
      try {
        if ((await resolveTxt(name)).includes(value)) return undefined;
        return { isAbsent: true, text: `The DNS has no TXT record of ${name} with the value ${value}.` };
      } catch {
        return { isAbsent: false, text: `The DNS servers of ${domain} did not answer. Try again in a minute.` };
      }
    },
  };
};
