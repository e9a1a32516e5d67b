import { DAY_MS, type Clock } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import type { DomainProof } from './domain-proof';
import { formatSenderId, type SenderDomainDocument } from './sender-domain-document';

/** A domain whose record is gone for this time is no longer verified, ms. */
const MAX_ABSENT_MS = 7 * DAY_MS;

/** A sender whose domain can be looked up. */
type Checkable = Pick<SenderDomainDocument, 'verifiedAt' | 'absentSince'> & { readonly address: string };

/** The domain of an email address. */
export const readDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

interface CheckParts {
  readonly senderDomains: DocumentCollection<SenderDomainDocument>;
  readonly findProblem: DomainProof['findProblem'];
  readonly clock: Pick<Clock, 'date'>;
}

/**
 * Looks the DNS record up and stores the result. Returns whether the domain is verified: one that was stays so for a
 * week without its record.
 */
export const checkSenderDomain =
  ({ senderDomains, findProblem, clock }: CheckParts) =>
  async (accountId: number, { address, verifiedAt, absentSince }: Checkable): Promise<boolean> => {
    const problem = await findProblem(accountId, readDomain(address));
    const now = clock.date();
    // Another address may have been set meanwhile.
    const filter = { _id: formatSenderId(accountId), accountId, address };
    if (!problem) {
      const $set = { verifiedAt: verifiedAt ?? now, checkedAt: now };
      await senderDomains.updateOne(filter, { $set, $unset: { problem: 1, absentSince: 1 } });
      return true;
    }
    const since = absentSince ?? now;
    const isLost = problem.isAbsent && now.getTime() - since.getTime() >= MAX_ABSENT_MS;
    await senderDomains.updateOne(filter, {
      $set: { checkedAt: now, problem: problem.text, ...(problem.isAbsent && { absentSince: since }) },
      ...(isLost && { $unset: { verifiedAt: 1 } }),
    });
    return verifiedAt !== undefined && !isLost;
  };
